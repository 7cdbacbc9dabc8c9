package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.ThreadHooks;
import dev.sooth.agent.bootstrap.ThreadLogs;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The bond between this JVM and the {@code sooth run} that waits for it. It tells how the recording
 * goes, in a file of one line: the last signal that came here and when, so that it is not sent a
 * second time, and the numbers of events and of bytes. And it notices when {@code sooth run} has
 * gone, which ends the program, as if by SIGTERM (shutdown hooks run, the trace is closed), or only
 * the recording of a program that ran before.
 */
final class ParentWatch implements Runnable {
  /** In the folder of the trace. */
  static final String FILE = ".running";

  private static final String FAILED = "failed ";
  private static final long PAUSE_MILLIS = 50;
  private static final int PAUSES_A_SECOND = 20;
  private static final long GRACE_MILLIS = 10_000;
  private static final int STATUS = 128 + 15; // as if ended by SIGTERM
  private static final int LINE = 80; // overwritten in place, so of one length
  private static final int START_TIME = 19; // the field of /proc/PID/stat, counted from the state

  private final int parent;
  private final boolean dieWithParent;
  private final Path file;
  private final Recorded recorded;
  private volatile boolean ended;

  /** What the recorder has written so far. */
  interface Recorded {
    long events();

    long bytes();

    /** The process that waits for the recording has gone. */
    void parentGone();
  }

  ParentWatch(AgentOptions options, Recorded recorded) {
    parent = options.parent();
    dieWithParent = options.dieWithParent();
    file = options.out().resolveSibling(FILE);
    this.recorded = recorded;
  }

  /** The recording is closed; that it has failed is left for {@code sooth run} to read. */
  synchronized void end(boolean failed) {
    ended = true;
    try {
      if (failed) {
        Files.writeString(file, FAILED, StandardOpenOption.WRITE); // within a line that was there
      } else {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // `sooth run` deletes it.
    }
  }

  @Override
  public void run() {
    ThreadLogs.muteCurrent();
    Optional<String> identity = identity();
    // A parent that is not seen lives in another container, say.
    boolean watch = dieWithParent && identity.isPresent();
    try (RandomAccessFile out = open()) {
      long told = 0;
      for (int pause = 0; !ended; pause++) {
        boolean second = pause % PAUSES_A_SECOND == 0;
        long signal = ThreadHooks.lastSignal();
        if (second || signal != told) {
          tell(out, signal);
          told = signal;
        }
        if (second && watch && !identity().equals(identity)) {
          recorded.parentGone();
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException e) {
      watchOnly(watch, identity); // the disk is full
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ours and nobody else's, whatever stood there before. */
  private RandomAccessFile open() throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file);
    return new RandomAccessFile(file.toFile(), "rw");
  }

  private void watchOnly(boolean watch, Optional<String> identity) {
    while (watch && !ended) {
      if (!identity().equals(identity)) {
        recorded.parentGone();
      }
      try {
        Thread.sleep(PAUSE_MILLIS * PAUSES_A_SECOND);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private synchronized void tell(RandomAccessFile out, long signal) throws IOException {
    if (ended) {
      return;
    }
    String line =
        (signal & 0xFF) + " " + (signal >> 8) + " " + recorded.events() + " " + recorded.bytes();
    byte[] bytes = Arrays.copyOf(line.getBytes(StandardCharsets.US_ASCII), LINE);
    Arrays.fill(bytes, line.length(), LINE - 1, (byte) ' ');
    bytes[LINE - 1] = '\n';
    out.seek(0);
    out.write(bytes);
  }

  /**
   * Which process has the parent's number: empty if none has, or one that is dead and not yet
   * buried. The time of its start tells it from another that got the number later.
   */
  private Optional<String> identity() {
    try (InputStream in = new FileInputStream("/proc/" + parent + "/stat")) {
      String stat = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
      String state = fields.get(0);
      return state.equals("Z") || state.equals("X")
          ? Optional.empty()
          : Optional.of(fields.get(START_TIME));
    } catch (IOException e) {
      return Files.exists(Path.of("/proc/self/stat"))
          ? Optional.empty()
          : ProcessHandle.of(parent).filter(ProcessHandle::isAlive).map(ProcessHandle::toString);
    }
  }

  /** Ends the program. */
  static void die() {
    Thread last = new Thread(Recording.systemGroup(), ParentWatch::haltSoon, "sooth-end");
    ThreadLogs.mute(last);
    last.setDaemon(true);
    last.start();
    System.exit(STATUS);
  }

  /** Shutdown hooks may take their time, not forever. */
  private static void haltSoon() {
    try {
      Thread.sleep(GRACE_MILLIS);
    } catch (InterruptedException e) {
      // Then now.
    }
    Runtime.getRuntime().halt(STATUS);
  }
}
