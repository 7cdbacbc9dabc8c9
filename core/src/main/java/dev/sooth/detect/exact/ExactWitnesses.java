package dev.sooth.detect.exact;

import dev.sooth.detect.WitnessSearch;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.Verdict;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.Optional;

/** Witnesses of all predictable races, whoever reports them: see {@link ExactDecision}. */
public final class ExactWitnesses implements WitnessSearch {
  private final ExactDecision decider;

  public ExactWitnesses(Trace trace) {
    decider = new ExactDecision(new TraceIndex(trace));
  }

  @Override
  public Optional<Witness> find(int firstPosition, int secondPosition) {
    return decider.decide(firstPosition, secondPosition) instanceof Verdict.Race race
        ? Optional.of(race.witness())
        : Optional.empty();
  }
}
