package dev.sooth.trace.format;

import dev.sooth.trace.DeadNames;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** A trace in a file, not checked for well-formedness. */
final class FileSource implements TraceSource {
  private final Path file;
  private final ReadOptions options;
  private final long size;
  private final FileTime modified;
  private final NumberedThreads numbered;
  private SoftReference<LastBlocks> lastBlocks = new SoftReference<>(null);

  FileSource(Path file, ReadOptions options) throws IOException {
    this.file = file;
    this.options = options;
    this.size = Files.size(file);
    this.modified = Files.getLastModifiedTime(file);
    numbered =
        repeatable()
            ? new NumberedThreads(
                () -> TraceInput.decompressed(Files.newInputStream(file), file.toString()))
            : NumberedThreads.UNKNOWN;
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public boolean repeatable() {
    return Files.isRegularFile(file);
  }

  @Override
  public TraceCursor open() throws IOException {
    // Ids and positions of two passes must mean the same, or an analysis would mix them up.
    if (repeatable()
        && (Files.size(file) != size || !Files.getLastModifiedTime(file).equals(modified))) {
      throw new IOException(file + ": changed while it was being analysed");
    }
    InputStream in;
    try {
      // A channel's stream asks for its position, which a pipe does not have.
      in = repeatable() ? Files.newInputStream(file) : new FileInputStream(file.toFile());
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(file.toString(), null, "permission denied");
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(file.toString(), null, "no such file");
    }
    TraceCursor cursor = TraceInput.open(in, name(), options, numbered);
    if (cursor instanceof AheadCursor ahead && repeatable() && LastBlocks.isWorthIt(file)) {
      ahead.lastUses(this::lastUses);
    }
    return cursor;
  }

  /** What is named when for the last time, found once for all passes while there is memory. */
  private DeadNames.LastUses lastUses() {
    LastBlocks known = lastBlocks.get();
    try {
      known = known == null ? LastBlocks.of(file) : known;
    } catch (IOException e) {
      return null; // who reads the events will say it
    }
    lastBlocks = new SoftReference<>(known);
    return known == null ? null : known.uses();
  }
}
