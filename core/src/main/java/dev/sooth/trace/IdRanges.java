package dev.sooth.trace;

import java.util.Arrays;

/** Ranges of ids; two numbers each. */
public final class IdRanges {
  private int[] bounds = new int[16];
  private int size;

  /** Adds the ids with {@code from <= id < to}. */
  public void add(int from, int to) {
    if (size > 0 && bounds[size - 1] == from) {
      bounds[size - 1] = to;
      return;
    }
    if (size == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * size);
    }
    bounds[size++] = from;
    bounds[size++] = to;
  }

  /** How many ranges there are. */
  public int count() {
    return size / 2;
  }

  /** The first id of a range. */
  public int from(int range) {
    return bounds[2 * range];
  }

  /** One past the last id of a range. */
  public int to(int range) {
    return bounds[2 * range + 1];
  }
}
