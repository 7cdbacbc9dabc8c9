package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.exact.ExactDecision;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.order.solver.TreeDecision;
import dev.sooth.race.Verdict;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import dev.sooth.trace.generate.HardTrace;
import dev.sooth.trace.generate.OrthogonalVectorsTrace;
import dev.sooth.verify.WitnessChecker;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** On tree topologies saturation alone gives the verdict of the definition. */
class TreeDecisionTest {
  private int trees;
  private int races;
  private int others;

  @Test
  void saturationDecides() {
    int[][] shapes = {{14, 2, 2, 3}, {16, 3, 2, 4}, {18, 4, 3, 6}, {16, 3, 4, 5}};
    for (int[] shape : shapes) {
      ContendedTraces.Shape small =
          new ContendedTraces.Shape(
              shape[0], shape[1], shape[2], shape[3], 0.25, 0.3, 0.3, 0.05, 0.05, 0.03, 0);
      ContendedTraces traces = new ContendedTraces(small, RandomCheck.seed());
      RandomCheck.forAll("trees", 2_000, traces::next, (trace, random) -> wrongVerdict(trace));
    }
    assertThat(trees).isGreaterThan(1_000);
    assertThat(races).isGreaterThan(1_000);
    assertThat(others).isGreaterThan(100);
  }

  private String wrongVerdict(Trace trace) {
    TraceIndex index = new TraceIndex(trace);
    TreeDecision decision = new TreeDecision(index);
    if (!decision.isApplicable()) {
      return null;
    }
    trees++;
    SmallTrace small = new SmallTrace(trace);
    Set<Pair> predictable = Oracle.predictable(trace);
    WitnessChecker checker = new WitnessChecker(trace);
    for (int second = 0; second < small.size; second++) {
      for (int first = 0; first < second; first++) {
        if (small.canRace(first, second)
            && index.cones().needed(second, small.thread[first]) <= small.indexInThread[first]) {
          boolean race = predictable.contains(new Pair(first, second));
          TreeDecision.Answer answer = decision.decide(first, second);
          if (answer != (race ? TreeDecision.Answer.RACE : TreeDecision.Answer.NO_RACE)) {
            return "(%d,%d) is %s".formatted(first, second, answer);
          }
          races += race ? 1 : 0;
          others += race ? 0 : 1;
          if (race
              && checker.objection(first, second, new Witness(decision.schedule())).isPresent()) {
            return "(%d,%d) has a wrong witness".formatted(first, second);
          }
        }
      }
    }
    return null;
  }

  /** Where the budget of choices is too small, the tree still decides. */
  @Test
  void decidesWhenTheSearchGivesUp() {
    for (int seed = 1; seed <= 10; seed++) {
      HardTrace hard = OrthogonalVectorsTrace.random(4, 4, 0.7, seed);
      ExactDecision decider = new ExactDecision(new TraceIndex(hard.trace()));
      Verdict verdict = decider.decide(hard.first(), hard.second(), 1, () -> false);
      assertThat(verdict instanceof Verdict.Race).as(hard.header()).isEqualTo(hard.isRace());
      assertThat(verdict instanceof Verdict.NoRace).as(hard.header()).isEqualTo(!hard.isRace());
    }
  }

  @Test
  void aTriangleIsNoTree() {
    Trace triangle = Traces.of("T1 w(x), w(y); T2 r(x), w(z); T3 r(y), r(z)");
    assertThat(new TreeDecision(new TraceIndex(triangle)).isApplicable()).isFalse();
  }
}
