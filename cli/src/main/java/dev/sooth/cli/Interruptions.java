package dev.sooth.cli;

import dev.sooth.detect.Stop;

/**
 * What a signal to {@code sooth run} or {@code analyze} does: while the program runs it is passed
 * on to it; during the analysis the first one stops the analysis, which then reports what it has,
 * and the second one ends the process.
 */
final class Interruptions implements Stop {
  private static final long PATIENCE_MILLIS = 5_000;
  private static final long SAME_MILLIS = 1_000; // signals of one keystroke are not further apart

  private final Io io;
  private RecordedProgram program; // guarded by this; null when none runs
  private Signals.Kind stoppedBy; // guarded by this; null if the analysis may go on
  private int endedWith; // guarded by this; the status of the program, while its signal may come
  private long endedMillis; // guarded by this
  private boolean anyArrived; // guarded by this
  private boolean readsPipe; // set before a signal can come

  Interruptions(Io io) {
    this.io = io;
  }

  /** The analysis may wait for ever for more of a pipe: then a signal ends it in any case. */
  void pipeIsRead() {
    readsPipe = true;
  }

  /** The program that runs from now on, or null when it has ended. */
  synchronized void runs(RecordedProgram running) {
    program = running;
  }

  /**
   * The program has ended with this status. If that is by a signal, the same one may still be on
   * its way to us, sent to all by one keystroke: it is not meant for the analysis.
   */
  synchronized void ended(int status) {
    program = null;
    endedWith = status;
    endedMillis = System.currentTimeMillis();
  }

  private boolean isOfTheProgram(Signals.Kind signal, long time) {
    boolean same = endedWith == signal.status() && time - endedMillis < SAME_MILLIS;
    endedWith = same ? 0 : endedWith; // the next one is ours
    return same;
  }

  /** A signal has come; called by a thread of its own. */
  void arrived(Signals.Kind signal) {
    long time = System.currentTimeMillis();
    RecordedProgram running;
    synchronized (this) {
      anyArrived = true;
      running = program;
      if (running == null && isOfTheProgram(signal, time)) {
        return;
      }
      if (running == null && stoppedBy != null) {
        Runtime.getRuntime().halt(signal.status());
      }
      if (running == null) {
        stoppedBy = signal;
      }
    }
    if (running != null) {
      running.end(signal, time); // without the lock: another signal must get through
    } else {
      io.say("SIG" + signal + ": the analysis ends with what it has; once more ends it at once");
      if (readsPipe) {
        endSoon(signal);
      }
    }
  }

  private void endSoon(Signals.Kind signal) {
    try {
      Thread.sleep(PATIENCE_MILLIS); // this thread is the signal's, and a daemon
    } catch (InterruptedException e) {
      return;
    }
    io.say("nothing more comes from stdin: ended without a report");
    Runtime.getRuntime().halt(signal.status());
  }

  /** Whether a signal has come, whomever it was for. */
  synchronized boolean any() {
    return anyArrived;
  }

  @Override
  public synchronized boolean now() {
    return stoppedBy != null;
  }

  /** The status of a run whose analysis ended with this one: what is not complete is not 0. */
  synchronized int status(int analysis) {
    return analysis == ExitStatus.OK && stoppedBy != null ? stoppedBy.status() : analysis;
  }
}
