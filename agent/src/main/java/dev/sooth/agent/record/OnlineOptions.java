package dev.sooth.agent.record;

import java.nio.file.Path;
import java.util.Map;

/**
 * Options of what checks accesses where they take place.
 *
 * @param haltOnError whether the program ends with the first race
 * @param exitCode the status of a program that had races; 0 for its own
 * @param logPath where races are said; null for standard error
 * @param shadowMemory bytes for the cells of arrays and of the JDK's objects
 * @param pairs the file of pairs of methods that AtexRace keeps
 * @param frequent how many executions in a row must have seen a pair
 */
record OnlineOptions(
    boolean haltOnError, int exitCode, Path logPath, long shadowMemory, Path pairs, int frequent) {
  private static final int FREQUENT = 2;
  private static final int RACES = 66; // as ThreadSanitizer's

  /** Takes its own out of the pairs. */
  static OnlineOptions take(Map<String, String> pairs) {
    String code = pairs.remove("exit-code");
    String log = pairs.remove("log-path");
    String memory = pairs.remove("shadow-memory");
    return new OnlineOptions(
        AgentOptions.flag("halt-on-error", pairs.remove("halt-on-error")),
        code == null ? RACES : status(code),
        log == null || log.isEmpty() ? null : Path.of(log),
        memory == null
            ? Runtime.getRuntime().maxMemory() / 4
            : AgentOptions.number("shadow-memory", memory),
        Path.of(pairs.containsKey("pairs") ? pairs.remove("pairs") : ".sooth/pairs"),
        pairs.containsKey("frequent")
            ? Math.max(1, AgentOptions.small("frequent", pairs.remove("frequent")))
            : FREQUENT);
  }

  private static int status(String code) {
    int status = AgentOptions.small("exit-code", code);
    if (status > 255) {
      throw new IllegalArgumentException("exit-code=" + code + ", expected 0 to 255");
    }
    return status;
  }
}
