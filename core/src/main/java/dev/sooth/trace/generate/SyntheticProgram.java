package dev.sooth.trace.generate;

import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;
import java.util.Arrays;

/**
 * Runs a made-up program, one event a step. Well-formed by construction: a lock is taken only when
 * it is free or held by the same thread, sections are closed in reverse order, and so many events
 * are always left that all open sections can be closed and all threads joined.
 */
final class SyntheticProgram {
  private static final int NONE = -1;
  private static final int MAIN = 0;
  private static final double GUARDED_IN_SECTION = 0.8; // the other accesses there are local
  private static final double NESTED = 0.05; // chance a step that a section opens another one
  private static final int OUTER_LENGTH = 11; // accesses in a section: 1 to this, so 6 on average
  private static final int INNER_LENGTH = 5;

  private final Workload workload;
  private final FastRandom random;
  private final SyntheticNames names;

  private final int locals;
  private final int constants;
  private final int guarded;
  private final int racy;
  private final double racyChance;
  private final double enterChance;
  private final ZipfSampler lockRanks;
  private final ZipfSampler localRanks;
  private final ZipfSampler constantRanks;
  private final ZipfSampler guardedRanks;
  private final ZipfSampler racyRanks;

  private final int[] holder; // per lock: the thread that holds it, or NONE
  private final int[] holds; // per lock: how often the holder has acquired it
  private final int[] depth; // per thread: open sections
  private final int[] openLock; // per thread and level
  private final int[] accessesLeft; // per thread and level

  private long eventsLeft;
  private long closing; // events that are needed to close all sections and join all threads
  private int uninitialised; // constants that the main thread has still to set
  private int nextFork = 1;
  private int nextJoin = 1;
  private int nextClosed = MAIN;
  private int current = MAIN;
  private int burstLeft;

  private byte kind;
  private int actor;
  private int target;
  private int location;

  SyntheticProgram(Workload workload) {
    this.workload = workload;
    int threads = workload.threads();
    int locks = workload.locks();
    int variables = workload.variables();
    random = new FastRandom(workload.seed());
    names = new SyntheticNames(threads, locks, variables);
    racy = (int) Math.round(variables * workload.racyShare());
    constants = Math.min(variables - racy, (int) Math.round(variables * workload.constantShare()));
    int unguarded = variables - racy - constants;
    locals =
        locks == 0 ? unguarded : Math.min(unguarded, (int) (variables * workload.localShare()));
    guarded = unguarded - locals;
    racyChance = racy / (double) variables;
    enterChance = enterChance(workload.lockShare(), locks, locals + constants > 0);
    lockRanks = sampler(locks);
    localRanks = sampler(ceilDiv(locals, threads));
    constantRanks = sampler(constants);
    guardedRanks = sampler(locks == 0 ? 0 : ceilDiv(guarded, locks));
    racyRanks = sampler(racy);
    holder = new int[locks];
    Arrays.fill(holder, NONE);
    holds = new int[locks];
    depth = new int[threads];
    openLock = new int[threads * workload.nesting()];
    accessesLeft = new int[threads * workload.nesting()];
    eventsLeft = workload.events();
    closing = workload.forkJoin() ? threads - 1 : 0;
    if (workload.forkJoin()) {
      long spare = Math.max(0, workload.events() - 2L * (threads - 1));
      uninitialised = (int) Math.min(constants, spare / 20);
    } else {
      nextFork = threads;
    }
  }

  /** So that a share s of the accesses is in sections, of 6 accesses on average. */
  private static double enterChance(double lockShare, int locks, boolean canDoOtherwise) {
    if (locks == 0) {
      return 0;
    }
    if (!canDoOtherwise) {
      return 1;
    }
    if (lockShare == 0) {
      return 0;
    }
    double mean = (1 + OUTER_LENGTH) / 2.0;
    return 1 / (1 + mean * (1 - lockShare) / lockShare);
  }

  private ZipfSampler sampler(int n) {
    return n == 0 ? null : new ZipfSampler(n, workload.skew());
  }

  private static int ceilDiv(int a, int b) {
    return (int) ((a + (long) b - 1) / b);
  }

  TraceNames names() {
    return names.names();
  }

  byte kind() {
    return kind;
  }

  int thread() {
    return actor;
  }

  int target() {
    return target;
  }

  int location() {
    return location;
  }

  /** Performs the next event; false when the program has ended. */
  boolean step() {
    if (eventsLeft == 0) {
      return false;
    }
    if (uninitialised > 0) {
      uninitialised--;
      access(MAIN, VariableClass.CONSTANT, uninitialised, true);
    } else if (nextFork < workload.threads()) {
      threadOperation(Kind.FORK, nextFork++);
    } else if (eventsLeft > closing && !isStuck()) {
      work();
    } else {
      close();
    }
    eventsLeft--;
    return true;
  }

  /** Whether one event is left for work, and all work is a section: three events. */
  private boolean isStuck() {
    return eventsLeft == closing + 1 && locals + constants + racy == 0;
  }

  /** Lets threads run until one of them performs an event. */
  private void work() {
    if (burstLeft <= 0) {
      current = random.below(workload.threads());
      burstLeft = 1 + (int) (-StrictMath.log(1 - random.unit()) * workload.burst());
    }
    burstLeft--;
    while (!act(current)) {
      burstLeft = 0;
      current = current == MAIN ? random.below(workload.threads()) : MAIN;
    }
  }

  private boolean act(int thread) {
    int level = depth[thread];
    if (level > 0) {
      return actInSection(thread, level);
    }
    if (random.chance(enterChance)) {
      int lock = lockRanks.draw(random);
      if (holder[lock] != NONE) { // it blocks; the holder is never blocked and runs instead
        current = holder[lock];
        return actInSection(current, depth[current]);
      }
      if (enter(thread, lock, OUTER_LENGTH)) {
        return true;
      }
    }
    if (random.chance(racyChance)) {
      return accessRacy(thread);
    }
    boolean constant = random.chance(constants / (double) (constants + locals));
    return (constant && readConstant(thread)) || accessLocal(thread) || readConstant(thread);
  }

  private boolean actInSection(int thread, int level) {
    int slot = thread * workload.nesting() + level - 1;
    if (accessesLeft[slot] == 0) {
      release(thread);
      return true;
    }
    if (level < workload.nesting() && random.chance(NESTED)) {
      int lock = lockRanks.draw(random);
      boolean free = holder[lock] == NONE || holder[lock] == thread;
      if (free && enter(thread, lock, INNER_LENGTH)) {
        return true;
      }
    }
    accessesLeft[slot]--;
    if (random.chance(racyChance)) {
      return accessRacy(thread);
    }
    boolean local = !random.chance(GUARDED_IN_SECTION) && accessLocal(thread);
    if (local || accessGuarded(thread, openLock[slot]) || accessLocal(thread)) {
      return true;
    }
    accessesLeft[slot] = 0;
    release(thread);
    return true;
  }

  private boolean enter(int thread, int lock, int longest) {
    if (eventsLeft < closing + 2) {
      return false;
    }
    int slot = thread * workload.nesting() + depth[thread]++;
    openLock[slot] = lock;
    accessesLeft[slot] = 1 + random.below(longest);
    holder[lock] = thread;
    holds[lock]++;
    closing++;
    emit(Kind.ACQUIRE, thread, names.lock(lock), names.lockLine(lock, Kind.ACQUIRE));
    return true;
  }

  private void release(int thread) {
    int lock = openLock[thread * workload.nesting() + --depth[thread]];
    if (--holds[lock] == 0) {
      holder[lock] = NONE;
    }
    closing--;
    emit(Kind.RELEASE, thread, names.lock(lock), names.lockLine(lock, Kind.RELEASE));
  }

  /** Ends the program: closes the open sections of all threads, then joins the threads. */
  private void close() {
    while (nextClosed < workload.threads() && depth[nextClosed] == 0) {
      nextClosed++;
    }
    if (nextClosed < workload.threads()) {
      release(nextClosed);
    } else if (closing > 0) {
      closing--;
      threadOperation(Kind.JOIN, nextJoin++);
    } else {
      emit(Kind.END, MAIN, 0, names.mainLine(Kind.END));
    }
  }

  private boolean accessLocal(int thread) {
    if (thread >= locals) {
      return false;
    }
    long index = (long) localRanks.draw(random) * workload.threads() + thread;
    boolean write = random.chance(workload.writeShare());
    access(thread, VariableClass.LOCAL, index < locals ? (int) index : thread, write);
    return true;
  }

  private boolean readConstant(int thread) {
    if (constants == 0) {
      return false;
    }
    access(thread, VariableClass.CONSTANT, constantRanks.draw(random), false);
    return true;
  }

  private boolean accessGuarded(int thread, int lock) {
    if (lock >= guarded) {
      return false;
    }
    long index = (long) guardedRanks.draw(random) * workload.locks() + lock;
    boolean write = random.chance(workload.writeShare() / 2);
    access(thread, VariableClass.GUARDED, index < guarded ? (int) index : lock, write);
    return true;
  }

  private boolean accessRacy(int thread) {
    boolean write = random.chance(workload.writeShare());
    access(thread, VariableClass.RACY, racyRanks.draw(random), write);
    return true;
  }

  private void access(int thread, VariableClass of, int index, boolean write) {
    int first =
        switch (of) {
          case LOCAL -> 0;
          case CONSTANT -> locals;
          case GUARDED -> locals + constants;
          case RACY -> locals + constants + guarded;
        };
    int line = names.accessLine(of, index, write, (int) (random.next() & 1));
    emit(write ? Kind.WRITE : Kind.READ, thread, names.variable(of, index, first), line);
  }

  private void threadOperation(byte operation, int thread) {
    emit(operation, MAIN, names.thread(thread), names.mainLine(operation));
  }

  private void emit(byte eventKind, int thread, int targetId, int locationId) {
    kind = eventKind;
    actor = names.thread(thread);
    target = targetId;
    location = locationId;
  }
}
