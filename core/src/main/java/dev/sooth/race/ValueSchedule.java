package dev.sooth.race;

import java.util.List;

/**
 * The proof of a race in an execution in which reads see other values than in the recorded one, and
 * threads may take other branches: what is executed before both accesses can be. Unlike a {@link
 * Witness} it is no reordering of the trace, so it has steps of its own. Who makes one has tested
 * it, and has executed the code of each thread again with its values.
 *
 * @param steps in the order in which they are executed
 * @param first one of the accesses, none of the steps
 * @param second the other
 * @param wouldRun lines that the run did not execute and this execution does, in their order
 */
public record ValueSchedule(List<Step> steps, Step first, Step second, List<String> wouldRun) {
  /** The position of what the recorded run did not execute. */
  public static final long UNEXECUTED = -1;

  /**
   * An event of a schedule.
   *
   * @param position where it is in the trace, {@link #UNEXECUTED} if it is not in it
   * @param op as in traces, such as {@code r}, {@code w}, {@code acq}
   * @param target the variable, the lock or the thread, may be empty
   * @param place as in the trace
   * @param value what is read or written, null if that is not known or nothing is
   * @param recorded what was read in the recorded run, null if that is the same
   */
  public record Step(
      long position,
      String thread,
      String op,
      String target,
      String place,
      Long value,
      Long recorded) {
    /** Whether the recorded run has it. */
    public boolean isExecuted() {
      return position >= 0;
    }

    /** Whether it reads another value than in the recorded run. */
    public boolean isChanged() {
      return recorded != null;
    }

    @Override
    public String toString() {
      String seen = value == null ? "" : " = " + value;
      return thread + "|" + op + "(" + target + ")|" + place + seen;
    }
  }

  public ValueSchedule {
    steps = List.copyOf(steps);
    wouldRun = List.copyOf(wouldRun);
  }

  /** Whether the run did not take the branch to one of the accesses. */
  public boolean isUnexecuted() {
    return !first.isExecuted() || !second.isExecuted();
  }

  /** The reads that see another value than in the recorded run. */
  public List<Step> changedReads() {
    return steps.stream().filter(Step::isChanged).toList();
  }
}
