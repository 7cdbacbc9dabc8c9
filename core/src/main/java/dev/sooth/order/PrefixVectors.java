package dev.sooth.order;

import java.util.Arrays;

/**
 * A growing table of vectors with one int a thread. Vectors are numbered 0, 1, 2, … and number 0 is
 * all zeros. Kept in pages, so that the table may exceed the longest Java array and growing never
 * copies what is there.
 */
public final class PrefixVectors {
  private static final int PAGE_BITS = 10;
  private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;

  private final int width;
  private int[][] pages = new int[16][];
  private int size;
  private final MemoryBudget budget = new MemoryBudget("the prefixes of its threads");

  public PrefixVectors(int width) {
    this.width = width;
    add(new int[width]);
  }

  /** How many vectors there are. */
  public int size() {
    return size;
  }

  /** Appends a copy of this vector and returns its number. */
  public int add(int[] vector) {
    int page = size >>> PAGE_BITS;
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, page * 2);
    }
    if (pages[page] == null) {
      budget.take((4L * width) << PAGE_BITS);
      pages[page] = new int[width << PAGE_BITS];
    }
    System.arraycopy(vector, 0, pages[page], (size & PAGE_MASK) * width, width);
    return size++;
  }

  /** One component of a vector. */
  public int get(int vector, int thread) {
    return pages[vector >>> PAGE_BITS][(vector & PAGE_MASK) * width + thread];
  }

  /** Copies a vector into this array. */
  public void copyTo(int vector, int[] into) {
    System.arraycopy(pages[vector >>> PAGE_BITS], (vector & PAGE_MASK) * width, into, 0, width);
  }

  /** Replaces each component of this array by the maximum of both; true if one has changed. */
  public boolean joinInto(int vector, int[] into) {
    int[] page = pages[vector >>> PAGE_BITS];
    int offset = (vector & PAGE_MASK) * width;
    boolean changed = false;
    for (int t = 0; t < width; t++) {
      int other = page[offset + t];
      if (other > into[t]) {
        into[t] = other;
        changed = true;
      }
    }
    return changed;
  }
}
