package dev.sooth.agent.bootstrap;

/** Locks and hidden variables, as the hooks record them. */
final class Sync {
  private Sync() {}

  /** The key of a part of this object. */
  static long key(ThreadLog log, Object object, int part) {
    log.busy = true;
    try {
      return Op.syncKey(Identities.of(object, log), ClassNumbers.of(object.getClass()) + 1, part);
    } finally {
      log.busy = false;
    }
  }

  /** The lock has been taken. */
  static void acquire(ThreadLog log, long lock, int site) {
    if (log.lockTaken(lock)) {
      log.record(Op.ACQUIRE, site, lock);
    }
  }

  /** The lock is about to be given; ignored if it was not seen taken. */
  static void release(ThreadLog log, long lock, int site) {
    if (log.lockGiven(lock)) {
      log.record(Op.RELEASE, site, lock);
    }
  }

  /** The lock is about to be given wholly, by a wait. */
  static int releaseWholly(ThreadLog log, long lock, int site) {
    int depth = log.lockGivenWholly(lock);
    if (depth > 0) {
      log.record(Op.RELEASE, site, lock);
    }
    return depth;
  }

  /** The wait has taken the lock back. */
  static void acquireBack(ThreadLog log, long lock, int depth, int site) {
    if (depth > 0) {
      log.lockTakenBack(lock, depth);
      log.record(Op.ACQUIRE, site, lock);
    }
  }

  /** An InterruptedException has come to this thread. */
  static void interruptSeen(ThreadLog log, int site) {
    log.record(Op.HIDDEN_READ, site, key(log, Thread.currentThread(), Op.PART_INTERRUPT));
  }
}
