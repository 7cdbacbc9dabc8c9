package dev.sooth.cli;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;

/**
 * A file that appears complete or not at all: written under another name in the same folder and
 * moved at the end. What is not {@link #commit committed} is deleted, also when the user
 * interrupts. A device or a pipe is written to as it is.
 */
final class OutputFile implements Closeable {
  private final Path target;
  private final Path written;
  private final OutputStream out;
  private final Thread cleanUp;
  private boolean committed;
  private boolean abandoned; // guarded by this

  OutputFile(Path path) throws IOException {
    boolean exists = Files.exists(path);
    target = exists ? path.toRealPath() : path.toAbsolutePath();
    if (Files.isDirectory(target)) {
      throw new FileSystemException(path.toString(), null, "is a folder");
    }
    boolean direct = exists && !Files.isRegularFile(target);
    String name = "." + target.getFileName() + "." + UUID.randomUUID() + ".part";
    written = direct ? target : target.resolveSibling(name);
    committed = direct;
    cleanUp = new Thread(this::deleteUnlessCommitted);
    // The hook first: an interrupt between the two must not leave the file.
    Runtime.getRuntime().addShutdownHook(cleanUp);
    out = new BufferedOutputStream(create());
  }

  private synchronized OutputStream create() throws IOException {
    if (abandoned) {
      throw new FileSystemException(target.toString(), null, "interrupted");
    }
    try {
      // Never through a link, or over a file, that somebody has put there.
      return committed
          ? Files.newOutputStream(written)
          : Files.newOutputStream(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      removeHook();
      throw e;
    }
  }

  /**
   * Refuses to write over something that is read.
   *
   * @throws FileSystemException if the output is one of the inputs, under whatever name
   */
  static void requireOther(Path output, List<String> inputs) throws IOException {
    for (String input : inputs) {
      if (Files.isRegularFile(output)
          && !input.equals(ReadingOptions.STDIN)
          && Files.exists(Path.of(input))
          && Files.isSameFile(output, Path.of(input))) {
        throw new FileSystemException(
            output.toString(), null, "is also what is read; give the output another name");
      }
    }
  }

  OutputStream stream() {
    return out;
  }

  /** Makes the file appear. */
  void commit() throws IOException {
    out.close();
    if (!committed) {
      try {
        Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
      }
      committed = true;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      deleteUnlessCommitted();
      removeHook();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(cleanUp);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook is running or has run.
    }
  }

  private synchronized void deleteUnlessCommitted() {
    abandoned = true;
    if (!committed) {
      try {
        Files.deleteIfExists(written);
      } catch (IOException e) {
        // Nothing more can be done; the name tells what the file is.
      }
    }
  }
}
