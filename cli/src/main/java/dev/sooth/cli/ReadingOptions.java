package dev.sooth.cli;

import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.trace.format.TraceFormat;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of every verb that reads traces. */
final class ReadingOptions {
  /** How a trace on stdin is called. */
  static final String STDIN = "-";

  @Option(
      names = "--input-format",
      paramLabel = "FORMAT",
      description = "std, csv, rr or sooth; found out from the content if not given.")
  TraceFormat format;

  @Option(
      names = "--lenient",
      description =
          "Drop events that break the rules of traces (a release without its acquire, an event"
              + " after the join of its thread) instead of refusing the trace; they are counted,"
              + " and races are then candidates only.")
  boolean lenient;

  /** The trace that the user named. */
  TraceSource open(String trace, Io io) throws IOException {
    ReadOptions options = new ReadOptions(Optional.ofNullable(format), lenient);
    if (trace.equals(STDIN)) {
      return TraceFiles.stream(io.in(), "stdin", options);
    }
    return TraceFiles.open(existing(trace), options);
  }

  /** The path of a file to read, or an exception that says what is wrong with it. */
  static Path existing(String name) throws IOException {
    Path path = path(name);
    if (!Files.exists(path)) {
      throw new NoSuchFileException(name);
    }
    if (Files.isDirectory(path)) {
      throw new FileSystemException(name, null, "is a folder, expected a file");
    }
    return path;
  }

  static Path path(String name) throws IOException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new FileSystemException(name, null, "not a file name: " + e.getReason() + locale(name));
    }
  }

  /** The JVM cannot name such a file where the locale is C, as in many containers. */
  private static String locale(String name) {
    String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
    return encoding.equals("UTF-8") || name.chars().allMatch(c -> c < 0x80)
        ? ""
        : "; names of files are in " + encoding + " here, with LC_ALL=C.UTF-8 in UTF-8";
  }
}
