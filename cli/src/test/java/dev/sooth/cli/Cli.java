package dev.sooth.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs the command line in this JVM, with its own streams. */
final class Cli {
  /** What a run left behind. */
  record Result(int status, String out, String err) {}

  private static final Path ROOT = Path.of(System.getProperty("sooth.root", ".."));

  private Cli() {}

  static Result run(String... args) {
    return runWithInput(new byte[0], args);
  }

  static Result runWithInput(byte[] input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Io io =
        new Io(
            new ByteArrayInputStream(input),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    int status = Main.run(args, io);
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A trace of {@code examples/traces}. */
  static String example(String name) {
    return ROOT.resolve("examples/traces").resolve(name).toString();
  }

  static Path root() {
    return ROOT;
  }

  /** Writes a trace, one event a word: {@code "T1|w(x)|1 T2|w(x)|2"}. */
  static String trace(Path folder, String name, String events) {
    Path file = folder.resolve(name);
    try {
      Files.writeString(file, events.strip().replaceAll("\\s+", "\n") + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toString();
  }
}
