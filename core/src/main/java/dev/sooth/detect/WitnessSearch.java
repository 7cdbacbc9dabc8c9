package dev.sooth.detect;

import dev.sooth.race.Witness;
import java.util.Optional;

/**
 * Builds the schedule that proves a race, for one trace. Its word counts for nothing until checked.
 */
@FunctionalInterface
public interface WitnessSearch {
  /** The schedule after which both accesses are enabled, or nothing if this search knows none. */
  Optional<Witness> find(int firstPosition, int secondPosition);
}
