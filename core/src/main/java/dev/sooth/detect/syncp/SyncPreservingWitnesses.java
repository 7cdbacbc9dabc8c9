package dev.sooth.detect.syncp;

import dev.sooth.detect.WitnessSearch;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.Optional;

/** Placeholder. */
public final class SyncPreservingWitnesses implements WitnessSearch {
  public SyncPreservingWitnesses(Trace trace) {
    if (trace == null) {
      throw new IllegalArgumentException();
    }
  }

  @Override
  public Optional<Witness> find(int firstPosition, int secondPosition) {
    throw new IllegalStateException("not yet");
  }
}
