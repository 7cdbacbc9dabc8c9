package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engines;
import dev.sooth.detect.Verdicts;
import dev.sooth.detect.Verdicts.Budget;
import dev.sooth.detect.exact.Portfolio;
import dev.sooth.race.Verdict;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.verify.RefutationChecker;
import dev.sooth.verify.WitnessChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The portfolio with all its stages, and without them, says of every pair what the oracle says, and
 * proves it: also where one decision serves several pairs.
 */
class PortfolioTest {
  private final long[] similar = new long[2]; // races, refutations

  @Test
  void goldenTraces() {
    for (Golden.Line line : Golden.lines()) {
      RandomCheck.check("portfolio on " + line.id(), line.trace(), (t, random) -> wrong(t));
    }
  }

  /** Accesses in a row, between which a thread does little: they are decided once. */
  @Test
  void similarPairsAreDecidedOnce() {
    System.out.println("portfolio: seed " + RandomCheck.seed());
    List<Trace> golden = new ArrayList<>();
    Golden.lines().forEach(line -> golden.add(line.trace()));
    MutatedTraces near = new MutatedTraces(golden, 12, RandomCheck.seed());
    ContendedTraces.Shape dense =
        new ContendedTraces.Shape(12, 4, 2, 2, 0.05, 0.2, 0.2, 0.02, 0.02, 0, 0);
    ContendedTraces random = new ContendedTraces(dense, RandomCheck.seed());
    Random choices = new Random(RandomCheck.seed());
    for (int i = 0; i < 4_000; i++) {
      Trace trace = stutter(i % 2 == 0 ? near.next() : random.next(), choices);
      RandomCheck.check("portfolio, random trace " + i, trace, (t, r) -> wrong(t));
    }
    assertThat(similar[0]).isGreaterThan(50);
    assertThat(similar[1]).isGreaterThan(50);
  }

  /** With next to no budget some verdicts are unknown, and none is wrong. */
  @Test
  void aSmallBudgetNeverLies() {
    ContendedTraces.Shape dense =
        new ContendedTraces.Shape(18, 4, 2, 2, 0.05, 0.2, 0.2, 0.02, 0.02, 0, 0);
    ContendedTraces random = new ContendedTraces(dense, RandomCheck.seed());
    RandomCheck.forAll(
        "portfolio",
        2_000,
        random::next,
        (trace, choices) -> {
          Set<Pair> races = Oracle.predictable(trace);
          Budget tiny = new Budget(1, Long.MAX_VALUE, Long.MAX_VALUE, Budget.ANY_DISTANCE);
          Verdicts verdicts = new Portfolio(trace.filtered(), tiny);
          String[] wrong = {null};
          verdicts.decideAll(
              (first, second, verdict) -> {
                boolean isRace = races.contains(new Pair(first, second));
                boolean saysRace = verdict instanceof Verdict.Race;
                if (!(verdict instanceof Verdict.Unknown) && saysRace != isRace) {
                  wrong[0] = first + "," + second + ": " + verdict;
                }
              });
          return wrong[0];
        });
  }

  /** Repeats accesses, up to two times each. */
  private static Trace stutter(Trace trace, Random random) {
    TraceBuilder builder = new TraceBuilder(trace.name(), trace.names());
    for (int i = 0; i < trace.size(); i++) {
      int times = Kind.isPlainAccess(trace.kind(i)) ? 1 + random.nextInt(3) : 1;
      for (int k = 0; k < times && builder.size() < 20; k++) {
        builder.add(trace.kind(i), trace.thread(i), trace.target(i), trace.location(i));
      }
    }
    return builder.build();
  }

  private String wrong(Trace trace) {
    Set<Pair> races = Oracle.predictable(trace);
    WitnessChecker witnesses = new WitnessChecker(trace);
    RefutationChecker refutations = new RefutationChecker(trace);
    Trace filtered = trace.filtered();
    for (Verdicts verdicts :
        List.of(
            Engines.verdicts(filtered, Budget.UNLIMITED),
            new Portfolio(filtered, Budget.UNLIMITED))) {
      String[] objections = {null};
      int[] found = {0};
      verdicts.decideAll(
          (first, second, verdict) -> {
            boolean isRace = races.contains(new Pair(first, second));
            Optional<String> objection = Optional.of("it is the wrong verdict");
            if (verdict instanceof Verdict.Race race && isRace) {
              found[0]++;
              objection = witnesses.objection(first, second, race.witness());
            } else if (verdict instanceof Verdict.NoRace none && !isRace) {
              objection = refutations.objection(first, second, none.refutation());
            }
            if (objection.isPresent()) {
              objections[0] = "(%d,%d): %s: %s".formatted(first, second, verdict, objection.get());
            }
          });
      if (objections[0] != null) {
        return objections[0];
      }
      if (found[0] != races.size() || verdicts.races() != races.size()) {
        return "%d races, and not %d".formatted(verdicts.races(), races.size());
      }
      similar[0] += verdicts.bySimilarity();
      similar[1] += verdicts.reusedDerivations();
    }
    return null;
  }
}
