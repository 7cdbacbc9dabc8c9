package dev.sooth.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Decides whether a JVM that got the agent through the environment is one to record. Build tools
 * start the program and are not it. What was left out stands in a file of the run.
 */
public final class Bystander {
  /** In the folder of the run; a line for each JVM. */
  private static final String FILE = "left-out.txt";

  /** Main classes, or their packages: the launchers and daemons of build tools, and the JDK's. */
  private static final List<String> TOOLS =
      List.of(
          "org.codehaus.plexus.classworlds.launcher.Launcher", // Maven
          "org.codehaus.classworlds.Launcher",
          "org.apache.maven.wrapper.",
          "org.mvndaemon.",
          "org.gradle.wrapper.",
          "org.gradle.launcher.",
          "org.jetbrains.kotlin.",
          "org.apache.tools.ant.",
          "xsbt.boot.",
          "com.sun.tools.",
          "sun.tools.",
          "jdk.compiler/",
          "jdk.jartool/",
          "jdk.javadoc/",
          "jdk.jcmd/",
          "jdk.jshell/",
          "jdk.jlink/");

  /** What {@code java X.java} runs: its name as a module and class, whatever the JDK. */
  private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

  /** As {@code java -version} has none, by which scripts find out what they have. */
  private static final String NO_MAIN = "without a main class; --only-main '*' records it, too";

  private Bystander() {}

  /** Whether this JVM is to be left alone; the options are those of the agent. */
  static boolean isOne(String options) {
    String folder = value(options, "folder");
    if (folder.isEmpty()) {
      return false; // this JVM was meant
    }
    String command = System.getProperty("sun.java.command", "");
    String main = main(command);
    String only = value(options, "only");
    boolean leftOut = only.isEmpty() ? main.isEmpty() || isTool(main) : !matches(only, main);
    if (leftOut) {
      try {
        Files.writeString(
            Path.of(folder, FILE),
            ProcessHandle.current().pid() + " " + (main.isEmpty() ? NO_MAIN : main) + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        // Then it is not said.
      }
    }
    return leftOut;
  }

  /**
   * The main class, module, jar or source file of a command as the JVM tells it. A source file is
   * run by a tool of the JDK, and is the program of the user.
   */
  public static String main(String command) {
    String[] words = command.split(" ", 3);
    return words[0].startsWith(SOURCE_LAUNCHER) && words.length > 1 ? words[1] : words[0];
  }

  private static boolean isTool(String main) {
    String file = main.substring(main.lastIndexOf('/') + 1);
    return file.startsWith("gradle-wrapper")
        || file.startsWith("maven-wrapper")
        || TOOLS.stream().anyMatch(main::startsWith);
  }

  /** One of several patterns, in which {@code *} stands for anything. */
  private static boolean matches(String patterns, String main) {
    for (String pattern : patterns.split(":", -1)) {
      if (main.matches("\\Q" + pattern.replace("*", "\\E.*\\Q") + "\\E")) {
        return true;
      }
    }
    return false;
  }

  /** The value of an option, or nothing; without the classes that know all of them. */
  static String value(String options, String key) {
    for (String part : options == null ? new String[0] : options.split("(?<!\\\\),", -1)) {
      if (part.startsWith(key + "=")) {
        return part.substring(key.length() + 1).replace("\\,", ",");
      }
    }
    return "";
  }
}
