package dev.sooth.agent.record;

import dev.sooth.agent.online.PairStore;
import dev.sooth.race.BadSuppressionsException;
import dev.sooth.race.Suppressions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Options of what checks accesses where they take place.
 *
 * @param haltOnError whether the program ends with the first race
 * @param exitCode the status of a program that had races; 0 for its own
 * @param logPath where races are said; null for standard error
 * @param shadowMemory bytes for the cells of arrays and of the JDK's objects
 * @param pairs where AtexRace keeps pairs of methods: a file, or a database
 * @param frequent how many executions in a row must have seen a pair
 * @param suppressions the file of races that are not said; null for none
 */
record OnlineOptions(
    boolean haltOnError,
    int exitCode,
    Path logPath,
    long shadowMemory,
    String pairs,
    int frequent,
    Path suppressions) {
  private static final int FREQUENT = 2;
  private static final int RACES = 66; // as ThreadSanitizer's

  /** Takes its own out of the pairs. */
  static OnlineOptions take(Map<String, String> pairs, String online) {
    for (String key : new String[] {"pairs", "frequent"}) {
      if (pairs.containsKey(key) && !online.equals(OnlineMode.ATEXRACE.id)) {
        throw new IllegalArgumentException(
            "%s=%s, expected online=atexrace with it".formatted(key, pairs.get(key)));
      }
    }
    String code = pairs.remove("exit-code");
    String memory = pairs.remove("shadow-memory");
    return new OnlineOptions(
        AgentOptions.flag("halt-on-error", pairs.remove("halt-on-error")),
        code == null ? RACES : status(code),
        file("log-path", pairs.remove("log-path")),
        memory == null
            ? Runtime.getRuntime().maxMemory() / 4
            : AgentOptions.number("shadow-memory", memory),
        pairs.containsKey("pairs") ? place(pairs.remove("pairs")) : PairStore.DEFAULT,
        pairs.containsKey("frequent") ? frequent(pairs.remove("frequent")) : FREQUENT,
        file("suppressions", pairs.remove("suppressions")));
  }

  /** The races that are not said. */
  Suppressions readSuppressions() throws SetupException {
    if (suppressions == null) {
      return Suppressions.NONE.and(List.of()); // one of our own: the program may add to it
    }
    try {
      return Suppressions.read(suppressions);
    } catch (BadSuppressionsException e) {
      throw new SetupException(SetupException.BAD_INPUT, e.getMessage(), e);
    } catch (IOException e) {
      throw SetupException.of("suppressions", suppressions, e);
    }
  }

  private static int status(String code) {
    int status = AgentOptions.small("exit-code", code);
    if (status > 255) {
      throw new IllegalArgumentException("exit-code=" + code + ", expected 0 to 255");
    }
    return status;
  }

  private static int frequent(String value) {
    int frequent = AgentOptions.small("frequent", value);
    if (frequent < 1 || frequent > PairStore.REMEMBERED) {
      throw new IllegalArgumentException(
          "frequent=%s, expected 1 to %d".formatted(value, PairStore.REMEMBERED));
    }
    return frequent;
  }

  private static Path file(String key, String value) {
    if (value == null) {
      return null;
    }
    if (value.isEmpty()) {
      throw new IllegalArgumentException(key + "= is empty, expected a file");
    }
    return Path.of(value);
  }

  private static String place(String value) {
    PairStore.check(value);
    return value;
  }
}
