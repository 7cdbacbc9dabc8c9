package dev.sooth.recipe;

import java.util.List;

/**
 * A race that a model says there is.
 *
 * @param unexecuted whether the run did not take the branch to one of the accesses
 * @param verified whether the schedule was checked and executed again without the solver
 * @param problem why it is not verified, or null
 * @param schedule what is executed before both accesses can be
 * @param wouldRun lines that the run did not execute and this schedule does, in their order
 */
public record Found(
    Step first,
    Step second,
    String variable,
    boolean unexecuted,
    boolean verified,
    String problem,
    List<Step> schedule,
    List<String> wouldRun) {
  /**
   * An event of a schedule.
   *
   * @param position where it is in the trace, -1 if it is not in it
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
    public boolean isExecuted() {
      return position >= 0;
    }

    @Override
    public String toString() {
      String seen = value == null ? "" : " = " + value;
      return thread + "|" + op + "(" + target + ")|" + place + seen;
    }
  }

  /** The pair of lines, in the order of their names. */
  public String pair() {
    return first.place().compareTo(second.place()) <= 0
        ? first.place() + " and " + second.place()
        : second.place() + " and " + first.place();
  }

  /** The reads that see another value than in the recorded run. */
  public List<Step> changedReads() {
    return schedule.stream().filter(step -> step.recorded() != null).toList();
  }
}
