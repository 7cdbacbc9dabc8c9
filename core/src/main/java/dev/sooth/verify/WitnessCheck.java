package dev.sooth.verify;

import dev.sooth.race.Witness;
import java.util.Optional;

/**
 * Decides whether a witness proves a race on one trace. {@link WitnessChecker} is the definition;
 * {@link CutChecker} gives the same answers without executing the cut.
 */
@FunctionalInterface
public interface WitnessCheck {
  /** Why the witness does not prove that these two accesses race; empty if it does. */
  Optional<String> objection(int first, int second, Witness witness);
}
