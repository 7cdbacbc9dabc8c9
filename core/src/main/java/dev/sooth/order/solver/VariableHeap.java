package dev.sooth.order.solver;

import java.util.Arrays;

/** The variables that may be unassigned, the most active first: a binary heap of ints. */
final class VariableHeap {
  private static final int NONE = -1;

  private int[] heap = new int[64];
  private int size;
  private int[] place = new int[64]; // by variable: its index in the heap + 1, or 0

  void insert(int variable, double[] activity) {
    if (variable >= place.length) {
      place = Arrays.copyOf(place, Math.max(variable + 1, place.length * 2));
    }
    if (place[variable] != 0) {
      return;
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    put(size++, variable);
    up(size - 1, activity);
  }

  void increased(int variable, double[] activity) {
    if (place[variable] != 0) {
      up(place[variable] - 1, activity);
    }
  }

  /** Removes and returns the most active variable without a value; NONE if there is none. */
  int removeLargest(byte[] value, double[] activity) {
    while (size > 0) {
      int variable = heap[0];
      place[variable] = 0;
      size--;
      if (size > 0) {
        put(0, heap[size]);
        down(activity);
      }
      if (value[variable] < 0) {
        return variable;
      }
    }
    return NONE;
  }

  private void up(int from, double[] activity) {
    int at = from;
    int variable = heap[at];
    while (at > 0 && activity[heap[(at - 1) >> 1]] < activity[variable]) {
      put(at, heap[(at - 1) >> 1]);
      at = (at - 1) >> 1;
    }
    put(at, variable);
  }

  private void down(double[] activity) {
    int at = 0;
    int variable = heap[0];
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && activity[heap[child + 1]] > activity[heap[child]]) {
        child++;
      }
      if (activity[heap[child]] <= activity[variable]) {
        break;
      }
      put(at, heap[child]);
      at = child;
    }
    put(at, variable);
  }

  private void put(int index, int variable) {
    heap[index] = variable;
    place[variable] = index + 1;
  }
}
