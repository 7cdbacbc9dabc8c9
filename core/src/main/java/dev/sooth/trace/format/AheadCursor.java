package dev.sooth.trace.format;

import dev.sooth.trace.DeadNames;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.ForwardingCursor;
import dev.sooth.trace.TraceNotes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets another thread read the next batches while the user works on the last. Short files are not
 * worth a thread: below some millions of events it costs more than it saves.
 *
 * <p>The user may look at the names whenever he is not in {@link #next}, so the thread changes them
 * only while he is: before it does, it waits until he comes and lets it. Most blocks of long files
 * bring no new names.
 */
final class AheadCursor extends ForwardingCursor {
  /** So many batches the user reads himself, of at most 65,536 events. */
  private static final int WITHOUT_THREAD = 64;

  private static final int AHEAD = 2;
  private static final long PATIENCE_MILLIS = 1000;

  /** A batch that goes round between the thread and the user. */
  private static final class Slot {
    final Columns columns = new Columns();
    final EventBatch batch = new EventBatch();
    TraceNotes notes;
    boolean hasEvents;
    Throwable failure;
  }

  /** The cursor is closed, and nobody waits for the thread. */
  private static final class Closed extends RuntimeException {
    Closed() {
      super(null, null, false, false);
    }
  }

  private final SoothCursor blocks; // the input; the thread's, once there is one
  private final List<Slot> slots = new ArrayList<>();
  private final int withoutThread;
  private int batches; // without the thread
  private Thread thread; // null until there is one
  private Slot shown; // what the user works on; null without the thread

  private final Object lock = new Object();
  private final Queue<Slot> empty = new ArrayDeque<>(); // guarded by lock
  private final Queue<Slot> full = new ArrayDeque<>(); // guarded by lock
  private boolean wantsToChangeNames; // guarded by lock
  private boolean mayChangeNames; // guarded by lock
  private boolean closed; // guarded by lock

  AheadCursor(SoothCursor input) {
    this(input, WITHOUT_THREAD);
  }

  /** With a thread after so many batches. */
  AheadCursor(SoothCursor input, int withoutThread) {
    super(input);
    blocks = input;
    this.withoutThread = withoutThread;
  }

  @Override
  public void leaveOutVariables() {
    if (thread == null) {
      input.leaveOutVariables();
    }
  }

  /** See {@link SoothCursor#lastUses}. */
  void lastUses(Supplier<DeadNames.LastUses> find) {
    blocks.lastUses(find);
  }

  @Override
  public void forgetDead(BitSet exceptVariables) {
    input.forgetDead(exceptVariables);
  }

  @Override
  public boolean next(EventBatch batch) throws IOException {
    if (thread == null) {
      if (batches++ < withoutThread) {
        return input.next(batch);
      }
      start();
    }
    if (shown == null || (shown.hasEvents && shown.failure == null)) {
      shown = take();
    }
    if (shown.failure instanceof IOException e) {
      throw e;
    }
    if (shown.failure instanceof RuntimeException e) {
      throw e;
    }
    if (shown.failure instanceof Error e) {
      throw e;
    }
    show(shown.batch, batch);
    return shown.hasEvents;
  }

  private static void show(EventBatch from, EventBatch to) {
    to.kind = from.kind;
    to.thread = from.thread;
    to.target = from.target;
    to.location = from.location;
    to.values = from.values;
    to.callers = from.callers;
    to.dead = from.dead;
    to.forgottenVariables = from.forgottenVariables;
    to.forgottenLocks = from.forgottenLocks;
    to.from = from.from;
    to.to = from.to;
    to.base = from.base;
  }

  private void start() {
    for (int i = 0; i <= AHEAD; i++) {
      slots.add(new Slot());
    }
    empty.addAll(slots);
    blocks.beforeNamesChange(this::awaitUser);
    thread = new Thread(this::readAhead, "sooth-read-ahead");
    thread.setDaemon(true);
    thread.start();
  }

  /** What the thread does, up to the end of the file or the first failure. */
  private void readAhead() {
    try {
      boolean more = true;
      while (more) {
        Slot slot = takeEmpty();
        blocks.use(slot.columns);
        try {
          slot.hasEvents = input.next(slot.batch);
          slot.notes = input.notes();
        } catch (Closed e) {
          throw e;
        } catch (IOException | RuntimeException | Error e) {
          slot.failure = e;
        }
        more = slot.hasEvents && slot.failure == null;
        give(slot);
      }
    } catch (Closed e) {
      // nobody wants more
    }
  }

  private Slot takeEmpty() {
    synchronized (lock) {
      await(() -> !empty.isEmpty());
      return empty.remove();
    }
  }

  /** The names stay as they are from now on, until the next batch. */
  private void give(Slot slot) {
    synchronized (lock) {
      wantsToChangeNames = false;
      mayChangeNames = false;
      full.add(slot);
      lock.notifyAll();
    }
  }

  private void awaitUser() {
    synchronized (lock) {
      wantsToChangeNames = true;
      lock.notifyAll();
      await(() -> mayChangeNames);
    }
  }

  /** Waits for what the user does; the caller has the lock. */
  private void await(BooleanSupplier condition) {
    try {
      while (!closed && !condition.getAsBoolean()) {
        lock.wait();
      }
    } catch (InterruptedException e) {
      closed = true; // nobody else knows this thread
    }
    if (closed) {
      throw new Closed();
    }
  }

  /** The next batch for the user. The thread always comes, so an interrupt is left to others. */
  private Slot take() {
    boolean interrupted = false;
    synchronized (lock) {
      if (shown != null) {
        empty.add(shown);
        lock.notifyAll();
      }
      while (full.isEmpty() || wantsToChangeNames) {
        if (wantsToChangeNames && !mayChangeNames) {
          mayChangeNames = true;
          lock.notifyAll();
        }
        try {
          lock.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return full.remove();
    }
  }

  @Override
  public TraceNotes notes() {
    return shown == null || shown.notes == null ? input.notes() : shown.notes;
  }

  /**
   * Ends the thread. If it waits for input that does not come, it stays, and so does what it uses;
   * it does not keep the JVM from ending.
   */
  @Override
  public void close() throws IOException {
    if (thread != null) {
      synchronized (lock) {
        closed = true;
        lock.notifyAll();
      }
      try {
        thread.join(PATIENCE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (thread.isAlive()) {
        return;
      }
    }
    input.close();
  }
}
