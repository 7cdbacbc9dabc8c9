package dev.sooth.trace.generate;

import dev.sooth.trace.Trace;

/**
 * A trace made from an instance of another problem, so that it is known whether two of its accesses
 * race.
 *
 * @param trace the trace
 * @param first the first access of the pair
 * @param second the second access
 * @param isRace whether they race, computed from the instance and not from the trace
 * @param instance the instance, in words
 */
public record HardTrace(Trace trace, int first, int second, boolean isRace, String instance) {
  /** One line that says what is known, for the header of a file. */
  public String header() {
    return "%s: events %d and %d %s"
        .formatted(instance, first, second, isRace ? "race" : "do not race");
  }
}
