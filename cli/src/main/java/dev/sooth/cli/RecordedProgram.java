package dev.sooth.cli;

import java.time.Duration;

/** A program that is being recorded while we wait. */
interface RecordedProgram extends AutoCloseable {
  /** Waits for the end of the recording, and ends it after this time if it is not null. */
  int await(Duration limit) throws InterruptedException;

  /** Whether it is still recorded. */
  boolean isAlive();

  /** Somebody asks for the end. */
  void end(Signals.Kind signal, long time);

  /** Leaves nothing behind, because something of ours has failed. */
  @Override
  void close();
}
