package dev.sooth.verify;

import dev.sooth.trace.PairIds;
import java.util.Arrays;

/**
 * What events need of other threads: a read its write, the first event after a fork the fork, a
 * join what the joined thread has done. For each thread a list of steps: from which event on it
 * needs how many events of which other one. Steps that ask for no more than an earlier one are left
 * out.
 *
 * <p>Only direct needs are kept. A cut that holds the direct needs of each of its events holds all
 * that they need in turn, since it holds the events that are needed.
 *
 * <p>After as many steps as there are threads comes a sum: what all steps so far need of each
 * thread. So a cut is compared with one sum and a few steps of each thread, all in a row, and a
 * step takes 12 bytes and its share of a sum 4, whatever the number of threads.
 */
final class DirectNeeds {
  private static final int LEAST_SPACING = 16;
  private static final int STEP = 3; // index of the event, the other thread, events needed

  private final int threads;
  private final int spacing; // steps from one sum to the next
  private final int[][] steps; // by thread
  private final int[] counts; // by thread: steps
  private final int[][] sums; // by thread: one after the other
  private final PairIds pairs = new PairIds(); // the thread that needs, the thread that is needed
  private int[] most = new int[16]; // by pair: how many events are needed so far

  DirectNeeds(int threads) {
    this.threads = threads;
    spacing = Math.max(LEAST_SPACING, threads);
    steps = new int[threads][];
    counts = new int[threads];
    sums = new int[threads][];
  }

  /**
   * The event with this index of this thread needs so many first events of another one. Indices of
   * one thread come in ascending order.
   */
  void add(int thread, int index, int other, int needed) {
    if (thread == other || needed == 0) {
      return;
    }
    int pair = pairs.intern(thread, other);
    if (pair == most.length) {
      most = Arrays.copyOf(most, 2 * pair);
    }
    if (most[pair] >= needed) {
      return;
    }
    most[pair] = needed;
    int end = STEP * counts[thread];
    int[] list = steps[thread];
    if (list == null || end == list.length) {
      list = list == null ? new int[2 * STEP] : Arrays.copyOf(list, 2 * end);
      steps[thread] = list;
    }
    list[end] = index;
    list[end + 1] = other;
    list[end + 2] = needed;
    counts[thread]++;
    if (counts[thread] % spacing == 0) {
      addSum(thread);
    }
  }

  private void addSum(int thread) {
    int before = counts[thread] / spacing - 1;
    int at = before * threads;
    if (sums[thread] == null) {
      sums[thread] = new int[threads];
    } else {
      if (at == sums[thread].length) {
        sums[thread] = Arrays.copyOf(sums[thread], 2 * at);
      }
      System.arraycopy(sums[thread], at - threads, sums[thread], at, threads);
    }
    for (int step = before * spacing; step < counts[thread]; step++) {
      int other = steps[thread][STEP * step + 1];
      sums[thread][at + other] = steps[thread][STEP * step + 2]; // later steps need more
    }
  }

  /** How many events of the other thread the first events of this one need directly. */
  int of(int thread, int events, int other) {
    int inside = inside(thread, events);
    int sum = inside / spacing;
    int needed = sum == 0 ? 0 : sums[thread][(sum - 1) * threads + other];
    for (int step = sum * spacing; step < inside; step++) {
      if (steps[thread][STEP * step + 1] == other) {
        needed = steps[thread][STEP * step + 2];
      }
    }
    return needed;
  }

  /** Says which thread of the cut lacks what it needs; null if none does. */
  String objection(int[] cut) {
    for (int thread = 0; thread < threads; thread++) {
      if (cut[thread] > 0 && counts[thread] > 0 && !isSatisfied(thread, cut)) {
        return "the first %d events of thread %d need events that are not executed"
            .formatted(cut[thread], thread);
      }
    }
    return null;
  }

  private boolean isSatisfied(int thread, int[] cut) {
    int inside = inside(thread, cut[thread]);
    int sum = inside / spacing;
    if (sum > 0) {
      int[] needed = sums[thread];
      int at = (sum - 1) * threads;
      for (int other = 0; other < threads; other++) {
        if (needed[at + other] > cut[other]) {
          return false;
        }
      }
    }
    int[] list = steps[thread];
    for (int at = STEP * sum * spacing; at < STEP * inside; at += STEP) {
      if (list[at + 2] > cut[list[at + 1]]) {
        return false;
      }
    }
    return true;
  }

  /** How many steps are of the first events of the thread. */
  private int inside(int thread, int events) {
    int[] list = steps[thread];
    int low = 0;
    int high = counts[thread];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (list[STEP * middle] < events) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
