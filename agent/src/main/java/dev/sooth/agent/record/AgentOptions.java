package dev.sooth.agent.record;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The agent's options: {@code key=value} pairs separated by commas, from the environment variable
 * {@code SOOTH_OPTIONS} and, winning over it, from the text after {@code -javaagent:sooth.jar=}. A
 * comma in a value is written {@code \,}.
 *
 * @param out the file of the trace
 * @param include class patterns, empty for all
 * @param exclude class patterns
 * @param values whether values are recorded
 * @param repeats whether accesses are recorded that say nothing new
 * @param dataflow whether the way of each thread is recorded, with all values that it depends on
 * @param stacks how many places of a stack are recorded for an access, 0 for its own only
 * @param maxEvents where recording stops
 * @param maxBytes size of the trace at which recording stops
 * @param strict whether a class that cannot be instrumented is an error
 * @param quiet whether the summary is left to a file
 * @param jdk patterns of classes of the JDK that are recorded like the program's
 * @param trace whether the trace is written
 * @param online the engine that analyses while the program runs, in its process; empty for none
 * @param listener the class that works inside the program at each access; empty for none
 * @param parent the process of {@code sooth run} that waits for this one, 0 for none
 * @param dieWithParent whether the program ends when that process has gone
 * @param jitter seed of random pauses that test the models of the JDK, 0 for none
 * @param checking of what checks accesses where they take place
 */
public record AgentOptions(
    Path out,
    List<String> include,
    List<String> exclude,
    boolean values,
    boolean repeats,
    boolean dataflow,
    int stacks,
    long maxEvents,
    long maxBytes,
    boolean strict,
    boolean quiet,
    List<String> jdk,
    boolean trace,
    String online,
    String listener,
    int parent,
    boolean dieWithParent,
    int jitter,
    OnlineOptions checking) {

  /** Whether events are wanted one after the other, so that the threads have to keep logs. */
  public boolean logs() {
    return trace || streams();
  }

  /** Whether a streaming engine takes the events. */
  boolean streams() {
    return !online.isEmpty() && !checks();
  }

  /** Whether accesses are checked where they take place. */
  boolean checks() {
    return OnlineMode.find(online).isPresent();
  }

  /** Whether that is all: no trace is written. */
  boolean checksOnly() {
    return checks() && !trace;
  }

  /** Whether not all accesses are checked. */
  boolean samples() {
    return OnlineMode.find(online).map(mode -> mode.samples).orElse(false);
  }

  /** The class that works inside the program; empty for none. */
  String listenerClass() {
    return OnlineMode.find(online).map(mode -> mode.listener).orElse(listener);
  }

  /** The same with another file for the trace. */
  AgentOptions withOut(Path file) {
    return new AgentOptions(
        file,
        include,
        exclude,
        values,
        repeats,
        dataflow,
        stacks,
        maxEvents,
        maxBytes,
        strict,
        quiet,
        jdk,
        trace,
        online,
        listener,
        parent,
        dieWithParent,
        jitter,
        checking);
  }

  /**
   * Reads the options.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static AgentOptions parse(String environment, String argument) {
    Map<String, String> pairs = new TreeMap<>();
    addAll(pairs, environment);
    addAll(pairs, argument);
    String out = pairs.remove("out");
    String folder = pairs.remove("folder");
    if (folder != null) {
      out = ownFolder(folder).resolve("trace.sooth").toString();
    }
    pairs.keySet().removeAll(List.of("only", "answer")); // looked at before we were loaded
    String online = pairs.containsKey("online") ? pairs.remove("online") : "";
    AgentOptions options =
        new AgentOptions(
            out == null ? defaultOut() : file(out),
            list(pairs.remove("include")),
            list(pairs.remove("exclude")),
            flag("values", pairs.getOrDefault("values", pairs.get("dataflow"))),
            flag(
                "repeats",
                pairs.getOrDefault("repeats", pairs.getOrDefault("values", pairs.get("dataflow")))),
            flag("dataflow", pairs.get("dataflow")),
            small("stacks", pairs.remove("stacks")),
            number("max-events", pairs.remove("max-events")),
            number("max-trace-size", pairs.remove("max-trace-size")),
            flag("strict", pairs.remove("strict")),
            flag("quiet", pairs.remove("quiet")),
            list(pairs.remove("jdk")),
            pairs.containsKey("trace")
                ? flag("trace", pairs.remove("trace"))
                : OnlineMode.find(online).isEmpty(),
            online,
            pairs.containsKey("listener") ? pairs.remove("listener") : "",
            small("parent", pairs.remove("parent")),
            flag("die-with-parent", pairs.remove("die-with-parent")),
            small("jitter", pairs.remove("jitter")),
            OnlineOptions.take(pairs, online));
    checkTogether(options);
    pairs.keySet().removeAll(List.of("values", "repeats", "dataflow"));
    if (!pairs.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown option "
              + pairs.keySet().iterator().next()
              + ", expected out, include, exclude, jdk, values, repeats, dataflow, stacks, online, listener, trace, max-events, max-trace-size, strict or"
              + " quiet");
    }
    return options;
  }

  /** What does not go together. */
  private static void checkTogether(AgentOptions options) {
    if (!options.logs() && options.listenerClass().isEmpty()) {
      throw new IllegalArgumentException(
          "trace=false without online= and listener=, expected an engine or a class");
    }
    if (options.online().isEmpty() && options.checking().suppressions() != null) {
      throw new IllegalArgumentException(
          "suppressions=%s, expected online= with it: a recording has all races"
              .formatted(options.checking().suppressions()));
    }
    if (options.samples() && options.trace()) {
      throw new IllegalArgumentException(
          "trace=true with online=%s, expected online=fasttrack or no trace"
              .formatted(options.online()));
    }
    if (options.dataflow() && !(options.values() && options.repeats() && options.trace())) {
      throw new IllegalArgumentException(
          "dataflow=true with values=false, repeats=false or trace=false, expected none of these");
    }
  }

  private static void addAll(Map<String, String> pairs, String text) {
    if (text == null || text.isBlank()) {
      return;
    }
    int from = 0;
    while (from <= text.length()) {
      int end = separator(text, from);
      String pair = text.substring(from, end).replace("\\,", ",");
      from = end + 1;
      int equals = pair.indexOf('=');
      if (equals < 0) {
        pairs.put(pair.trim(), "true");
      } else {
        pairs.put(pair.substring(0, equals).trim(), pair.substring(equals + 1).trim());
      }
    }
  }

  /** Where the option ends that starts here: at a comma that is not quoted, or at the end. */
  private static int separator(String text, int from) {
    int comma = text.indexOf(',', from);
    while (comma > 0 && text.charAt(comma - 1) == '\\') {
      comma = text.indexOf(',', comma + 1);
    }
    return comma < 0 ? text.length() : comma;
  }

  private static Path defaultOut() {
    String time =
        LocalDateTime.now(java.time.ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
    // The process id: several JVMs of one build may start in the same second.
    return Path.of("sooth-out", time + "-" + ProcessHandle.current().pid(), "trace.sooth");
  }

  /** A folder that no other JVM has; a number of a process may come back. */
  private static Path ownFolder(String folder) {
    String pid = Long.toString(ProcessHandle.current().pid());
    Path own = Path.of(folder, pid);
    for (int i = 2; Files.exists(own); i++) {
      own = Path.of(folder, pid + "-" + i);
    }
    return own;
  }

  private static Path file(String out) {
    if (out.isEmpty()) {
      throw new IllegalArgumentException("out= is empty, expected a file");
    }
    return Path.of(out);
  }

  private static List<String> list(String value) {
    return value == null || value.isEmpty() ? List.of() : List.of(value.split(":", -1));
  }

  static boolean flag(String key, String value) {
    if (value == null || value.equals("false")) {
      return false;
    }
    if (value.equals("true")) {
      return true;
    }
    throw new IllegalArgumentException(key + "=" + value + ", expected true or false");
  }

  /** A number that is 0 when it is not given. */
  static int small(String key, String value) {
    long number = value == null ? 0 : number(key, value);
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(key + "=" + value + ", expected a small number");
    }
    return (int) number;
  }

  private static long natural(String digits) {
    long number = Long.parseLong(digits);
    if (number < 0) {
      throw new NumberFormatException(digits);
    }
    return number;
  }

  static long number(String key, String value) {
    if (value == null) {
      return Long.MAX_VALUE;
    }
    long unit = 1;
    String digits = value;
    int last =
        value.isEmpty()
            ? -1
            : "kmg".indexOf(Character.toLowerCase(value.charAt(value.length() - 1)));
    if (last >= 0) {
      unit = 1L << (10 * (last + 1));
      digits = value.substring(0, value.length() - 1);
    }
    try {
      return Math.multiplyExact(natural(digits), unit);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(
          key + "=" + value + ", expected a number such as 1000000 or 500m", e);
    }
  }
}
