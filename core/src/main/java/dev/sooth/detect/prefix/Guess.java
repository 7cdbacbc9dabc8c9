package dev.sooth.detect.prefix;

import java.util.Arrays;

/**
 * One guess of the automaton ([Ang25] section 6.2) by where each thread left the prefix. That says
 * all about writes, too: the last write of a variable is outside the prefix (ExclLastWrs) if its
 * thread had left before it. So a write costs a guess nothing.
 *
 * <p>The sets, with the paper's names: locks that threads held when they left (OpenLcks), locks
 * that the grain acquired (InclAcqs), variables that it read from the prefix or the initial value
 * (OrphanRds), variables that it wrote (InclWrs).
 */
final class Guess {
  /** In the place of a position: still in the prefix. */
  public static final long NEVER = Long.MAX_VALUE;

  public static final int NOBODY = -1;

  long[] cuts;

  /** Locks that are left open in the prefix. */
  public final SmallSet open = new SmallSet();

  /** Locks that the grain acquired. */
  public final SmallSet taken = new SmallSet();

  /** Variables that the grain read from outside it. */
  public final SmallSet reads = new SmallSet();

  /** The thread that is in the grain now, before the first access; or nobody. */
  public int grainThread = NOBODY;

  /** Locks that this thread held when it left the prefix. */
  public final SmallSet grainHeld = new SmallSet();

  /** Variables that the grain wrote, while a thread is in it. */
  public final SmallSet grainWrites = new SmallSet();

  /** How many events that thread had when it left the prefix. */
  public long eventsBeforeGrain;

  /** The first access; its kind is 0 before one is chosen. */
  public long firstPosition;

  public byte firstKind;
  public int firstThread;
  public int firstLocation;

  /** Where all pairs are asked for: the first accesses that this guess stands for. */
  public FirstAccess firsts;

  /** The second access, once it came and the prefix has still to give locks back; or null. */
  public SecondAccess second;

  int slot;
  GuessTable.Partition partition;

  /** The position up to which this guess saw all events, while it sleeps. */
  long asleepSince;

  Guess(int threads) {
    cuts = new long[threads];
    Arrays.fill(cuts, NEVER);
  }

  void set(Guess other) {
    if (cuts.length == other.cuts.length) {
      System.arraycopy(other.cuts, 0, cuts, 0, cuts.length);
    } else {
      cuts = other.cuts.clone();
    }
    open.set(other.open);
    taken.set(other.taken);
    reads.set(other.reads);
    grainThread = other.grainThread;
    grainHeld.set(other.grainHeld);
    grainWrites.set(other.grainWrites);
    eventsBeforeGrain = other.eventsBeforeGrain;
    firstPosition = other.firstPosition;
    firstKind = other.firstKind;
    firstThread = other.firstThread;
    firstLocation = other.firstLocation;
    firsts = other.firsts;
    second = other.second;
  }

  void setCut(int thread, long position, int threads) {
    if (thread >= cuts.length) {
      grow(threads);
    }
    cuts[thread] = position;
  }

  private void grow(int threads) {
    int old = cuts.length;
    cuts = Arrays.copyOf(cuts, threads);
    Arrays.fill(cuts, old, threads, NEVER);
  }

  /** Where the thread left the prefix: the position of its first event outside; or never. */
  public long cut(int thread) {
    return thread < cuts.length ? cuts[thread] : NEVER; // a thread that was not known then
  }

  public boolean isInPrefix(int thread) {
    return cut(thread) == NEVER;
  }

  /** Whether the last write of a variable is outside the prefix. */
  public boolean misses(LastWrites writes, int variable) {
    int writer = writes.thread(variable);
    return writer >= 0 && writes.position(variable) >= cut(writer);
  }

  /** The order in which guesses go when they are too many; it depends on nothing but them. */
  boolean isOlderThan(Guess other) {
    if (firstPosition != other.firstPosition) {
      return firstPosition < other.firstPosition;
    }
    for (int t = 0; t < Math.max(cuts.length, other.cuts.length); t++) {
      if (cut(t) != other.cut(t)) {
        return cut(t) < other.cut(t);
      }
    }
    int order = open.compareTo(other.open);
    order = order != 0 ? order : taken.compareTo(other.taken);
    return (order != 0 ? order : reads.compareTo(other.reads)) > 0;
  }

  public GuessTable.Partition partition() {
    return partition;
  }

  /** The first access as an object, for a report. */
  public FirstAccess first() {
    return new FirstAccess(firstPosition, firstKind, firstThread, firstLocation);
  }
}
