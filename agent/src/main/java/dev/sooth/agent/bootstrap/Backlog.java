package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How much is recorded and not yet written. Threads that run ahead of the writer wait here, so that
 * memory stays bounded whatever the program does.
 */
public final class Backlog {
  private static final VarHandle BYTES;
  private static final Object ROOM = new Object();

  @SuppressWarnings("unused") // through BYTES
  private static long bytes;

  private static volatile long limit = 64L << 20;

  static {
    try {
      BYTES = MethodHandles.lookup().findStaticVarHandle(Backlog.class, "bytes", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Backlog() {}

  /** Sets how many bytes may wait. */
  public static void limit(long newLimit) {
    limit = newLimit;
  }

  static void add(long n) {
    BYTES.getAndAdd(n);
  }

  /** The writer has drained a chunk of this size. */
  public static void drained(long n) {
    BYTES.getAndAdd(-n);
  }

  /** Bytes recorded and not written. */
  public static long bytes() {
    return (long) BYTES.getVolatile();
  }

  /**
   * Waits until there is room, or recording has stopped. The writer never waits for a thread of the
   * program, so this ends.
   */
  static void awaitRoom() {
    if (bytes() <= limit) {
      return;
    }
    boolean interrupted = false;
    while (bytes() > limit && Hooks.on) {
      // A wait and not a park or a sleep: those would eat a permit, or end at an interrupt.
      synchronized (ROOM) {
        try {
          ROOM.wait(1);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
