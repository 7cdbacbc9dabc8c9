package dev.sooth.cli;

import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Says on a terminal how the recording goes, in one line that is written again each second: time,
 * bytes, events a second. The cursor stays at the start of the line, so that what the program
 * prints goes over it.
 */
final class RecordingProgress implements Runnable {
  private static final long DELAY_MILLIS = 2_000; // short runs show nothing
  private static final long PAUSE_MILLIS = 1_000;
  private static final String CLEAR = "\u001b[K";

  private final Io io;
  private final RunningJvms jvms;
  private final BooleanSupplier goesOn;
  private final long start = System.nanoTime();

  RecordingProgress(Io io, RunningJvms jvms, BooleanSupplier goesOn) {
    this.io = io;
    this.jvms = jvms;
    this.goesOn = goesOn;
  }

  /** Shows it in the background if stderr is a terminal and the user has not asked for silence. */
  static void show(Io io, boolean quiet, RunningJvms jvms, RecordedProgram program) {
    if (io.errIsTerminal() && !quiet) {
      Thread thread =
          new Thread(new RecordingProgress(io, jvms, program::isAlive), "sooth-progress");
      thread.setDaemon(true);
      thread.start();
    }
  }

  @Override
  public void run() {
    try {
      Thread.sleep(DELAY_MILLIS);
      long last = -1;
      while (goesOn.getAsBoolean()) {
        long events = 0;
        long bytes = 0;
        for (RunningJvms.State state : jvms.states()) {
          events += state.events();
          bytes += state.bytes();
        }
        if (last >= 0) {
          show(line(events, Math.max(0, events - last), bytes));
        }
        last = events;
        Thread.sleep(PAUSE_MILLIS);
      }
      show("");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String line(long events, long perSecond, long bytes) {
    return String.format(
        Locale.ROOT,
        "sooth: recording for %d s: %,d events, %,d a second, %.1f MB",
        (System.nanoTime() - start) / 1_000_000_000L,
        events,
        perSecond,
        bytes / 1e6);
  }

  private void show(String text) {
    io.err().print("\r" + text + CLEAR + "\r");
    io.err().flush();
  }
}
