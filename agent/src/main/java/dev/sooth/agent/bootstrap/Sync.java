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
      taken(log, lock, site);
    }
  }

  /** The lock has been put on the log's list: records that it is taken. */
  static void taken(ThreadLog log, long lock, int site) {
    log.record(Op.ACQUIRE, site, lock);
    if (OpaqueLocks.contains(lock)) {
      log.becomeOpaque(log.locksHeld() - 1);
      comeAfter(log, lock, site);
    }
  }

  /** What is done under the lock comes after the earlier sections that have to keep their place. */
  static void comeAfter(ThreadLog log, long lock, int site) {
    if (log.comeAfter(lock)) {
      log.record(Op.HIDDEN_READ, site, Op.part(lock, Op.PART_MONITOR));
    }
  }

  /** The lock is about to be given; ignored if it was not seen taken. */
  static void release(ThreadLog log, long lock, int site) {
    if (log.lockGiven(lock)) {
      given(log, lock, site);
    }
  }

  /** The lock is about to be given wholly, by a wait. */
  static int releaseWholly(ThreadLog log, long lock, int site) {
    int depth = log.lockGivenWholly(lock);
    if (depth > 0) {
      given(log, lock, site);
    }
    return depth;
  }

  /** The lock has been struck off the log's list: records that it is given. */
  static void given(ThreadLog log, long lock, int site) {
    if (log.wasBefore) {
      Object subject = log.subject;
      log.record(Op.HIDDEN_UPDATE, site, Op.part(lock, Op.PART_MONITOR));
      log.subject = subject;
    }
    log.record(Op.RELEASE, site, lock);
  }

  /** The wait has taken the lock back. */
  static void acquireBack(ThreadLog log, long lock, int depth, int site) {
    if (depth > 0) {
      log.lockTakenBack(lock, depth);
      taken(log, lock, site);
    }
  }

  /** An InterruptedException has come to this thread. */
  static void interruptSeen(ThreadLog log, int site) {
    log.record(Op.HIDDEN_READ, site, key(log, Thread.currentThread(), Op.PART_INTERRUPT));
  }
}
