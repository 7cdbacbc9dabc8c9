package dev.sooth.race;

/**
 * The answer to "can these two accesses race?". A sealed type, so that "not found" can never be
 * mistaken for "cannot": whoever reads it has to say which of the three it is.
 */
public sealed interface Verdict {
  /** They race after this schedule. */
  record Race(Witness witness) implements Verdict {}

  /** No correct reordering makes both next. */
  record NoRace(Refutation refutation) implements Verdict {}

  /** Neither was shown before the budget ran out. */
  record Unknown(String reason) implements Verdict {}
}
