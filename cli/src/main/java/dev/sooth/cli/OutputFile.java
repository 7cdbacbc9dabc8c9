package dev.sooth.cli;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that appears complete or not at all: written under another name in the same folder and
 * moved at the end. What is not {@link #commit committed} is deleted, also when the user interrupts.
 */
final class OutputFile implements Closeable {
  private final Path target;
  private final Path temporary;
  private final OutputStream out;
  private final Thread cleanUp;
  private boolean committed;

  OutputFile(Path target) throws IOException {
    this.target = target;
    Path folder = target.toAbsolutePath().getParent();
    temporary =
        folder.resolve("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    out =
        new BufferedOutputStream(
            Files.newOutputStream(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE));
    cleanUp = new Thread(this::deleteTemporary);
    Runtime.getRuntime().addShutdownHook(cleanUp);
  }

  OutputStream stream() {
    return out;
  }

  /** Makes the file appear. */
  void commit() throws IOException {
    out.close();
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
    committed = true;
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      if (!committed) {
        deleteTemporary();
      }
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

  private void deleteTemporary() {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      // Nothing more can be done; the name tells what the file is.
    }
  }
}
