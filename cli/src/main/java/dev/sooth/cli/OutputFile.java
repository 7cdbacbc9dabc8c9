package dev.sooth.cli;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
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
  private final String named; // by the user
  private final Path target;
  private final Path written;
  private final OutputStream out;
  private final Thread cleanUp;
  private boolean committed;
  private boolean abandoned; // guarded by this

  OutputFile(Path path) throws IOException {
    named = path.toString();
    if (Files.isDirectory(path)) {
      throw new FileSystemException(named, null, "is a folder");
    }
    boolean exists = Files.exists(path);
    boolean direct = exists && !Files.isRegularFile(path); // /dev/stdout may have no real path
    target = exists && !direct ? path.toRealPath() : path.toAbsolutePath();
    String name = "." + target.getFileName() + "." + UUID.randomUUID() + ".part";
    written = direct ? target : target.resolveSibling(name);
    committed = direct;
    cleanUp = new Thread(this::deleteUnlessCommitted);
    // The hook first: an interrupt between the two must not leave the file.
    Runtime.getRuntime().addShutdownHook(cleanUp);
    out = new BufferedOutputStream(new Named(create()));
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
      throw about(e);
    }
  }

  /** The same about the file that the user knows, and not about the one that is written. */
  private IOException about(IOException e) {
    if (!Files.isDirectory(target.getParent())) {
      return new FileSystemException(named, null, "there is no folder " + target.getParent());
    }
    if (e instanceof AccessDeniedException) {
      return new AccessDeniedException(named);
    }
    String reason = e instanceof FileSystemException at ? at.getReason() : e.getMessage();
    return new FileSystemException(named, null, reason);
  }

  /** What fails says which file. */
  private final class Named extends FilterOutputStream {
    Named(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        throw about(e);
      }
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

  /** Why a file could not be written, without its name. */
  static String reason(IOException e) {
    return e instanceof FileSystemException at && at.getReason() != null
        ? at.getReason()
        : e.getMessage();
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
