package dev.sooth.recipe;

import dev.sooth.race.ValueSchedule;

/**
 * A race that a model says there is.
 *
 * @param variable its number in the trace, -1 if the trace does not have it
 * @param name of the variable
 * @param problem why it is not verified, that is, not confirmed without the solver; or null
 */
public record Found(ValueSchedule schedule, int variable, String name, String problem) {
  /** The number of a variable that the recorded run did not use. */
  public static final int NEW_VARIABLE = -1;

  /** Whether the schedule was checked and executed again without the solver. */
  public boolean verified() {
    return problem == null;
  }

  /** The pair of lines, in the order of their names. */
  public String pair() {
    String first = schedule.first().place();
    String second = schedule.second().place();
    return first.compareTo(second) <= 0 ? first + " and " + second : second + " and " + first;
  }
}
