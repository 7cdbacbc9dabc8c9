package dev.sooth.cli;

import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.trace.format.TraceFiles.Compression;
import dev.sooth.trace.format.TraceFormat;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of every verb that writes a trace. */
final class WritingOptions {
  static final String STDOUT = "-";

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "std, csv, rr or sooth; taken from the name of the file if not given.")
  private TraceFormat format;

  @Option(
      names = "--compress",
      paramLabel = "HOW",
      description =
          "none, gzip or zstd, for the whole file; taken from its name if not given. The blocks of"
              + " a .sooth file are compressed anyway.")
  private String compression;

  /** Writes the trace to the file that the user named, complete or not at all. */
  void write(TraceSource source, String out, Io io) throws IOException {
    write(source, Optional.empty(), out, io);
  }

  /** The same, with a comment at the start of the file. */
  void write(TraceSource source, Optional<String> comment, String out, Io io) throws IOException {
    TraceFormat as = format(out);
    Compression how = compression(out);
    if (comment.isPresent() && !as.hasComments()) {
      throw new UsageException(
          "a .%s file has no place for the known answer; write .std, .csv or .rr, and convert it"
              .formatted(as.id()));
    }
    if (out.equals(STDOUT)) {
      TraceFiles.write(source, notClosed(io.out()), as, how, comment);
      return;
    }
    try (OutputFile file = new OutputFile(ReadingOptions.path(out))) {
      TraceFiles.write(source, file.stream(), as, how, comment);
      file.commit();
    }
  }

  private TraceFormat format(String out) {
    if (format != null) {
      return format;
    }
    return TraceFiles.formatOf(out)
        .orElseThrow(
            () ->
                new UsageException(
                    "the name '%s' does not tell the format; give --format %s"
                        .formatted(out, Values.traceFormats("|"))));
  }

  private Compression compression(String out) {
    if (compression == null) {
      return TraceFiles.compressionOf(out);
    }
    try {
      return Compression.valueOf(compression.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "unknown compression '%s', expected none, gzip or zstd".formatted(compression));
    }
  }

  private static OutputStream notClosed(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }
}
