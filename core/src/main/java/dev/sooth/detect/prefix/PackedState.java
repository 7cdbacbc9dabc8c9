package dev.sooth.detect.prefix;

import java.util.Arrays;

/**
 * One guess of the prefix automaton about the events read so far ([Ang25] section 6.2), as packed
 * sets. Each thread is in the prefix (all of its events so far are), in the grain (it left the
 * prefix and all its events since are in the grain), or out (it stopped for good).
 *
 * <p>The sets, with the paper's names: threads out or in the grain (ExclThreads, InclThreads);
 * locks that a thread held when it left the prefix (OpenLcks), that a thread held when it went out,
 * that the grain acquired (InclAcqs); variables whose last write is not in the prefix
 * (ExclLastWrs), is in the grain, that the grain wrote (InclWrs), that it read from the prefix or
 * the initial value (OrphanRds). OrphanRels is not needed: its locks are open in the prefix.
 */
final class PackedState {
  private static final long NEVER = Long.MAX_VALUE;

  long[] bits;

  /** The first accesses that this guess stands for; null before one is chosen. */
  public FirstAccess first;

  /** The second access, once it came and the prefix has still to give locks back; or null. */
  public SecondAccess second;

  /** How many events the current grain has. */
  public int grainSize;

  /** The position up to which this state knows what was written, while it sleeps. */
  long asleepSince;

  /** Where the threads left the prefix, then where they went out; null if nobody asks. */
  private long[] cuts;

  private PackedState(long[] bits) {
    this.bits = bits;
  }

  /** The guess that all is in the prefix. */
  public static PackedState initial(StateLayout layout) {
    return new PackedState(new long[layout.words]);
  }

  /** Makes this state and its copies remember where threads leave and stop. */
  public void rememberCuts(int threads) {
    cuts = new long[2 * threads];
    Arrays.fill(cuts, NEVER);
  }

  /** A copy that changes on its own. */
  public PackedState copy() {
    PackedState copy = new PackedState(bits.clone());
    copy.first = first;
    copy.second = second;
    copy.grainSize = grainSize;
    copy.cuts = cuts == null ? null : cuts.clone();
    return copy;
  }

  /** Whether the event at this position is in the prefix; only when cuts are remembered. */
  public boolean isInPrefix(int thread, long position) {
    return position < Math.min(cuts[thread], cuts[cuts.length / 2 + thread]);
  }

  /** Whether the event at this position is in the grain; only when cuts are remembered. */
  public boolean isInGrain(int thread, long position) {
    return position >= cuts[thread] && position < cuts[cuts.length / 2 + thread];
  }

  public boolean isOut(StateLayout layout, int thread) {
    return has(layout.out, thread);
  }

  public boolean isInGrain(StateLayout layout, int thread) {
    return has(layout.grain, thread);
  }

  /**
   * Whether a thread with these locks can leave the prefix. It leaves them open there, and the
   * grain, which comes after the whole prefix, could not have acquired them.
   */
  public boolean canLeave(StateLayout layout, long[] held) {
    for (int i = 0; i < layout.lockWords; i++) {
      if ((bits[layout.takenInGrain + i] & held[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Moves a thread from the prefix to the grain. */
  public void leave(StateLayout layout, int thread, long[] held, long position) {
    set(layout.grain, thread);
    add(layout.openInPrefix, held, layout.lockWords);
    if (cuts != null) {
      cuts[thread] = position;
    }
  }

  /** Stops a thread, wherever it is; what it holds stays locked. */
  public void stop(
      StateLayout layout, int thread, long[] held, long position, boolean grainGoesOn) {
    if (has(layout.grain, thread)) {
      clear(layout.grain, thread);
    } else {
      add(layout.openInPrefix, held, layout.lockWords);
    }
    if (grainGoesOn) {
      add(layout.openAtEnd, held, layout.lockWords);
    }
    set(layout.out, thread);
    if (cuts != null) {
      cuts[cuts.length / 2 + thread] = position;
    }
  }

  boolean areAllOut(StateLayout layout, long[] threads) {
    for (int i = 0; i < layout.threadWords; i++) {
      if ((threads[i] & ~bits[layout.out + i]) != 0) {
        return false;
      }
    }
    return true;
  }

  void catchUp(StateLayout layout, long[] threads, long[] lastWrites, long position) {
    if (cuts != null) {
      for (int t = 0; t < cuts.length / 2; t++) {
        boolean isNew = (threads[t >>> 6] & (1L << t)) != 0 && !has(layout.out, t);
        if (isNew) {
          cuts[cuts.length / 2 + t] = asleepSince; // forked meanwhile, by one that is out
        }
      }
    }
    add(layout.out, threads, layout.threadWords);
    int variables = Math.min(lastWrites.length, layout.variableWords << 6);
    for (int x = 0; x < variables; x++) {
      if (lastWrites[x] > asleepSince) {
        writeOutside(layout, x);
      }
    }
    asleepSince = position;
  }

  /** Stops all threads of the grain, which holds all that it needs. */
  public void closeGrain(StateLayout layout, long position) {
    for (int i = 0; i < layout.threadWords; i++) {
      long grain = bits[layout.grain + i];
      bits[layout.out + i] |= grain;
      bits[layout.grain + i] = 0;
      for (; cuts != null && grain != 0; grain &= grain - 1) {
        cuts[cuts.length / 2 + (i << 6) + Long.numberOfTrailingZeros(grain)] = position;
      }
    }
    endGrains(layout);
  }

  /** Forgets what only a grain that goes on would need. */
  private void endGrains(StateLayout layout) {
    Arrays.fill(bits, layout.openAtEnd, layout.openAtEnd + layout.lockWords, 0);
    Arrays.fill(bits, layout.inGrain, layout.inGrain + layout.variableWords, 0);
    Arrays.fill(bits, layout.grainWrites, layout.grainWrites + layout.variableWords, 0);
  }

  public boolean isOpenInPrefix(StateLayout layout, int lock) {
    return has(layout.openInPrefix, lock);
  }

  public boolean isOpenAtEnd(StateLayout layout, int lock) {
    return has(layout.openAtEnd, lock);
  }

  public void takeInGrain(StateLayout layout, int lock) {
    set(layout.takenInGrain, lock);
  }

  /** The locks that the grain acquired and that are held by somebody, one word of them. */
  public long takenAnd(StateLayout layout, long[] held, int word) {
    return bits[layout.takenInGrain + word] & held[word];
  }

  public boolean isLastWriteOutsidePrefix(StateLayout layout, int variable) {
    return has(layout.notInPrefix, variable);
  }

  public boolean isLastWriteInGrain(StateLayout layout, int variable) {
    return has(layout.inGrain, variable);
  }

  public boolean hasGrainWritten(StateLayout layout, int variable) {
    return has(layout.grainWrites, variable);
  }

  public boolean hasGrainReadPrefix(StateLayout layout, int variable) {
    return has(layout.grainReads, variable);
  }

  public void readPrefixInGrain(StateLayout layout, int variable) {
    set(layout.grainReads, variable);
  }

  public void writeInPrefix(StateLayout layout, int variable) {
    clear(layout.notInPrefix, variable);
    clear(layout.inGrain, variable);
  }

  public void writeInGrain(StateLayout layout, int variable) {
    set(layout.notInPrefix, variable);
    set(layout.inGrain, variable);
    set(layout.grainWrites, variable);
  }

  public void writeOutside(StateLayout layout, int variable) {
    set(layout.notInPrefix, variable);
    clear(layout.inGrain, variable);
  }

  /**
   * Whether whatever this guess's rival can still become, this one can, too (docs/prefix.md). A
   * thread's places count as prefix, grain, out, the former better; but while it holds locks, only
   * equal places are compared, since it may have acquired them at different places.
   *
   * @param busy the threads that hold locks now
   */
  public boolean subsumes(PackedState rival, StateLayout layout, long[] busy) {
    return grainSize <= rival.grainSize
        && subsumesThreads(rival.bits, layout, busy)
        && isSubset(rival.bits, layout.openInPrefix, layout.inGrain)
        && isSubset(rival.bits, layout.grainWrites, layout.words)
        && subsumesGrainWrites(rival.bits, layout);
  }

  private boolean subsumesThreads(long[] rival, StateLayout layout, long[] busy) {
    for (int i = 0; i < layout.threadWords; i++) {
      long grain = bits[layout.grain + i];
      long out = bits[layout.out + i];
      long rivalGrain = rival[layout.grain + i];
      long rivalOut = rival[layout.out + i];
      long worse = (out & ~rivalOut) | ((grain | out) & ~(rivalGrain | rivalOut));
      long differ = (grain ^ rivalGrain) | (out ^ rivalOut);
      if ((worse | (differ & busy[i])) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * A read in the grain that reads the grain forbids nothing; one that reads the prefix forbids
   * later writes there. So a last write in the prefix is as good as one in the grain only where the
   * rival has such a read already.
   */
  private boolean subsumesGrainWrites(long[] rival, StateLayout layout) {
    for (int i = 0; i < layout.variableWords; i++) {
      long different = rival[layout.inGrain + i] & ~bits[layout.inGrain + i];
      if (different != 0) {
        long good =
            rival[layout.grainReads + i]
                & ~bits[layout.notInPrefix + i]
                & ~bits[layout.grainWrites + i];
        if ((different & ~good) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isSubset(long[] rival, int from, int to) {
    for (int i = from; i < to; i++) {
      if ((bits[i] & ~rival[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether the two guesses have the same future. */
  public boolean sameFuture(PackedState other) {
    return grainSize == other.grainSize && Arrays.equals(bits, other.bits);
  }

  public int futureHash() {
    return Arrays.hashCode(bits) * 31 + grainSize;
  }

  void move(StateLayout from, StateLayout to) {
    bits = from.moved(bits, to);
  }

  private boolean has(int set, int id) {
    return (bits[set + (id >>> 6)] & (1L << id)) != 0;
  }

  private void set(int set, int id) {
    bits[set + (id >>> 6)] |= 1L << id;
  }

  private void clear(int set, int id) {
    bits[set + (id >>> 6)] &= ~(1L << id);
  }

  private void add(int set, long[] ids, int words) {
    for (int i = 0; i < words; i++) {
      bits[set + i] |= ids[i];
    }
  }
}
