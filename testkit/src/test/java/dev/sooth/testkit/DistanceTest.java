package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.order.solver.ReversalSearch;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.Witness;
import dev.sooth.verify.WitnessChecker;
import org.junit.jupiter.api.Test;

/** The least number of reversals of a witness, against the golden distances. */
class DistanceTest {
  private static final int BOUND = 20;
  private static final long STEPS = 1_000_000;

  @Test
  void goldenDistances() {
    int races = 0;
    for (Golden.Line line : Golden.lines()) {
      SmallTrace small = new SmallTrace(line.trace());
      TraceIndex index = new TraceIndex(line.trace());
      ReversalSearch search = new ReversalSearch(index);
      WitnessChecker checker = new WitnessChecker(line.trace());
      for (int second = 0; second < small.size; second++) {
        for (int first = 0; first < second; first++) {
          if (!small.canRace(first, second) || isContained(index, first, second)) {
            continue;
          }
          String what = "%s (%d,%d)".formatted(line.id(), first, second);
          Integer expected = line.distances().get(new Pair(first, second));
          int distance = search.distance(first, second, BOUND, STEPS);
          assertThat(distance)
              .as(what)
              .isEqualTo(expected == null ? ReversalSearch.NONE_WITHIN_BOUND : expected);
          if (expected != null) {
            races++;
            Witness witness = new Witness(search.schedule());
            assertThat(checker.objection(first, second, witness)).as(what).isEmpty();
            if (expected > 0) {
              assertThat(search.distance(first, second, expected - 1, STEPS))
                  .as(what + " with a smaller bound")
                  .isEqualTo(ReversalSearch.NONE_WITHIN_BOUND);
            }
          }
        }
      }
    }
    assertThat(races).isGreaterThan(1_000);
  }

  private static boolean isContained(TraceIndex index, int first, int second) {
    int thread = index.trace().thread(first);
    return index.cones().needed(second, thread) > index.sections().point(first);
  }

  /** On random traces there is a distance exactly where there is a race. */
  @Test
  void everyRaceHasADistance() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    RandomCheck.forAll(
        "distances",
        2_000,
        traces::next,
        (trace, random) -> {
          SmallTrace small = new SmallTrace(trace);
          TraceIndex index = new TraceIndex(trace);
          ReversalSearch search = new ReversalSearch(index);
          WitnessChecker checker = new WitnessChecker(trace);
          for (int second = 0; second < small.size; second++) {
            for (int first = 0; first < second; first++) {
              if (small.canRace(first, second) && !isContained(index, first, second)) {
                boolean found = search.distance(first, second, 200, STEPS) >= 0;
                boolean race = Oracle.predictable(trace).contains(new Pair(first, second));
                if (found != race) {
                  return "(%d,%d) race %s, found %s".formatted(first, second, race, found);
                }
                if (found
                    && checker
                        .objection(first, second, new Witness(search.schedule()))
                        .isPresent()) {
                  return "(%d,%d) has a wrong witness".formatted(first, second);
                }
              }
            }
          }
          return null;
        });
  }
}
