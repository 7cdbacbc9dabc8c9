package dev.sooth.agent.bootstrap;

import java.util.function.ToIntFunction;

/**
 * Where tests begin and end, as a listener of the test framework tells it. A mark is a marker of
 * the thread at a place that is named after the test: it orders nothing and so hides no race. It is
 * called through reflection by code that works without the agent, too.
 */
public final class TestMarks {
  /** What the names of places begin with that are tests. */
  public static final String PREFIX = "test ";

  private static volatile Recorder recorder; // null until something is recorded

  /** What the recorder does for those who tell of tests. */
  public interface Recorder {
    /** Numbers of places. */
    ToIntFunction<String> places();

    /** The file of the trace, or empty if none is written. */
    String trace();

    /** Writes soon what was recorded so far. */
    void flushSoon();

    /** What {@link TestMarks#found} answers. */
    String found();
  }

  private TestMarks() {}

  /** Installs the recorder. */
  public static void install(Recorder ofThisJvm) {
    recorder = ofThisJvm;
  }

  /** The current thread begins this test; false if the thread is not recorded. */
  public static boolean begin(String test) {
    return mark(Op.TEST_BEGIN, test);
  }

  /** The current thread ends this test; false if the thread is not recorded. */
  public static boolean end(String test) {
    return mark(Op.TEST_END, test);
  }

  /**
   * JUnit 4 begins or ends a test, of which the display name is {@code method(Class)}, with the
   * parameters in brackets behind the method. The names are those that the JUnit Platform has for
   * these tests: where both tell, one test begins and ends twice.
   */
  public static void junit4(Object description, boolean begins) {
    mark(begins ? Op.TEST_BEGIN : Op.TEST_END, junit4Name(String.valueOf(description)));
  }

  /** The name of a test that JUnit 4 calls {@code method[parameters](class)}. */
  static String junit4Name(String description) {
    int type = description.lastIndexOf('(');
    if (type <= 0 || !description.endsWith(")")) {
      return description;
    }
    int parameters = description.indexOf('[');
    int method = parameters > 0 && parameters < type ? parameters : type;
    return description.substring(type + 1, description.length() - 1)
        + "."
        + description.substring(0, method)
        + number(description, method, type);
  }

  /** Which of several with parameters it is, by its number; what they are can be long. */
  private static String number(String name, int from, int to) {
    int end = from + 1;
    while (end < to && name.charAt(end) >= '0' && name.charAt(end) <= '9') {
      end++;
    }
    boolean isNumber =
        end > from + 1 && end < to && (name.charAt(end) == ']' || name.charAt(end) == ':');
    return isNumber ? name.substring(from, end) + "]" : "";
  }

  /** The file that the trace is written to; empty if nothing is recorded to a file now. */
  public static String trace() {
    Recorder present = recorder;
    return present == null || !Hooks.on ? "" : present.trace();
  }

  /** Writes soon what was recorded so far. */
  public static void flushSoon() {
    Recorder present = recorder;
    if (present != null) {
      present.flushSoon();
    }
  }

  /**
   * All that the checks at the accesses have reported until now; null if not all accesses are
   * checked, or no more. Who asks before and after a test knows what is new.
   */
  public static String found() {
    Recorder present = recorder;
    String found = present == null ? null : present.found();
    return Hooks.on ? found : null; // it may have ended while we waited
  }

  private static boolean mark(int op, String test) {
    Recorder present = recorder;
    ThreadLog log = present == null || !Hooks.on ? null : ThreadLogs.current();
    if (log == null) {
      return false;
    }
    boolean guard = AgentGuard.enter();
    int place = present.places().applyAsInt(PREFIX + test);
    AgentGuard.exit(guard);
    log.mark(op, place);
    return true;
  }
}
