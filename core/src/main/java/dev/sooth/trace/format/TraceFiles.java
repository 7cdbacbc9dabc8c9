package dev.sooth.trace.format;

import dev.sooth.trace.CheckedSource;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/** Traces in files: opening in any format, and writing in any, complete or not at all. */
public final class TraceFiles {
  /** How a whole file is compressed. */
  public enum Compression {
    NONE(""),
    GZIP(".gz"),
    ZSTD(".zst");

    private final String extension;

    Compression(String extension) {
      this.extension = extension;
    }

    /** How names of files that are compressed like this end. */
    public String extension() {
      return extension;
    }
  }

  private static final int BUFFER = 1 << 16;

  private TraceFiles() {}

  /**
   * A trace in a file. The format is found from the content unless the options name it; the events
   * are checked for well-formedness while they are read. It can be read repeatedly, unless the path
   * is a pipe or a device.
   *
   * @throws NoSuchFileException if there is no such file
   * @throws FileSystemException if it is a folder
   */
  public static TraceSource open(Path file, ReadOptions options) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder, expected a trace");
    }
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString(), null, "no such file");
    }
    return new CheckedSource(new FileSource(file, options), options.lenient());
  }

  /** A trace that comes through a stream, such as standard input; it can be read once. */
  public static TraceSource stream(InputStream in, String name, ReadOptions options)
      throws IOException {
    return new CheckedSource(new StreamSource(in, name, options), options.lenient());
  }

  /**
   * Writes a trace to a file. The file appears complete or not at all: what fails leaves an older
   * file of that name alone. In {@link TraceFormat#SOOTH} the blocks are compressed with Zstandard,
   * unless the whole file is compressed.
   */
  public static void write(
      TraceSource source, Path out, TraceFormat format, Compression compression)
      throws IOException {
    if (Files.isDirectory(out)) {
      throw new FileSystemException(out.toString(), null, "is a folder, expected a file to write");
    }
    if (Files.exists(out) && !Files.isRegularFile(out)) {
      // A pipe or a device such as /dev/stdout cannot be replaced.
      try (OutputStream stream = Files.newOutputStream(out)) {
        write(source, stream, format, compression);
      }
      return;
    }
    Path target = Files.exists(out) ? out.toRealPath() : out.toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(out.toString(), null, "no such folder to write to");
    }
    Path temporary = folder.resolve("." + UUID.randomUUID() + ".tmp");
    try {
      try (OutputStream stream =
          Files.newOutputStream(
              temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        write(source, stream, format, compression);
      }
      moveInPlace(temporary, target);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Writes a trace to a stream, which is closed. */
  public static void write(
      TraceSource source, OutputStream stream, TraceFormat format, Compression compression)
      throws IOException {
    write(source, stream, format, compression, Optional.empty());
  }

  /**
   * The same, with a comment before the first event.
   *
   * @param comment one line; only for formats with {@link TraceFormat#hasComments}
   */
  public static void write(
      TraceSource source,
      OutputStream stream,
      TraceFormat format,
      Compression compression,
      Optional<String> comment)
      throws IOException {
    if (comment.isPresent() && !format.hasComments()) {
      throw new IllegalArgumentException("there are no comments in " + format.id());
    }
    EventBatch batch = new EventBatch();
    try (OutputStream file = stream;
        TraceCursor cursor =
            source instanceof Trace trace ? trace.openUnfiltered() : source.open();
        OutputStream compressed = compress(file, compression)) {
      if (comment.isPresent()) {
        compressed.write(("# " + comment.get() + "\n").getBytes(StandardCharsets.UTF_8));
      }
      try (EventWriter writer = writer(compressed, cursor.names(), format, compression)) {
        while (cursor.next(batch)) {
          writer.append(batch);
        }
        writer.finish();
      }
    }
  }

  /** The format that the name of a file suggests, {@code x.std.gz} for example; or nothing. */
  public static Optional<TraceFormat> formatOf(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    String name = lower.substring(0, lower.length() - compressionOf(fileName).extension().length());
    for (TraceFormat format : TraceFormat.values()) {
      if (name.endsWith(format.extension())) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a file is long for the memory there is: then who reads it learns first where each
   * object is used for the last time, if he can forget what is dead.
   */
  public static boolean isLong(String fileName) {
    try {
      Path file = Path.of(fileName);
      return Files.isRegularFile(file) && LastBlocks.isWorthIt(file);
    } catch (IOException | InvalidPathException e) {
      return false; // who reads it will say it
    }
  }

  /** The compression that the name of a file suggests. */
  public static Compression compressionOf(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    for (Compression compression : Compression.values()) {
      if (compression != Compression.NONE && lower.endsWith(compression.extension())) {
        return compression;
      }
    }
    return Compression.NONE;
  }

  private static void moveInPlace(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static OutputStream compress(OutputStream stream, Compression compression)
      throws IOException {
    return switch (compression) {
      case NONE -> new BufferedOutputStream(stream, BUFFER);
      case GZIP -> new GZIPOutputStream(stream, BUFFER);
      case ZSTD -> ZstdStreams.compress(stream);
    };
  }

  private static EventWriter writer(
      OutputStream stream, TraceNames names, TraceFormat format, Compression compression)
      throws IOException {
    return switch (format) {
      case STD -> new StdWriter(stream, names);
      case CSV -> new CsvWriter(stream, names);
      case ROADRUNNER -> new RoadRunnerWriter(stream, names);
      case SOOTH -> {
        SoothCodec codec = compression == Compression.NONE ? SoothCodec.ZSTD : SoothCodec.NONE;
        yield new SoothEventWriter(new SoothWriter(stream, codec), names);
      }
    };
  }
}
