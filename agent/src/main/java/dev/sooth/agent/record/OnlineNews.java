package dev.sooth.agent.record;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Says what the listener has found, when it has: on standard error or in a file, and beside the
 * trace.
 */
final class OnlineNews {
  private final OnlineOptions options;
  private final Names names;
  private final PrintStream copy; // null if there is nothing to say ever
  private final PrintStream log; // null for standard error
  private volatile boolean any;
  private final StringBuilder all = new StringBuilder(); // for those who ask; guarded by itself

  private OnlineNews(OnlineOptions options, Names names, PrintStream copy, PrintStream log) {
    this.options = options;
    this.names = names;
    this.copy = copy;
    this.log = log;
  }

  static OnlineNews of(AgentOptions options, Names names) throws IOException {
    if (!options.checks()) {
      return new OnlineNews(options.checking(), names, null, null);
    }
    Path races = options.out().resolveSibling("online.txt");
    Path log = options.checking().logPath();
    return new OnlineNews(
        options.checking(),
        names,
        new PrintStream(Files.newOutputStream(races), true, StandardCharsets.UTF_8),
        log == null ? null : log(log));
  }

  /** Several JVMs of one build may say their races in one file. */
  private static PrintStream log(Path file) throws SetupException {
    try {
      return new PrintStream(
          Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
          true,
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw SetupException.of("log-path", file, e);
    }
  }

  /** Says what is new. */
  void say(Listening listening) {
    List<String> lines = copy == null ? List.of() : listening.news(names);
    if (lines.isEmpty()) {
      return;
    }
    any = true;
    for (String line : lines) {
      copy.println(line);
    }
    synchronized (all) {
      lines.forEach(line -> all.append(line).append('\n'));
    }
    (log == null ? System.err : log).println(String.join(System.lineSeparator(), lines));
    if (options.haltOnError()) {
      Runtime.getRuntime().halt(options.exitCode() == 0 ? 1 : options.exitCode());
    }
  }

  /** All that was said. */
  String all() {
    synchronized (all) {
      return all.toString();
    }
  }

  /** The status with which the program ends because of races; 0 if it is its own. */
  int status() {
    return any ? options.exitCode() : 0;
  }
}
