package dev.sooth.race;

import java.util.Arrays;

/**
 * The proof of a race: the positions of the events to execute, in this order, after which both
 * accesses are enabled. A correct reordering of the input trace that holds all thread predecessors
 * of the two accesses and neither of the two.
 *
 * @param schedule input positions; not to be written to
 */
@SuppressWarnings("ArrayRecordComponent") // a list of boxed positions would be ten times as large
public record Witness(int[] schedule) {
  public int size() {
    return schedule.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Witness witness && Arrays.equals(schedule, witness.schedule);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(schedule);
  }

  @Override
  public String toString() {
    return "Witness" + Arrays.toString(schedule);
  }
}
