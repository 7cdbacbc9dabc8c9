package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.IntObjectHashMap;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * States of which none subsumes another, kept lazily: they are compared only when their number has
 * doubled since the last time, so that an addition costs about as many comparisons as there are
 * states. The order of the states is that of their addition, whatever was removed.
 */
final class Antichain {
  private static final int SLACK = 6;

  /** More states with different first accesses are not compared with each other. */
  private static final int MOST_COMPARED = 512;

  private PackedState[] states = new PackedState[8];
  private int size;
  private int reducedSize;

  public int size() {
    return size;
  }

  public PackedState get(int index) {
    return states[index];
  }

  public void add(PackedState state) {
    if (size == states.length) {
      states = Arrays.copyOf(states, 2 * size);
    }
    states[size++] = state;
  }

  /** Marks a state as impossible; {@link #removeDead} removes it. */
  public void kill(int index) {
    states[index] = null;
  }

  public void removeDead() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      PackedState state = states[i];
      if (state != null) {
        states[kept++] = state;
      }
    }
    Arrays.fill(states, kept, size, null);
    size = kept;
  }

  /** Whether enough was added since the last reduction to make another one worth while. */
  public boolean isDue() {
    return size > 2 * reducedSize + SLACK;
  }

  /**
   * Removes every state that another one subsumes. States with first accesses of different kinds
   * are not compared.
   *
   * @param keepFirsts whether every first access must stay: then only equal states are merged, and
   *     subsumption counts only between states of the same first accesses
   * @param work told of the comparisons as they are made
   */
  public void reduce(StateLayout layout, long[] busy, boolean keepFirsts, LongConsumer work) {
    if (keepFirsts) {
      mergeEqual();
      if (size > MOST_COMPARED) {
        reducedSize = size;
        return; // nearly all have first accesses of their own
      }
    }
    // Most pairs differ in the places of the first 64 threads: look at these alone first.
    long[] out = new long[size];
    long[] left = new long[size];
    for (int i = 0; i < size; i++) {
      out[i] = states[i].bits[layout.out];
      left[i] = out[i] | states[i].bits[layout.grain];
    }
    for (int i = size - 1; i >= 0; i--) {
      work.accept(size);
      for (int j = 0; j < size; j++) {
        long worse = (out[j] & ~out[i]) | (left[j] & ~left[i]);
        long differ = (out[j] ^ out[i]) | (left[j] ^ left[i]);
        if ((worse | (differ & busy[0])) == 0
            && j != i
            && removes(states[j], states[i], layout, busy, keepFirsts)) {
          renew(states[j], states[i], keepFirsts);
          states[i] = null;
          break;
        }
      }
    }
    removeDead();
    reducedSize = size;
  }

  private static boolean removes(
      PackedState other, PackedState state, StateLayout layout, long[] busy, boolean keepFirsts) {
    return other != null
        && comparable(state, other, keepFirsts)
        && other.subsumes(state, layout, busy);
  }

  private static boolean comparable(PackedState a, PackedState b, boolean keepFirsts) {
    return a.second == b.second && (keepFirsts ? a.first == b.first : sameKind(a, b));
  }

  /** Of equal states the later first access stays: it is the one that is used most recently. */
  private static void renew(PackedState kept, PackedState removed, boolean keepFirsts) {
    if (!keepFirsts
        && kept.first != null
        && kept.first.position < removed.first.position
        && kept.sameFuture(removed)) {
      kept.first = removed.first;
    }
  }

  private void mergeEqual() {
    IntObjectHashMap<IntArrayList> byHash = new IntObjectHashMap<>();
    for (int i = 0; i < size; i++) {
      PackedState state = states[i];
      int hash = state.futureHash();
      IntArrayList same = byHash.get(hash);
      if (same == null) {
        same = new IntArrayList(2);
        byHash.put(hash, same);
      }
      boolean merged = false;
      for (int k = 0; k < same.size() && !merged; k++) {
        PackedState other = states[same.get(k)];
        if (state.second == other.second && sameKind(state, other) && state.sameFuture(other)) {
          if (state.first != null) {
            other.first = FirstAccess.union(other.first, state.first);
          }
          states[i] = null;
          merged = true;
        }
      }
      if (!merged) {
        same.add(i);
      }
    }
    removeDead();
  }

  private static boolean sameKind(PackedState a, PackedState b) {
    if (a.first == null || b.first == null) {
      return a.first == b.first;
    }
    return a.first.kind == b.first.kind;
  }

  /** Keeps only so many states, those with the latest first accesses. */
  public void limit(int most) {
    if (size <= most) {
      return;
    }
    long[] positions = new long[size];
    for (int i = 0; i < size; i++) {
      positions[i] = states[i].first.position;
    }
    Arrays.sort(positions);
    long oldest = positions[size - most];
    int excess = size - most;
    for (int i = 0; i < size && excess > 0; i++) {
      if (states[i].first.position < oldest) {
        states[i] = null;
        excess--;
      }
    }
    for (int i = 0; i < size && excess > 0; i++) {
      if (states[i] != null && states[i].first.position == oldest) {
        states[i] = null;
        excess--;
      }
    }
    removeDead();
    reducedSize = Math.min(reducedSize, size);
  }

  /**
   * Moves the states in which all these threads are out to another antichain. They change only by
   * the writes that they do not see, and need no attention until a new thread appears.
   */
  public void sleep(Antichain asleep, StateLayout layout, long[] threads, long position) {
    boolean moved = false;
    for (int i = 0; i < size; i++) {
      if (states[i].areAllOut(layout, threads)) {
        states[i].asleepSince = position;
        asleep.add(states[i]);
        states[i] = null;
        moved = true;
      }
    }
    if (moved) {
      removeDead();
    }
  }

  /** Tells the sleeping states what was written, and who was forked, while they slept. */
  public void refresh(StateLayout layout, long[] threads, long[] lastWrites, long position) {
    for (int i = 0; i < size; i++) {
      states[i].catchUp(layout, threads, lastWrites, position);
    }
  }

  /** Moves all states to another antichain. */
  public void moveTo(Antichain other) {
    for (int i = 0; i < size; i++) {
      other.add(states[i]);
      states[i] = null;
    }
    size = 0;
    reducedSize = 0;
  }

  /** Moves all states to a larger layout. */
  public void move(StateLayout from, StateLayout to) {
    for (int i = 0; i < size; i++) {
      states[i].move(from, to);
    }
  }
}
