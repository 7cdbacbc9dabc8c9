package dev.sooth.cli;

import dev.sooth.report.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/**
 * The entry point: {@code sooth VERB …}. Most of the time of a short run is the start, and most of
 * that was the model of all verbs and options: a plain command line does without it.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args, Io.ofProcess()));
  }

  /** Runs one command line; returns the exit status. */
  static int run(String[] args, Io io) {
    boolean debug = isDebug(args);
    try {
      Callable<Integer> command = QuickLine.read(args, io);
      return command == null ? Verbs.run(args, debug, io) : call(command, args[0], debug, io);
    } catch (OutOfMemoryError | StackOverflowError | LinkageError e) {
      String verb = args.length == 0 ? "sooth" : args[0];
      return Failures.end(e, verb, "sooth " + verb, debug, io);
    }
  }

  private static int call(Callable<Integer> command, String verb, boolean debug, Io io) {
    try {
      return command.call();
    } catch (Exception e) {
      return Failures.end(e, verb, "sooth " + verb, debug, io);
    }
  }

  private static boolean isDebug(String[] args) {
    for (String arg : args) {
      if (arg.equals("--debug")) {
        return true;
      }
    }
    return false;
  }

  /** What {@code --version} prints. */
  static String version() {
    return "sooth " + Version.current() + " (Java " + Runtime.version().feature() + ")";
  }

  /** Prints it. */
  static int sayVersion(Io io) throws IOException {
    io.out().write((version() + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
    return ExitStatus.OK;
  }
}
