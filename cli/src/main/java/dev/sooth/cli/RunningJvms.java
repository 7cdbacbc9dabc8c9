package dev.sooth.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the agents tell while they record, each in a file beside its trace. */
final class RunningJvms {
  private static final String FILE = ".running";
  private static final int NUMBERS = 4;
  private static final long ALIVE_MILLIS = 5_000; // an agent tells something each second

  private final Path folder;

  /**
   * What one JVM has told last.
   *
   * @param signal the last signal that came there, 0 for none
   * @param signalMillis when that was
   */
  record State(int signal, long signalMillis, long events, long bytes) {}

  /** Those whose traces are in this folder, or one below. */
  RunningJvms(Path folder) {
    this.folder = folder;
  }

  List<State> states() {
    List<State> states = new ArrayList<>();
    for (Path file : files()) {
      try {
        String[] numbers = Files.readString(file, StandardCharsets.US_ASCII).strip().split(" ", -1);
        if (numbers.length == NUMBERS) {
          states.add(
              new State(
                  Integer.parseInt(numbers[0]),
                  Long.parseLong(numbers[1]),
                  Long.parseLong(numbers[2]),
                  Long.parseLong(numbers[3])));
        }
      } catch (IOException | NumberFormatException e) {
        // It has just ended, or is writing now.
      }
    }
    return states;
  }

  /** Whether one of them has told something within the last seconds, and so lives. */
  boolean anyNow() {
    long now = System.currentTimeMillis();
    for (Path file : files()) {
      try {
        if (now - Files.getLastModifiedTime(file).toMillis() < ALIVE_MILLIS) {
          return true;
        }
      } catch (IOException e) {
        // It has just ended.
      }
    }
    return false;
  }

  /** Whether one of them could not write its trace. */
  boolean anyFailed() {
    for (Path file : files()) {
      try {
        if (Files.readString(file, StandardCharsets.US_ASCII).startsWith("failed ")) {
          return true;
        }
      } catch (IOException e) {
        return true; // what is there cannot be read
      }
    }
    return false;
  }

  private List<Path> files() {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> below = Files.newDirectoryStream(folder, Files::isDirectory)) {
      files.add(folder.resolve(FILE));
      below.forEach(process -> files.add(process.resolve(FILE)));
    } catch (IOException e) {
      // The folder has been deleted: nobody tells anything.
    }
    files.removeIf(file -> !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    return files;
  }

  /** A JVM that was killed leaves its file. */
  void forget() {
    for (Path file : files()) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // It will be overwritten by the next run.
      }
    }
  }
}
