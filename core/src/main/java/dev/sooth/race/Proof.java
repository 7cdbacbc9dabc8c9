package dev.sooth.race;

/**
 * How far a reported race is proved. A sealed type, so that "not proved" can never be mistaken for
 * "proved": whoever prints a race has to say which of the two it is.
 */
public sealed interface Proof {
  /** The independent checker has accepted this witness. */
  record Verified(Witness witness) implements Proof {}

  /** Reads see other values in this schedule, which was tested and executed again. */
  record Valued(ValueSchedule schedule) implements Proof {}

  /** Not proved: the race may or may not be real. */
  record Candidate(String reason) implements Proof {}
}
