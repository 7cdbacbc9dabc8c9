package dev.sooth.order;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Items 0 to n - 1 grouped by two keys, in order within each group: the groups of a first key stand
 * together, in the order in which they first occur. Memory O(items + first keys + groups), whatever
 * the number of pairs of keys that do not occur. Items whose first key is negative are left out.
 */
public final class Grouping {
  private final int[] firstGroup; // by first key; one more at the end
  private int[] secondKey = new int[16]; // by group
  private int[] start = new int[17]; // by group; one more at the end
  private final int[] items;

  public Grouping(
      int itemCount,
      int firstKeys,
      int secondKeys,
      IntUnaryOperator first,
      IntUnaryOperator second) {
    int[] bucket = new int[firstKeys + 1];
    for (int i = 0; i < itemCount; i++) {
      int key = first.applyAsInt(i);
      if (key >= 0) {
        bucket[key + 1]++;
      }
    }
    for (int key = 0; key < firstKeys; key++) {
      bucket[key + 1] += bucket[key];
    }
    int[] byFirst = new int[bucket[firstKeys]];
    int[] fill = Arrays.copyOf(bucket, firstKeys);
    for (int i = 0; i < itemCount; i++) {
      int key = first.applyAsInt(i);
      if (key >= 0) {
        byFirst[fill[key]++] = i;
      }
    }
    items = new int[byFirst.length];
    firstGroup = new int[firstKeys + 1];
    int[] groupOf =
        new int[secondKeys]; // group + 1 of a second key, if not of an earlier first key
    int[] sizes = new int[16];
    int groups = 0;
    for (int key = 0; key < firstKeys; key++) {
      int firstOfKey = groups;
      firstGroup[key] = firstOfKey;
      for (int i = bucket[key]; i < bucket[key + 1]; i++) {
        int other = second.applyAsInt(byFirst[i]);
        if (groupOf[other] <= firstOfKey) {
          if (groups == secondKey.length) {
            secondKey = Arrays.copyOf(secondKey, groups * 2);
            sizes = Arrays.copyOf(sizes, groups * 2);
            start = Arrays.copyOf(start, groups * 2 + 1);
          }
          secondKey[groups] = other;
          sizes[groups] = 0;
          groupOf[other] = ++groups;
        }
        sizes[groupOf[other] - 1]++;
      }
      int at = bucket[key];
      for (int group = firstOfKey; group < groups; group++) {
        start[group] = at;
        at += sizes[group];
        sizes[group] = start[group];
      }
      for (int i = bucket[key]; i < bucket[key + 1]; i++) {
        items[sizes[groupOf[second.applyAsInt(byFirst[i])] - 1]++] = byFirst[i];
      }
    }
    firstGroup[firstKeys] = groups;
    start[groups] = items.length;
  }

  /** The group of each item, for who goes through the items in their own order. */
  public Inverse inverse(int itemCount) {
    return new Inverse(itemCount);
  }

  /** Mostly a byte an item: which of the groups of its first key it is in. */
  public final class Inverse {
    private static final int FEW = 256;

    private final byte[] rank; // null if a first key has too many groups
    private final int[] group; // null else

    private Inverse(int itemCount) {
      boolean few = true;
      for (int key = 0; key + 1 < firstGroup.length && few; key++) {
        few = firstGroup[key + 1] - firstGroup[key] <= FEW;
      }
      rank = few ? new byte[itemCount] : null;
      group = few ? null : new int[itemCount];
      for (int key = 0; key + 1 < firstGroup.length; key++) {
        for (int g = groupsFrom(key); g < groupsTo(key); g++) {
          for (int i = start(g); i < end(g); i++) {
            if (few) {
              rank[items[i]] = (byte) (g - groupsFrom(key));
            } else {
              group[items[i]] = g;
            }
          }
        }
      }
    }

    /** The group of an item with this first key. */
    public int of(int item, int firstKey) {
      return rank == null ? group[item] : groupsFrom(firstKey) + (rank[item] & 0xFF);
    }
  }

  /** How many groups there are. */
  public int groups() {
    return firstGroup[firstGroup.length - 1];
  }

  /** The first group of this first key; the groups of a key are consecutive. */
  public int groupsFrom(int firstKey) {
    return firstGroup[firstKey];
  }

  /** One past the last group of this first key. */
  public int groupsTo(int firstKey) {
    return firstGroup[firstKey + 1];
  }

  /** The second key of the group. */
  public int secondKey(int group) {
    return secondKey[group];
  }

  /** The index of the group's first item. */
  public int start(int group) {
    return start[group];
  }

  /** One past the index of the group's last item. */
  public int end(int group) {
    return start[group + 1];
  }

  /** The item at this index. */
  public int item(int index) {
    return items[index];
  }
}
