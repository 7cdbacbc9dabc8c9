package dev.sooth.agent.bootstrap;

/**
 * What the code that checks accesses knows of its thread. Each method that has accesses finds it
 * once, at its start, and keeps it in a local variable.
 *
 * <p>An {@link AccessChecker} makes its state of a thread a subclass, so that most accesses end
 * after a comparison in the program's own method, see {@link DirectChecks}.
 */
public class CheckState {
  /** How many bits of a word are the place of an access: the lowest ones. */
  public static final int PLACE_BITS = 23;

  /** How many bits are the slot of the thread, above the place. None is 0. */
  public static final int SLOT_BITS = 12;

  /** Before this, words are no accesses: 0, or numbers that say where the accesses are kept. */
  public static final long FIRST = 1L << PLACE_BITS;

  private static final int TIME_AT = PLACE_BITS + SLOT_BITS;

  static final long SLOT = ((1L << SLOT_BITS) - 1) << PLACE_BITS;

  /** In the place of an epoch: no access may end early. Words of accesses are positive. */
  static final long NEVER = Long.MIN_VALUE;

  /** Of a thread that is not watched. */
  static final CheckState NOBODY = new CheckState();

  private static final int FEWEST_REPEATS = 64; // powers of 2
  private static final int MOST_REPEATS = 1 << 13;

  /**
   * The epoch of the thread, without a place, if it is used already and nothing stands in the way
   * of an access that ends early; else {@link #NEVER}, also set by others.
   */
  public long fast = NEVER;

  /** The slot of the thread; -1 until it has one. Threads that share a slot have -1 here. */
  public int slot = -1;

  /** The times of other slots up to which the thread comes after them, as far as they are exact. */
  public int[] known = {};

  /** Whether the accesses of what the thread executes are checked, see {@link Sampling}. */
  boolean sampled;

  /** The number of the thread that has it, once that has looked for it. */
  long threadId = -1;

  /** The log, once there is one; null for who is not watched. */
  ThreadLog log;

  /**
   * {@link ThreadSamples#skips}, if methods may be left out without a question: else an empty
   * array, also set by others.
   */
  int[] skips = ThreadSamples.NONE;

  // What AccessChecker.check leaves here.

  /** What the word for the writes has to be from now on. */
  public long writesNow;

  /** What the word for the reads has to be from now on. */
  public long readsNow;

  // Lately checked accesses to variables that have a number instead of a word.
  private long[] repeated = null;
  private int misses;
  private int nextNumber;

  /** For subclasses. */
  protected CheckState() {}

  /** What is kept for a thread, whose log this is. */
  static CheckState of(ThreadLog log) {
    boolean own = log.listenerState instanceof CheckState state && !state.isShared();
    CheckState state = own ? (CheckState) log.listenerState : new CheckState();
    state.log = log;
    if (log.samples != null) {
      log.samples.state = state;
    }
    return state;
  }

  /** Whether several threads have it. */
  public boolean isShared() {
    return false;
  }

  /** Whether an access, or none, comes before what this thread does now; false if in doubt. */
  final boolean isAfter(long word) {
    if (word < FIRST) {
      return word == 0;
    }
    int of = ((int) (word >>> PLACE_BITS) & (1 << SLOT_BITS) - 1) - 1;
    int[] times = known;
    return of == slot || (of < times.length && (int) (word >>> TIME_AT) <= times[of]);
  }

  /** From now on accesses in this epoch may end early. */
  protected final void allowFast(long epoch) {
    fast = log != null && log.jdkLocks.silent == 0 ? epoch : NEVER;
  }

  /** No access may end early, until {@link #allowFast}. */
  public final void forbidFast() {
    fast = NEVER;
  }

  /**
   * Whether an access is the same as an earlier one in the same epoch at the same place to the
   * variable that has this number.
   */
  final boolean isRepeated(long number, long access) {
    long[] all = repeated;
    if (all == null) {
      return false;
    }
    int at = place(number, access, all.length);
    return all[at] == access && all[at + 1] == number;
  }

  /** Keeps an access for {@link #isRepeated}. */
  final void repeat(long number, long access) {
    if (repeated == null) {
      repeated = new long[2 * FEWEST_REPEATS];
    }
    int at = place(number, access, repeated.length);
    if (repeated[at] != 0 && ++misses > 4 * repeated.length && repeated.length < MOST_REPEATS) {
      repeated = new long[4 * repeated.length];
      misses = 0;
      at = place(number, access, repeated.length);
    }
    repeated[at] = access;
    repeated[at + 1] = number;
  }

  private static int place(long number, long access, int length) {
    int mixed = (int) number + (int) (access & FIRST - 1) * 0x9E37_79B1; // numbers are random
    return mixed << 1 & length - 2;
  }

  /**
   * A number for a variable, between 1 and {@link #FIRST}. Two variables with one number can make
   * each other's accesses look like repeated ones: that loses some, and makes none up.
   */
  public final long number() {
    if (nextNumber == 0) {
      nextNumber = System.identityHashCode(this);
    }
    nextNumber = nextNumber * 1_664_525 + 1_013_904_223;
    long number = (nextNumber >>> 9) & FIRST - 1;
    return number == 0 ? 1 : number;
  }
}
