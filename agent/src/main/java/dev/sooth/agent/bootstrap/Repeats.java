package dev.sooth.agent.bootstrap;

/**
 * Which plain reads need not be logged, because they say nothing that the log does not say yet.
 *
 * <p>A <em>region</em> is what a thread does between two of its synchronisation operations. Within
 * one, a read is left out if the log has a read of the same location at the same site, and nobody
 * else has written the location since. docs/soundness.md has the argument.
 *
 * <p>All writes are logged. To leave out repeated ones, too, and to log the last when the region
 * ends or another thread comes, was tried: it puts a write after later ones of its thread, so that
 * who got a reference by a race could see the object's contents written after it.
 *
 * <p>For each stripe one location is known, the one that was written last: its key, what wrote it,
 * the region that has it to itself. All of it is guarded by the stripe's lock.
 */
final class Repeats {
  /** Operation and site, of the first word of an entry. */
  private static final long WHAT = 0x3FFF_FFFF_0000_0000L;

  private static final long VERSION = 0xFFFF_FFFFL;

  private static final int KEY = 1;

  /** Operation and site of the last write, and how often others had to look. */
  private static final int STATE = 2;

  private static final int REGION = 3;

  private static final long[] CELLS = Stripes.CELLS;

  private Repeats() {}

  /** Whether the access, which is plain, need not be logged. */
  static boolean covers(ThreadLog log, long head, long key, int stripe) {
    long version = CELLS[(stripe << Stripes.CELL_BITS) + STATE] & VERSION;
    return Op.isPlainRead(head) && log.seen.contains(key, (head & WHAT) | version, log.region);
  }

  /** An access is going to be logged: what it hides has to be read again. */
  static void note(ThreadLog log, long head, long key, int stripe) {
    int op = Op.op(head);
    if (op >= Op.FIRST_OF_SYNC && op != Op.FIELD_CHAIN && op != Op.ELEMENT_CHAIN) {
      return; // no variable that could be read or written plainly
    }
    int at = stripe << Stripes.CELL_BITS;
    long state = CELLS[at + STATE];
    long version = state & VERSION;
    boolean known = CELLS[at + KEY] == key && Op.space(Op.op(state)) == Op.space(op);
    boolean own = known && CELLS[at + REGION] == log.region;
    if (Op.isRead(op)) {
      if (known && !own) {
        CELLS[at + REGION] = 0; // from now on somebody else knows it, too
      }
    } else {
      version = own ? version : (version + 1) & VERSION;
      CELLS[at + KEY] = key;
      CELLS[at + STATE] = (head & WHAT) | version;
      CELLS[at + REGION] = Op.isPlain(head) ? log.region : 0;
    }
    if (Op.isPlainRead(head)) {
      log.seen.add(key, (head & WHAT) | version, log.region);
    }
  }
}
