package dev.sooth.order;

import java.util.Arrays;

/**
 * A number for each slot, where most slots of a row have that of the slot before: what a thread
 * holds or needs at each of its events changes at few of them. Kept are the changes, and for each
 * block of slots which change is the first in it, so that a look is at one block. If the changes
 * are many, there is a number for each slot instead: never more than 5 bytes a slot, mostly much
 * less.
 *
 * <p>Slots are numbered row by row; before its first change a row has 0. Immutable.
 */
final class StepValues {
  private static final int BLOCK_BITS = 4;
  private static final int FEW = 8; // one change for so many slots is few

  private final int[] dense; // by slot; null if the changes are kept
  private final int[] firstOfBlock; // by block: the changes before its first slot
  private final int[] changeSlot;
  private final int[] changeValue;

  private StepValues(int[] dense, int[] firstOfBlock, int[] changeSlot, int[] changeValue) {
    this.dense = dense;
    this.firstOfBlock = firstOfBlock;
    this.changeSlot = changeSlot;
    this.changeValue = changeValue;
  }

  /** The number of this slot. */
  int get(int slot) {
    if (dense != null) {
      return dense[slot];
    }
    int change = firstOfBlock[slot >> BLOCK_BITS];
    while (change < changeSlot.length && changeSlot[change] <= slot) {
      change++;
    }
    return changeValue[change - 1];
  }

  /** Takes the numbers of each row in the order of its slots, of the rows in any order. */
  static final class Builder {
    private final int[] rowStart; // one more at the end
    private final int[] current; // by row
    private int[] rows = new int[64]; // by change, in the order in which they came
    private int[] slots = new int[64];
    private int[] values = new int[64];
    private int changes;
    private final int most;
    private int[] dense; // null while the changes are few
    private int[] filled; // by row: the first slot that has no number yet

    /** Of rows that begin at these slots; the last is where the last row ends. */
    Builder(int[] rowStart) {
      this.rowStart = rowStart;
      current = new int[rowStart.length - 1];
      most = rowStart[rowStart.length - 1] / FEW;
    }

    /** The row has this number from this slot on. */
    void set(int row, int slot, int value) {
      if (current[row] == value) {
        return;
      }
      if (dense == null && changes >= most) {
        spread();
      }
      if (dense == null) {
        add(row, slot, value);
      } else {
        fill(row, slot);
      }
      current[row] = value;
    }

    private void add(int row, int slot, int value) {
      if (changes == slots.length) {
        int capacity = (int) Math.min(changes * 3L / 2, Math.max(most, changes + 1L));
        rows = Arrays.copyOf(rows, capacity);
        slots = Arrays.copyOf(slots, capacity);
        values = Arrays.copyOf(values, capacity);
      }
      rows[changes] = row;
      slots[changes] = slot;
      values[changes++] = value;
    }

    /** From now on there is a number for each slot. */
    private void spread() {
      dense = new int[rowStart[rowStart.length - 1]];
      filled = Arrays.copyOf(rowStart, current.length);
      Arrays.fill(current, 0);
      for (int change = 0; change < changes; change++) {
        fill(rows[change], slots[change]);
        current[rows[change]] = values[change];
      }
      rows = null;
      slots = null;
      values = null;
    }

    private void fill(int row, int to) {
      Arrays.fill(dense, filled[row], to, current[row]);
      filled[row] = to;
    }

    /** All rows keep the numbers that they have now; the builder must not be used afterwards. */
    StepValues build() {
      if (dense == null) {
        return ofChanges();
      }
      for (int row = 0; row < current.length; row++) {
        fill(row, rowStart[row + 1]);
      }
      return new StepValues(dense, null, null, null);
    }

    /** Sorts the changes by rows, each row that has slots with a change to 0 in front. */
    private StepValues ofChanges() {
      int[] next = new int[current.length + 1];
      for (int change = 0; change < changes; change++) {
        next[rows[change] + 1]++;
      }
      for (int row = 0; row < current.length; row++) {
        next[row + 1] += next[row] + begin(row);
      }
      int[] sortedSlots = new int[next[current.length]];
      int[] sortedValues = new int[sortedSlots.length];
      for (int row = 0; row < current.length; row++) {
        if (begin(row) > 0) {
          sortedSlots[next[row]++] = rowStart[row];
        }
      }
      for (int change = 0; change < changes; change++) {
        int at = next[rows[change]]++;
        sortedSlots[at] = slots[change];
        sortedValues[at] = values[change];
      }
      return new StepValues(null, blocks(sortedSlots), sortedSlots, sortedValues);
    }

    private int begin(int row) {
      return rowStart[row] < rowStart[row + 1] ? 1 : 0;
    }

    private int[] blocks(int[] sortedSlots) {
      int[] first = new int[(rowStart[rowStart.length - 1] >> BLOCK_BITS) + 1];
      int change = 0;
      for (int block = 0; block < first.length; block++) {
        while (change < sortedSlots.length && sortedSlots[change] < block << BLOCK_BITS) {
          change++;
        }
        first[block] = change;
      }
      return first;
    }
  }
}
