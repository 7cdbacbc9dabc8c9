package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.exact.ExactDecision;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Refutation.Step;
import dev.sooth.race.Verdict;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.verify.RefutationChecker;
import dev.sooth.verify.WitnessChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every conflicting pair gets the right verdict, and the verdict comes with something that the
 * independent checkers accept.
 */
class ExactVerdictTest {
  private static final int RANDOM_TRACES = 20_000;
  private static final List<Rule> RULES = List.of(Rule.values());

  @Test
  void goldenTraces() {
    for (Golden.Line line : Golden.lines()) {
      assertThat(Oracle.predictable(line.trace())).isEqualTo(line.pairs("predictable").get());
      RandomCheck.check("verdicts on " + line.id(), line.trace(), (t, random) -> wrongVerdict(t));
    }
  }

  @Test
  void randomTraces() {
    System.out.println("verdicts: seed " + RandomCheck.seed());
    ContendedTraces random = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    MutatedTraces mutated = nearGolden();
    boolean[] turn = {false};
    RandomCheck.forAll(
        "verdicts",
        RANDOM_TRACES,
        () -> {
          turn[0] = !turn[0];
          return turn[0] ? random.next() : mutated.next();
        },
        (trace, choices) -> wrongVerdict(trace));
  }

  /** Many sections and reads of few threads: where the search has to take back choices. */
  @Test
  void denseTraces() {
    ContendedTraces.Shape dense =
        new ContendedTraces.Shape(20, 4, 2, 2, 0.05, 0.2, 0.2, 0.02, 0.02, 0, 0);
    ContendedTraces random = new ContendedTraces(dense, RandomCheck.seed());
    RandomCheck.forAll("verdicts", 3_000, random::next, (trace, choices) -> wrongVerdict(trace));
  }

  /** The golden traces are there for what engines get wrong, so their neighbours are hard. */
  private static MutatedTraces nearGolden() {
    List<Trace> golden = new ArrayList<>();
    Golden.lines().forEach(line -> golden.add(line.trace()));
    return new MutatedTraces(golden, 15, RandomCheck.seed());
  }

  private static String wrongVerdict(Trace trace) {
    Set<Pair> races = Oracle.predictable(trace);
    SmallTrace small = new SmallTrace(trace);
    WitnessChecker witnesses = new WitnessChecker(trace);
    RefutationChecker refutations = new RefutationChecker(trace);
    for (Trace analysed : List.of(trace, trace.filtered())) {
      ExactDecision decider = new ExactDecision(new TraceIndex(analysed));
      for (int second = 0; second < trace.size(); second++) {
        for (int first = 0; first < second; first++) {
          if (small.canRace(first, second)) {
            Verdict verdict = decider.decide(first, second);
            Optional<String> objection = Optional.of("it is the wrong verdict");
            boolean isRace = races.contains(new Pair(first, second));
            if (verdict instanceof Verdict.Race race && isRace) {
              objection = witnesses.objection(first, second, race.witness());
            } else if (verdict instanceof Verdict.NoRace none && !isRace) {
              objection = refutations.objection(first, second, none.refutation());
            }
            if (objection.isPresent()) {
              return "(%d,%d): %s: %s".formatted(first, second, verdict, objection.get());
            }
          }
        }
      }
    }
    return null;
  }

  /** The checker of refutations rejects them all for pairs that do race. */
  @Test
  void noRefutationOfARaceIsAccepted() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    int[] tried = {0};
    RandomCheck.forAll(
        "refutations",
        1_000,
        traces::next,
        (trace, random) -> {
          Set<Pair> races = Oracle.predictable(trace);
          RefutationChecker checker = new RefutationChecker(trace);
          for (Pair race : races) {
            for (int i = 0; i < 20; i++) {
              Refutation forged = forged(trace, race, random);
              tried[0]++;
              if (checker.objection(race.first(), race.second(), forged).isEmpty()) {
                return race + " is a race and refuted by " + forged;
              }
            }
          }
          return null;
        });
    assertThat(tried[0]).isGreaterThan(10_000);
  }

  private static Refutation forged(Trace trace, Pair race, Random random) {
    int size = trace.size();
    return switch (random.nextInt(4)) {
      case 0 -> new Refutation.Contained(race.first(), race.second());
      case 1 -> new Refutation.CommonLock(random.nextInt(size), random.nextInt(size));
      default -> {
        Step[] steps = new Step[1 + random.nextInt(8)];
        for (int i = 0; i < steps.length; i++) {
          Rule rule = RULES.get(random.nextInt(RULES.size()));
          int[] data = new int[rule == Rule.LEARNED ? 3 : 2];
          for (int k = 0; k < data.length; k++) {
            data[k] = random.nextInt(size);
          }
          if (rule == Rule.LEARNED) {
            data[0] = random.nextInt(2);
          }
          steps[i] = new Step(rule, data);
        }
        yield new Refutation.Derivation(steps);
      }
    };
  }

  /** All rules of the trace together do not refute a race, nor does what refutes another pair. */
  @Test
  void trueStepsDoNotRefuteARace() {
    MutatedTraces traces = nearGolden();
    int[] borrowed = {0};
    RandomCheck.forAll(
        "refutations",
        1_500,
        traces::next,
        (trace, random) -> {
          Set<Pair> races = Oracle.predictable(trace);
          RefutationChecker checker = new RefutationChecker(trace);
          List<Refutation> refutations = derivations(trace);
          borrowed[0] += refutations.size();
          refutations.add(new Refutation.Derivation(allRules(new SmallTrace(trace))));
          for (Pair race : races) {
            for (Refutation refutation : refutations) {
              if (checker.objection(race.first(), race.second(), refutation).isEmpty()) {
                return race + " is a race and refuted by " + refutation;
              }
            }
          }
          return null;
        });
    assertThat(borrowed[0]).isGreaterThan(20);
  }

  private static List<Refutation> derivations(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    ExactDecision decider = new ExactDecision(new TraceIndex(trace));
    List<Refutation> found = new ArrayList<>();
    for (int second = 0; second < trace.size(); second++) {
      for (int first = 0; first < second; first++) {
        if (small.canRace(first, second)
            && decider.decide(first, second) instanceof Verdict.NoRace none
            && none.refutation() instanceof Refutation.Derivation) {
          found.add(none.refutation());
        }
      }
    }
    return found;
  }

  private static Step[] allRules(SmallTrace small) {
    List<Step> steps = new ArrayList<>();
    for (SmallTrace.Section one : small.sections) {
      for (SmallTrace.Section other : small.sections) {
        if (one.lock() == other.lock() && one.acquire() < other.acquire()) {
          steps.add(new Step(Rule.LOCK, new int[] {one.acquire(), other.acquire()}));
        }
      }
    }
    for (int read = 0; read < small.size; read++) {
      for (int write = 0; write < small.size; write++) {
        boolean isRead = Kind.isAccess(small.kind[read]) && !small.isWrite(read);
        if (isRead
            && small.isWrite(write)
            && small.target[read] == small.target[write]
            && small.writerOf[read] != write) {
          steps.add(new Step(Rule.READ, new int[] {read, write}));
        }
      }
    }
    return steps.toArray(new Step[0]);
  }

  /** A derivation without its steps shows nothing. */
  @Test
  void anEmptyDerivationIsRejected() {
    MutatedTraces traces = nearGolden();
    int[] rejected = {0};
    RandomCheck.forAll(
        "refutations",
        3_000,
        traces::next,
        (trace, random) -> {
          SmallTrace small = new SmallTrace(trace);
          ExactDecision decider = new ExactDecision(new TraceIndex(trace));
          RefutationChecker checker = new RefutationChecker(trace);
          Refutation empty = new Refutation.Derivation(new Step[0]);
          for (int second = 0; second < trace.size(); second++) {
            for (int first = 0; first < second; first++) {
              if (small.canRace(first, second)
                  && decider.decide(first, second) instanceof Verdict.NoRace none
                  && none.refutation() instanceof Refutation.Derivation) {
                if (checker.objection(first, second, empty).isEmpty()) {
                  return "an empty derivation is accepted for " + first + "," + second;
                }
                rejected[0]++;
              }
            }
          }
          return null;
        });
    assertThat(rejected[0]).isGreaterThan(50);
  }
}
