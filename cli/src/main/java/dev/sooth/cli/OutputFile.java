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
    String name = "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part";
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
      return Files.newOutputStream(written);
    } catch (IOException e) {
      removeHook();
      throw e;
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
