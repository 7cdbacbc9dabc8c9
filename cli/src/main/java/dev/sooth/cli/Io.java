package dev.sooth.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The standard streams of a run, so that tests can give their own. The report, and nothing else,
 * goes to {@code out}.
 *
 * @param out not a {@link PrintStream}, which would swallow the failure when the reader of a pipe
 *     has gone
 */
record Io(InputStream in, OutputStream out, PrintStream err, boolean errIsTerminal) {
  /** Those of the process. */
  static Io ofProcess() {
    return new Io(
        System.in,
        new FileOutputStream(FileDescriptor.out),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        isErrTerminal());
  }

  /**
   * {@code System.console()} speaks of stdin and stdout, and of neither from JDK 22 on. The
   * launcher knows; without it the file behind the descriptor tells where there is a {@code /proc}.
   */
  private static boolean isErrTerminal() {
    String told = System.getProperty("sooth.stderr.terminal");
    return told != null ? Boolean.parseBoolean(told) : isTerminal("/proc/self/fd/2");
  }

  /** The same of stdout; where there is no {@code /proc} a terminal is not recognised. */
  static boolean isOutTerminal() {
    return isTerminal("/proc/self/fd/1");
  }

  private static boolean isTerminal(String descriptor) {
    try {
      Path target = Files.readSymbolicLink(Path.of(descriptor));
      return target.startsWith("/dev/pts") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** One line on stderr. */
  void say(String message) {
    err.println("sooth: " + message);
    err.flush();
  }
}
