package dev.sooth.order;

import java.util.Arrays;

/**
 * Sets by id: a vector of {@link PrefixVectors}, and a list of the critical sections that the set
 * leaves open, so that whoever joins two sets need not look at every thread to find them. No object
 * a set.
 */
final class PrefixStore {
  private final PrefixVectors vectors;
  private int count;
  private int[] vector = new int[1024];
  private int[] openStart = new int[1025];
  private int[] open = new int[1024];
  private int openCount;
  private final MemoryBudget budget = new MemoryBudget("the open sections of its prefixes");

  PrefixStore(int width) {
    vectors = new PrefixVectors(width);
  }

  PrefixVectors vectors() {
    return vectors;
  }

  /** Stores a set with the first sections of the list; returns its id. */
  int add(int ofVector, int[] openSections, int openSize) {
    if (count == vector.length) {
      budget.take(4L * count); // and as much for the lists' beginnings
      budget.take(4L * count);
      vector = Arrays.copyOf(vector, count * 2);
      openStart = Arrays.copyOf(openStart, count * 2 + 1);
    }
    if (openCount + openSize > open.length) {
      budget.take(4L * open.length);
      open = Arrays.copyOf(open, Math.max(openCount + openSize, open.length * 2));
    }
    vector[count] = ofVector;
    System.arraycopy(openSections, 0, open, openCount, openSize);
    openCount += openSize;
    openStart[count + 1] = openCount;
    return count++;
  }

  /** The vector of the set. */
  int vector(int id) {
    return vector[id];
  }

  /** How many events of the thread the set holds. */
  int get(int id, int thread) {
    return vectors.get(vector[id], thread);
  }

  int openFrom(int id) {
    return openStart[id];
  }

  int openTo(int id) {
    return openStart[id + 1];
  }

  int open(int index) {
    return open[index];
  }
}
