package dev.sooth.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The recording of a JVM that ran before and goes on afterwards: nothing here ends it. The
 * recording ends after its time, when somebody asks for it, here or by {@code --attach-off}, or
 * with the program.
 */
final class AttachedRun implements RecordedProgram {
  private static final long PAUSE_MILLIS = 100;

  private final AttachedJvm jvm;
  private final String jar;
  private final Path summary;
  private final RunningJvms running;
  private final Io io;
  private boolean seen; // that it is recorded; the waiting thread's
  private boolean asked; // guarded by this
  private volatile boolean abandoned;

  private AttachedRun(AttachedJvm jvm, String jar, Path folder, RunningJvms running, Io io) {
    this.jvm = jvm;
    this.jar = jar;
    this.running = running;
    this.io = io;
    summary = folder.resolve("recording.txt");
  }

  /** Starts the recording. */
  static AttachedRun start(
      long pid, String jar, String options, Path folder, RunningJvms running, Io io)
      throws IOException {
    AttachedJvm jvm = new AttachedJvm(pid);
    jvm.load(jar, options);
    return new AttachedRun(jvm, jar, folder, running, io);
  }

  /** Ends a recording that was started elsewhere; returns where the trace is. */
  static String end(long pid, String jar) throws IOException {
    return new AttachedJvm(pid).load(jar, "off");
  }

  @Override
  public int await(Duration limit) throws InterruptedException {
    long end = limit == null ? Long.MAX_VALUE : System.nanoTime() + limit.toNanos();
    while (isAlive() && !abandoned) {
      if (limit != null && System.nanoTime() >= end) {
        detach();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    Thread.sleep(PAUSE_MILLIS); // the summary may just be written
    return ExitStatus.OK;
  }

  /** The agent writes its summary last, if it can write at all. */
  @Override
  public boolean isAlive() {
    boolean now = !running.states().isEmpty();
    boolean over = seen && !now;
    seen |= now;
    return jvm.isAlive() && !over && !Files.exists(summary);
  }

  @Override
  public void end(Signals.Kind signal, long time) {
    if (!detach()) {
      abandoned = true; // it does not answer: there is what was written so far
    }
  }

  /** Asks the agent to end, and waits until it has; false if that was done before. */
  private boolean detach() {
    synchronized (this) {
      if (asked) {
        return false;
      }
      asked = true;
    }
    try {
      jvm.load(jar, "off");
    } catch (IOException e) {
      if (isAlive()) {
        io.say(e.getMessage());
        abandoned = true;
      }
    }
    return true;
  }

  @Override
  public void close() {
    if (isAlive()) {
      detach();
    }
  }
}
