package dev.sooth.detect.prefix;

import java.util.Arrays;

/** A small set of ids, as a sorted array. */
final class SmallSet {
  private static final int[] EMPTY = {};

  private int[] ids = EMPTY;
  private int size;

  public int size() {
    return size;
  }

  public int get(int index) {
    return ids[index];
  }

  public boolean contains(int id) {
    return Arrays.binarySearch(ids, 0, size, id) >= 0;
  }

  /** Adds an id; false if it was there. */
  public boolean add(int id) {
    int at = Arrays.binarySearch(ids, 0, size, id);
    if (at >= 0) {
      return false;
    }
    at = -at - 1;
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, Math.max(4, 2 * size));
    }
    System.arraycopy(ids, at, ids, at + 1, size - at);
    ids[at] = id;
    size++;
    return true;
  }

  public void remove(int id) {
    int at = Arrays.binarySearch(ids, 0, size, id);
    if (at >= 0) {
      System.arraycopy(ids, at + 1, ids, at, size - at - 1);
      size--;
    }
  }

  public void clear() {
    size = 0;
  }

  /** Makes this set equal to another. */
  public void set(SmallSet other) {
    if (ids.length < other.size) {
      ids = Arrays.copyOf(other.ids, other.size);
    } else {
      System.arraycopy(other.ids, 0, ids, 0, other.size);
    }
    size = other.size;
  }

  /** Some order on sets. */
  int compareTo(SmallSet other) {
    return Arrays.compare(ids, 0, size, other.ids, 0, other.size);
  }

  public boolean isWithin(SmallSet other) {
    if (size > other.size) {
      return false;
    }
    int j = 0;
    for (int i = 0; i < size; i++) {
      while (j < other.size && other.ids[j] < ids[i]) {
        j++;
      }
      if (j == other.size || other.ids[j] != ids[i]) {
        return false;
      }
    }
    return true;
  }

  public boolean intersects(SmallSet other) {
    int i = 0;
    int j = 0;
    while (i < size && j < other.size) {
      if (ids[i] == other.ids[j]) {
        return true;
      }
      if (ids[i] < other.ids[j]) {
        i++;
      } else {
        j++;
      }
    }
    return false;
  }
}
