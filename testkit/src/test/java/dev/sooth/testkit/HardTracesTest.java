package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.exact.ExactDecision;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.Refutation;
import dev.sooth.race.Verdict;
import dev.sooth.trace.generate.HardTrace;
import dev.sooth.trace.generate.IndependentSetTrace;
import dev.sooth.trace.generate.OrthogonalVectorsTrace;
import dev.sooth.verify.RefutationChecker;
import dev.sooth.verify.WitnessChecker;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The hard instances of [LICS20], whose answers are known: they make the search take back choices
 * thousands of times, and every refutation is checked step by step.
 */
class HardTracesTest {
  @Test
  void independentSets() {
    Random random = new Random(RandomCheck.seed());
    int races = 0;
    for (int i = 0; i < 300; i++) {
      int nodes = 2 + random.nextInt(7);
      int size = 1 + random.nextInt(Math.min(3, nodes));
      double density = 0.2 + 0.8 * random.nextDouble();
      HardTrace hard = IndependentSetTrace.random(nodes, size, density, random.nextLong());
      races += decide(hard) ? 1 : 0;
    }
    assertThat(races).isBetween(50, 280); // both answers occur
  }

  @Test
  void orthogonalVectors() {
    Random random = new Random(RandomCheck.seed());
    int races = 0;
    for (int i = 0; i < 200; i++) {
      int vectors = 1 + random.nextInt(i < 100 ? 4 : 12);
      int dimension = 1 + random.nextInt(8);
      double density = 0.4 + 0.6 * random.nextDouble();
      races +=
          decide(OrthogonalVectorsTrace.random(vectors, dimension, density, random.nextLong()))
              ? 1
              : 0;
    }
    assertThat(races).isBetween(20, 180);
  }

  @Test
  void sixtyFourVectorsOfDimensionEight() {
    int[] races = new int[2];
    for (int seed = 1; seed <= 6; seed++) {
      HardTrace hard = OrthogonalVectorsTrace.random(32, 8, seed % 2 == 0 ? 0.8 : 0.6, seed);
      races[decide(hard) ? 1 : 0]++;
    }
    assertThat(races[0]).isPositive();
    assertThat(races[1]).isPositive();
  }

  /** Two threads take about quadratic time, by [LICS20] Theorem 2.5 not much less. */
  @Test
  void orthogonalVectorsTakeAboutQuadraticTime() {
    long choices = 0;
    long executed = 0;
    for (int vectors = 8; vectors <= 64; vectors *= 2) {
      int seed = 1;
      HardTrace hard = OrthogonalVectorsTrace.random(vectors / 2, 8, 0.8, seed);
      while (hard.isRace()) {
        hard = OrthogonalVectorsTrace.random(vectors / 2, 8, 0.8, ++seed);
      }
      ExactDecision decider = new ExactDecision(new TraceIndex(hard.trace()));
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      Verdict verdict = decider.decide(hard.first(), hard.second());
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
      Refutation.Derivation derivation =
          (Refutation.Derivation) ((Verdict.NoRace) verdict).refutation();
      System.out.printf(
          "%d vectors, %d events: %d wrong choices, %d events executed, %d steps, %d ms of CPU%n",
          vectors,
          hard.trace().size(),
          decider.search().conflicts(),
          decider.search().executed(),
          derivation.steps().length,
          cpu / 1_000_000);
      if (vectors > 8) {
        assertThat(decider.search().conflicts()).isLessThan(5 * choices);
        assertThat(decider.search().executed()).isLessThan(5 * executed);
      }
      choices = decider.search().conflicts();
      executed = decider.search().executed();
      // The refutation names what its contradiction rests on, and not all that was tried.
      assertThat((long) derivation.steps().length).isLessThan(choices);
    }
  }

  private static boolean decide(HardTrace hard) {
    assertThat(WellFormed.complaint(hard.trace())).isNull();
    int first = hard.first();
    int second = hard.second();
    Verdict verdict = new ExactDecision(new TraceIndex(hard.trace())).decide(first, second);
    if (verdict instanceof Verdict.Race race) {
      assertThat(hard.isRace()).as(hard.header()).isTrue();
      assertThat(new WitnessChecker(hard.trace()).objection(first, second, race.witness()))
          .as(hard.header())
          .isEmpty();
      return true;
    }
    assertThat(verdict).as(hard.header()).isInstanceOf(Verdict.NoRace.class);
    assertThat(hard.isRace()).as(hard.header()).isFalse();
    Verdict.NoRace none = (Verdict.NoRace) verdict;
    assertThat(new RefutationChecker(hard.trace()).objection(first, second, none.refutation()))
        .as(hard.header())
        .isEmpty();
    return false;
  }
}
