package dev.sooth.agent;

import java.lang.instrument.Instrumentation;

/**
 * Where the JVM enters the agent. Compiled for Java 8: a build may start JVMs of any age, and one
 * that cannot load this class would not run its program either. It names no class of ours but by
 * reflection.
 */
public final class Entry {
  private static final double OLDEST = 17;

  private Entry() {}

  /** {@code -javaagent:sooth.jar=options}. */
  public static void premain(String options, Instrumentation instrumentation) throws Exception {
    enter("premain", options, instrumentation);
  }

  /** Attached to a running JVM. */
  public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
    enter("agentmain", options, instrumentation);
  }

  private static void enter(String how, String options, Instrumentation instrumentation)
      throws Exception {
    String version = System.getProperty("java.specification.version");
    if (isTooOld(version)) {
      System.err.println(
          "sooth: nothing is recorded: this is Java " + version + ", needed is 17 or newer");
      return; // the program can do without us
    }
    Class.forName("dev.sooth.agent.AgentMain")
        .getMethod(how, String.class, Instrumentation.class)
        .invoke(null, options, instrumentation);
  }

  /** {@code 1.8}, {@code 11} and {@code 17} are what such versions look like. */
  static boolean isTooOld(String version) {
    try {
      return Double.parseDouble(version) < OLDEST;
    } catch (NumberFormatException e) {
      return false; // of the future
    }
  }
}
