package dev.sooth.agent.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file of a trace, which this JVM alone writes: it is locked, and a JVM that finds it locked
 * takes a folder of its own beside it, named by its process. A link is replaced and not followed.
 * When the disk is full, the part of a block that was written last is cut off, so that the file
 * ends with a whole block and there is room for the summary. A pipe is written to as it is.
 */
final class TraceFile extends OutputStream {
  private final Path path;
  private final OutputStream out;
  private final Optional<RandomAccessFile> file; // none if it is a pipe or a device
  private long size;
  private boolean failed;

  private TraceFile(Path path, OutputStream out, Optional<RandomAccessFile> file) {
    this.path = path;
    this.out = out;
    this.file = file;
  }

  /** Opens the file of this name, or another if a JVM that is running has it. */
  static TraceFile claim(Path wanted) throws IOException {
    TraceFile file = tryToClaim(wanted);
    if (file != null) {
      return file;
    }
    Path own = wanted.resolveSibling(Long.toString(ProcessHandle.current().pid()));
    Files.createDirectories(own);
    TraceFile other = tryToClaim(own.resolve(wanted.getFileName()));
    if (other == null) {
      throw new IOException(wanted + " is being written by another JVM");
    }
    System.err.println(
        "sooth: " + wanted + " is being written by another JVM; this one writes " + other.path);
    return other;
  }

  /** Null if another JVM has it. */
  private static TraceFile tryToClaim(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      Files.delete(path);
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      return new TraceFile(path, new FileOutputStream(path.toFile()), Optional.empty());
    }
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      FileLock lock = file.getChannel().tryLock(); // until the file is closed
      if (lock == null) {
        file.close();
        return null;
      }
    } catch (OverlappingFileLockException e) {
      file.close();
      return null;
    } catch (IOException e) {
      // This file system has no locks.
    }
    if (file.length() > 0) {
      file.setLength(0);
    }
    return new TraceFile(path, new FileOutputStream(file.getFD()), Optional.of(file));
  }

  Path path() {
    return path;
  }

  /** How many bytes were written. */
  long size() {
    return size;
  }

  /** Whether something could not be written. */
  boolean failed() {
    return failed;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** Called once for each block. */
  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
      size += length;
    } catch (IOException e) {
      failed = true;
      if (file.isPresent()) {
        file.get().setLength(size);
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
    if (file.isPresent()) {
      file.get().close();
    }
  }
}
