package dev.sooth.agent.bootstrap;

import java.lang.ref.WeakReference;

/**
 * What the JDK's own synchronisers call, from the inside: at the entry and at every exit of the
 * methods in the agent's table of models.
 *
 * <p>The rule that keeps every model sound: a method that changes a synchroniser updates its hidden
 * variable at entry and at exit; one that looks at it reads it at entry and at exit. The real
 * effect lies between, so any order of effects that reads-from and thread order then allow is one
 * that the intervals allow too. More order than necessary, never less.
 */
public final class JdkHooks {
  /** Updates the state; calls no code of the program, so its internals are silent. */
  public static final int CHANGE = 0;

  /** Looks at the state; internals silent. */
  public static final int OBSERVE = 1;

  /** Updates the state and may call the program. */
  public static final int CHANGE_OPEN = 2;

  /** Looks at the state and may call the program. */
  public static final int OBSERVE_OPEN = 3;

  /** Returns with the lock taken. */
  public static final int LOCK = 4;

  /** Returns true with the lock taken, false without. */
  public static final int TRY_LOCK = 5;

  /** Gives the lock. */
  public static final int UNLOCK = 6;

  public static final int WRITE_LOCK = 7;
  public static final int TRY_WRITE_LOCK = 8;
  public static final int WRITE_UNLOCK = 9;
  public static final int READ_LOCK = 10;
  public static final int TRY_READ_LOCK = 11;
  public static final int READ_UNLOCK = 12;

  /** Runs a task: what was done before it was handed over comes before, the result after. */
  public static final int RUN = 13;

  /** Hands a task over: update at entry only, internals silent. */
  public static final int HAND_OVER = 14;

  /** Nothing but silence of the internals. */
  public static final int SILENCE = 15;

  /** Gives a permit to a thread. */
  public static final int UNPARK = 16;

  /** Interrupts a thread. */
  public static final int INTERRUPT = 17;

  /** Update at entry only; may call the program. */
  public static final int ANNOUNCE = 18;

  /** Read at exit only; may call the program. */
  public static final int COLLECT = 19;

  /** Read at entry only; may call the program. */
  public static final int LEARN = 20;

  /**
   * Runs a fork-join task: like {@link #RUN}, and tells those who wait for many. Its completion is
   * {@link #COMPLETE_TASK}, inside: whoever waits may go on before this method has come to its end.
   */
  public static final int RUN_TASK = 21;

  /** Completes a stage: update at entry, of the stage and for all dependents. */
  public static final int ANNOUNCE_STAGE = 22;

  /** Looks at the state of a lock. */
  public static final int LOOK_AT_LOCK = 23;

  /** Completes a fork-join task: update at entry, of the task and for those who wait for many. */
  public static final int COMPLETE_TASK = 24;

  /** Key of all dependent stages of {@code CompletableFuture}. */
  public static final Object STAGES = new Object();

  /** Key of all completions of fork-join tasks that are awaited together. */
  public static final Object COMPLETIONS = new Object();

  private static final int RECORDED = 1;
  private static final int WAS_QUIET = 2;
  private static final int QUIETENED = 4;

  /** What a spliterator, an iterator or a bulk task goes over. */
  private static final WeakTable<WeakReference<Object>> ORIGINS = new WeakTable<>();

  private JdkHooks() {}

  /** An iterator, spliterator or task over a collection has been made, or split off another. */
  public static void madeOver(Object view, Object origin) {
    if (Hooks.on && view != null && origin != null && view != origin) {
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        log.busy = true;
        WeakReference<Object> known = ORIGINS.get(origin);
        ORIGINS.put(view, known != null ? known : new WeakReference<>(origin));
        log.busy = false;
      }
    }
  }

  /** The collection that this goes over, or null if it is gone or was not seen. */
  public static Object origin(Object view) {
    WeakReference<Object> origin = ORIGINS.get(view);
    return origin == null ? null : origin.get();
  }

  /** The map that this map is a part of, or the map itself. */
  public static Object whole(Object map) {
    WeakReference<Object> origin = ORIGINS.get(map);
    return origin == null ? map : origin.get();
  }

  /** A parallel operation over a map begins: the task that the thread makes next is for it. */
  public static void bulk(Object map) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      log.bulk = new WeakReference<>(map);
    }
  }

  /** A task of a parallel operation has been made, by its parent or as the first. */
  public static void bulkTask(Object task, Object parent) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log != null) {
      madeOver(task, parent != null ? parent : log.bulk == null ? null : log.bulk.get());
    }
  }

  /** The synchroniser if its class is not the JDK's, whose own are modelled one by one. */
  public static Object foreign(Object synchroniser) {
    return synchroniser.getClass().getClassLoader() == null ? null : synchroniser;
  }

  /** Entry of a modelled method; returns what {@link #exit} needs. */
  public static int enter(Object key, int model, int site) {
    if (!Hooks.on || key == null) {
      return 0;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return 0;
    }
    int token = 0;
    boolean quiet = log.quiet > 0;
    log.calledJdk = 0; // what a modelled method calls is ordered by means that are not recorded
    switch (model) {
      case UNLOCK, WRITE_UNLOCK -> {
        // Even where all else is silent: a lock seen taken must be seen given.
        long lock = Sync.key(log, key, Op.PART_LOCK);
        if (log.holds(lock)) {
          if (log.lockGiven(lock)) {
            int op = model == UNLOCK ? Op.HIDDEN_WRITE : Op.HIDDEN_UPDATE;
            log.record(op, site, Sync.key(log, key, Op.PART_WRITERS));
            log.record(Op.RELEASE, site, lock);
          }
        }
        token |= RECORDED;
      }
      case RUN, RUN_TASK -> {
        // A task runs inside a silent method when its giver runs it itself: silence ends here.
        token |= RECORDED | QUIETENED | (quiet ? WAS_QUIET : 0);
        log.quiet = 0;
        enterRecorded(log, key, model, site);
      }
      default -> {
        if (!quiet) {
          token |= RECORDED;
          enterRecorded(log, key, model, site);
        }
      }
    }
    if (isSilent(model)) {
      token |= QUIETENED | (quiet ? WAS_QUIET : 0);
      log.quiet = 1;
    }
    Jitter.pause(log);
    return token;
  }

  private static void enterRecorded(ThreadLog log, Object key, int model, int site) {
    switch (model) {
      case CHANGE, CHANGE_OPEN, HAND_OVER, ANNOUNCE -> state(log, Op.HIDDEN_UPDATE, key, site);
      case OBSERVE, OBSERVE_OPEN, RUN, RUN_TASK, LEARN -> state(log, Op.HIDDEN_READ, key, site);
      case ANNOUNCE_STAGE -> {
        state(log, Op.HIDDEN_UPDATE, key, site);
        state(log, Op.HIDDEN_UPDATE, STAGES, site);
      }
      case COMPLETE_TASK -> {
        state(log, Op.HIDDEN_UPDATE, key, site);
        state(log, Op.HIDDEN_UPDATE, COMPLETIONS, site);
      }
      case LOOK_AT_LOCK -> lookAtLock(log, key, site);
      case LOCK, WRITE_LOCK, READ_LOCK -> attempt(log, key, site);
      case TRY_LOCK, TRY_WRITE_LOCK, TRY_READ_LOCK -> {
        lookAtLock(log, key, site);
        attempt(log, key, site);
      }
      case READ_UNLOCK -> log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, key, Op.PART_READERS));
      case UNPARK -> log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, key, Op.PART_PERMIT));
      case INTERRUPT -> log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, key, Op.PART_INTERRUPT));
      default -> {}
    }
  }

  /**
   * Exit of a modelled method.
   *
   * @param result -1 when it throws, 0 when it returns false, 1 otherwise
   */
  public static void exit(int result, Object key, int model, int site, int token) {
    if (token == 0) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    Jitter.pause(log);
    if ((token & QUIETENED) != 0) {
      log.quiet = (token & WAS_QUIET) != 0 ? 1 : 0;
    }
    if (!Hooks.on || (token & RECORDED) == 0) {
      return;
    }
    if (result < 0) {
      // It may be an InterruptedException, or pass on what another thread threw.
      Sync.interruptSeen(log, site);
    }
    switch (model) {
      case CHANGE, CHANGE_OPEN, RUN, ANNOUNCE_STAGE -> state(log, Op.HIDDEN_UPDATE, key, site);
      case RUN_TASK -> {
        state(log, Op.HIDDEN_UPDATE, key, site);
        state(log, Op.HIDDEN_UPDATE, COMPLETIONS, site);
      }
      case OBSERVE, OBSERVE_OPEN, COLLECT -> state(log, Op.HIDDEN_READ, key, site);
      case LOOK_AT_LOCK -> lookAtLock(log, key, site);
      case UNLOCK, WRITE_UNLOCK, READ_UNLOCK -> attempt(log, key, site);
      case LOCK, TRY_LOCK -> lockReturned(log, key, site, result, Op.HIDDEN_WRITE);
      case WRITE_LOCK, TRY_WRITE_LOCK -> lockReturned(log, key, site, result, Op.HIDDEN_UPDATE);
      case READ_LOCK, TRY_READ_LOCK -> {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_WRITERS));
        if (result == 0) {
          lookAtLock(log, key, site);
        }
      }
      default -> {}
    }
  }

  private static void lockReturned(ThreadLog log, Object key, int site, int result, int mark) {
    long state = Sync.key(log, key, Op.PART_WRITERS);
    if (result > 0) {
      long lock = Sync.key(log, key, Op.PART_LOCK);
      if (log.lockTaken(lock)) {
        log.record(Op.ACQUIRE, site, lock);
        if (mark == Op.HIDDEN_UPDATE) {
          log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_READERS));
        }
        log.record(mark, site, state);
      }
    } else if (result == 0) {
      // It failed because of the holder, or of readers: that is something it has read.
      lookAtLock(log, key, site);
    }
  }

  /**
   * The marks around every change of a lock's state: before it is taken, after it was given.
   * Together with those inside (after it was taken, before it is given) they pin a failed attempt
   * to the time at which it failed. Plain writes: they order nothing unless somebody looks.
   */
  private static void attempt(ThreadLog log, Object key, int site) {
    log.record(Op.HIDDEN_WRITE, site, Sync.key(log, key, Op.PART_ATTEMPTS));
  }

  private static void lookAtLock(ThreadLog log, Object key, int site) {
    log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_ATTEMPTS));
    log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_WRITERS));
    log.record(Op.HIDDEN_READ, site, Sync.key(log, key, Op.PART_READERS));
  }

  private static boolean isSilent(int model) {
    return switch (model) {
      case CHANGE_OPEN, OBSERVE_OPEN, RUN, RUN_TASK, ANNOUNCE, ANNOUNCE_STAGE -> false;
      case COLLECT, LEARN, INTERRUPT, COMPLETE_TASK -> false;
      default -> true;
    };
  }

  private static void state(ThreadLog log, int op, Object key, int site) {
    log.record(op, site, Sync.key(log, key, Op.PART_STATE));
  }

  /** An update of the key's state, from the middle of a JDK method that calls the program. */
  public static void announce(Object key, int site) {
    if (Hooks.on && key != null) {
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        state(log, Op.HIDDEN_UPDATE, key, site);
      }
    }
  }

  /** A read of the key's state, from the middle of a JDK method that calls the program. */
  public static void learn(Object key, int site) {
    if (Hooks.on && key != null) {
      ThreadLog log = ThreadLogs.current();
      if (log != null) {
        state(log, Op.HIDDEN_READ, key, site);
      }
    }
  }

  // ---- conditions -------------------------------------------------------------------------

  /** Entry of {@code Condition.await}: gives the lock. */
  public static int enterAwait(Object lockObject, int site) {
    if (!Hooks.on) {
      return 0;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return 0;
    }
    int token = log.quiet > 0 ? WAS_QUIET : RECORDED;
    long lock = Sync.key(log, lockObject, Op.PART_LOCK);
    if (log.holds(lock)) {
      // Both kinds of lock come here; an update is right for the one and harmless for the other.
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, lockObject, Op.PART_WRITERS));
      token |= Sync.releaseWholly(log, lock, site) << 8;
    }
    log.quiet = 1;
    return token;
  }

  /** Exit of {@code Condition.await}, by return or exception: the lock is held again. */
  public static void exitAwait(
      int result, Object condition, Object lockObject, int site, int token) {
    if (token == 0) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    log.quiet = (token & WAS_QUIET) != 0 ? 1 : 0;
    if (!Hooks.on) {
      return;
    }
    int depth = token >>> 8;
    if (depth > 0) {
      Sync.acquireBack(log, Sync.key(log, lockObject, Op.PART_LOCK), depth, site);
      log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, lockObject, Op.PART_WRITERS));
      log.record(Op.HIDDEN_READ, site, Sync.key(log, lockObject, Op.PART_READERS));
    }
    if ((token & RECORDED) != 0) {
      log.record(Op.HIDDEN_READ, site, Sync.key(log, condition, Op.PART_SIGNAL));
      if (result < 0) {
        Sync.interruptSeen(log, site);
      }
    }
  }

  /** Entry of {@code Condition.signal} and {@code signalAll}. */
  public static void signalling(Object condition, int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(Op.HIDDEN_UPDATE, site, Sync.key(log, condition, Op.PART_SIGNAL));
      }
    }
  }

  // ---- threads ----------------------------------------------------------------------------

  /** The current thread returns from {@code LockSupport.park}. */
  public static void unparked(int site) {
    currentThreadReads(Op.PART_PERMIT, site);
  }

  /** The current thread has looked at an interrupt status. */
  public static void interruptLooked(Thread thread, int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, thread, Op.PART_INTERRUPT));
      }
    }
  }

  /** The current thread has looked at its interrupt status and cleared it. */
  public static void interruptCleared(int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(
            Op.HIDDEN_UPDATE, site, Sync.key(log, Thread.currentThread(), Op.PART_INTERRUPT));
      }
    }
  }

  private static void currentThreadReads(int part, int site) {
    if (Hooks.on) {
      ThreadLog log = ThreadLogs.current();
      if (log != null && log.quiet == 0) {
        log.record(Op.HIDDEN_READ, site, Sync.key(log, Thread.currentThread(), part));
      }
    }
  }
}
