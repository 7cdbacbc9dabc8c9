package dev.sooth.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A folder that one {@code sooth run} has for itself: two would write the same files. */
final class FolderLock implements AutoCloseable {
  private static final String FILE = ".lock";

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Makes the folder and takes it.
   *
   * @throws UsageException if another run has it
   */
  static FolderLock on(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new FileSystemException(folder.toString(), null, "is a file, expected a folder");
    } catch (NoSuchFileException e) { // a file system that takes none, such as /proc
      throw new FileSystemException(folder.toString(), null, "no folder can be made here");
    }
    FileChannel channel =
        FileChannel.open(
            folder.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    if (lock == null || new RunningJvms(folder).anyNow()) {
      channel.close();
      throw isUsed(folder);
    }
    return new FolderLock(folder, channel);
  }

  static UsageException isUsed(Path folder) {
    return new UsageException(folder + ": another run writes there, expected a folder of its own");
  }

  Path folder() {
    return folder;
  }

  /** The file goes first: who opens it now has another one, and who waits for this one fails. */
  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(folder.resolve(FILE));
    }
  }
}
