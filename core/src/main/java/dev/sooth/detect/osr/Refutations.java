package dev.sooth.detect.osr;

import dev.sooth.trace.PairIds;
import java.util.Arrays;

/**
 * Remembers, for each two threads, the last few refutations of pairs. A refutation of the events
 * with index i and j rests on open sections; each stays open for the events i' >= i and j' >= j as
 * long as i' is below one limit or j' is below another, namely while the closure of its release
 * holds one of the two events. While all stay open, the pair (i', j') is refuted too.
 *
 * <p>Which refutations are remembered changes how fast an answer is found, never the answer.
 */
final class Refutations {
  private static final int KEPT = 4; // a thread pair; a power of two
  private static final int MOST_REASONS = 6;
  private static final int SIZE = 3 + 2 * MOST_REASONS; // i, j, reasons, then two limits a reason

  private static final int MOST_PAIRS = 1 << 15;

  private PairIds pairs = new PairIds(); // of threads, the lower one first
  private int[][] kept = new int[16][]; // per pair
  private byte[] next = new byte[16];
  private final int[] limits = new int[2 * MOST_REASONS];

  /**
   * The least index of an event of thread t1, from i on, that no remembered refutation covers as
   * partner of the event with index j of thread t2; 0 if that is i itself.
   */
  int refutedUntil(int t1, int i, int t2, int j) {
    boolean swap = t1 > t2;
    int pair = swap ? pairs.find(t2, t1) : pairs.find(t1, t2);
    if (pair < 0) {
      return 0;
    }
    int[] ring = kept[pair];
    int mine = swap ? 1 : 0;
    for (int base = 0; base < ring.length; base += SIZE) {
      int reasons = ring[base + 2];
      if (reasons > 0 && ring[base + mine] <= i && ring[base + 1 - mine] <= j) {
        int until = until(ring, base + 3, reasons, mine, j);
        if (until > i) {
          return until;
        }
      }
    }
    return 0;
  }

  private static int until(int[] limits, int from, int reasons, int mine, int j) {
    int until = Integer.MAX_VALUE;
    for (int r = 0; r < reasons; r++) {
      if (limits[from + 2 * r + 1 - mine] <= j) {
        until = Math.min(until, limits[from + 2 * r + mine]);
      }
    }
    return until;
  }

  /** Remembers a refutation and returns until which index of t1 it holds for the same j. */
  int add(int t1, int i, int t2, int j, OptimisticClosure closure, int[] reason, int reasons) {
    boolean swap = t1 > t2;
    int mine = swap ? 1 : 0;
    int until = Integer.MAX_VALUE;
    boolean keep = reasons <= MOST_REASONS;
    for (int r = 0; r < reasons; r++) {
      int first = closure.heldOpenUntil(reason[r], t1);
      int second = closure.heldOpenUntil(reason[r], t2);
      if (second <= j) {
        until = Math.min(until, first);
      }
      if (keep) {
        limits[2 * r + mine] = first;
        limits[2 * r + 1 - mine] = second;
      }
    }
    if (keep) {
      int pair = pair(Math.min(t1, t2), Math.max(t1, t2));
      int base = next[pair] * SIZE;
      next[pair] = (byte) ((next[pair] + 1) & (KEPT - 1));
      int[] ring = kept[pair];
      ring[base + mine] = i;
      ring[base + 1 - mine] = j;
      ring[base + 2] = reasons;
      System.arraycopy(limits, 0, ring, base + 3, 2 * reasons);
    }
    return until;
  }

  private int pair(int lower, int higher) {
    if (pairs.size() == MOST_PAIRS && pairs.find(lower, higher) < 0) {
      pairs = new PairIds(); // forget all: with so many threads most do not meet again
      kept = new int[16][];
      next = new byte[16];
    }
    int known = pairs.size();
    int pair = pairs.intern(lower, higher);
    if (pair == known) {
      if (pair == kept.length) {
        kept = Arrays.copyOf(kept, 2 * pair);
        next = Arrays.copyOf(next, 2 * pair);
      }
      kept[pair] = new int[KEPT * SIZE];
    }
    return pair;
  }
}
