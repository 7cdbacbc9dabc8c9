package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import dev.sooth.verify.CutChecker;
import dev.sooth.verify.WitnessChecker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The fast checker accepts what the definition accepts, and nothing else. */
class CutCheckerTest {
  /** Both checkers of one trace, and how they have answered. */
  private static final class Both {
    private final Trace trace;
    private final WitnessChecker slow;
    private final CutChecker fast;
    private int accepted;
    private int rejected;

    Both(Trace trace) {
      this.trace = trace;
      slow = new WitnessChecker(trace);
      fast = new CutChecker(trace);
    }

    boolean check(int first, int second, Witness witness) {
      Optional<String> expected = slow.objection(first, second, witness);
      Optional<String> actual = fast.objection(first, second, witness);
      if (expected.isPresent() != actual.isPresent()) {
        throw new AssertionError(
            "%s, pair %d, %d, %s: slow says %s, fast says %s; seed %d"
                .formatted(
                    Traces.toLine(trace),
                    first,
                    second,
                    witness,
                    expected,
                    actual,
                    RandomCheck.seed()));
      }
      accepted += expected.isEmpty() ? 1 : 0;
      rejected += expected.isEmpty() ? 0 : 1;
      return expected.isEmpty();
    }
  }

  /** All cuts, with one event too many of each thread, for all small traces. */
  @Test
  void agreesOnAllCutsOfAllSmallTraces() {
    int[] answers = new int[2];
    for (AllTraces.Alphabet alphabet : AllTraces.small()) {
      AllTraces.forEach(
          alphabet,
          trace -> {
            Both both = new Both(trace);
            forAllPairsAndCuts(both);
            answers[0] += both.accepted;
            answers[1] += both.rejected;
          });
    }
    assertThat(answers[0]).isGreaterThan(100_000);
    assertThat(answers[1]).isGreaterThan(100_000);
  }

  @Test
  void agreesOnAllCutsOfTheGoldenTraces() {
    int accepted = 0;
    for (Golden.Line line : Golden.lines()) {
      Trace trace = line.trace();
      if (trace.size() <= 14) {
        Both both = new Both(trace);
        forAllPairsAndCuts(both);
        accepted += both.accepted;
      }
    }
    assertThat(accepted).isGreaterThan(100);
  }

  private static void forAllPairsAndCuts(Both both) {
    SmallTrace small = new SmallTrace(both.trace);
    for (int i = 0; i < small.size; i++) {
      for (int j = 0; j < small.size; j++) {
        if (small.canRace(i, j)) {
          int[] cut = new int[both.trace.names().threads().size()];
          forAllCuts(both, small, i, j, cut, 0);
        }
      }
    }
  }

  private static void forAllCuts(
      Both both, SmallTrace small, int first, int second, int[] cut, int thread) {
    if (thread == cut.length) {
      both.check(first, second, Witness.ofCut(cut.clone()));
      return;
    }
    int events = thread < small.eventsOf.length ? small.eventsOf[thread].length : 0;
    int most = events == 0 ? 0 : events + 1;
    for (int n = 0; n <= most; n++) {
      cut[thread] = n;
      forAllCuts(both, small, first, second, cut, thread + 1);
    }
    cut[thread] = 0;
  }

  /** All sequences of distinct events, in one piece and divided in all ways into cut and tail. */
  @Test
  void agreesOnAllSchedulesOfTinyTraces() {
    int[] answers = new int[2];
    for (AllTraces.Alphabet alphabet : AllTraces.small()) {
      AllTraces.Alphabet tiny =
          new AllTraces.Alphabet(
              4, alphabet.threads(), alphabet.variables(), alphabet.locks(), alphabet.kinds());
      AllTraces.forEach(
          tiny,
          trace -> {
            Both both = new Both(trace);
            forAllSchedules(both);
            answers[0] += both.accepted;
            answers[1] += both.rejected;
          });
    }
    assertThat(answers[0]).isGreaterThan(1_000);
    assertThat(answers[1]).isGreaterThan(10_000);
  }

  @Test
  void agreesOnAllSchedulesOfSmallRandomTraces() {
    ContendedTraces traces =
        new ContendedTraces(ContendedTraces.Shape.small().withEvents(6), RandomCheck.seed());
    int accepted = 0;
    for (int i = 0; i < 400; i++) {
      Both both = new Both(traces.next());
      forAllSchedules(both);
      accepted += both.accepted;
    }
    assertThat(accepted).isGreaterThan(200);
  }

  private static void forAllSchedules(Both both) {
    List<int[]> schedules = new ArrayList<>();
    addSchedules(both.trace.size(), new int[0], schedules);
    SmallTrace small = new SmallTrace(both.trace);
    for (int i = 0; i < small.size; i++) {
      for (int j = 0; j < small.size; j++) {
        if (small.canRace(i, j)) {
          for (int[] schedule : schedules) {
            checkInAllWays(both, i, j, schedule);
          }
        }
      }
    }
  }

  private static void addSchedules(int events, int[] schedule, List<int[]> schedules) {
    schedules.add(schedule);
    for (int next = 0; next < events; next++) {
      int event = next;
      if (Arrays.stream(schedule).noneMatch(e -> e == event)) {
        int[] longer = Arrays.copyOf(schedule, schedule.length + 1);
        longer[schedule.length] = event;
        addSchedules(events, longer, schedules);
      }
    }
  }

  /** The schedule as a list, and with each beginning that is a cut given as one. */
  private static void checkInAllWays(Both both, int first, int second, int[] schedule) {
    boolean accepted = both.check(first, second, new Witness(schedule));
    int[] cut = new int[both.trace.names().threads().size()];
    for (int n = 0; n < schedule.length; n++) {
      int event = schedule[n];
      cut[both.trace.thread(event)]++;
      int[] listed = Witness.ofCut(cut).schedule(both.trace);
      if (!Arrays.equals(listed, Arrays.copyOf(schedule, n + 1))) {
        return;
      }
      Witness divided =
          Witness.of(cut.clone(), Arrays.copyOfRange(schedule, n + 1, schedule.length));
      assertThat(divided.schedule(both.trace)).containsExactly(schedule);
      assertThat(both.check(first, second, divided)).isEqualTo(accepted);
    }
  }

  /** Witnesses of all engines, as they are and with changes, and random cuts. */
  @Test
  void agreesOnChangedWitnessesOfRandomTraces() {
    Random random = new Random(RandomCheck.seed());
    int accepted = 0;
    int rejected = 0;
    for (int events : new int[] {18, 40, 120}) {
      ContendedTraces traces =
          new ContendedTraces(
              ContendedTraces.Shape.small().withEvents(events), RandomCheck.seed() + events);
      for (int i = 0; i < 300; i++) {
        Both both = new Both(traces.next());
        for (Engine engine : List.of(Engines.SYNCP, Engines.OSR, Engines.EXACT)) {
          checkWitnesses(both, engine, random);
        }
        accepted += both.accepted;
        rejected += both.rejected;
      }
    }
    assertThat(accepted).isGreaterThan(10_000);
    assertThat(rejected).isGreaterThan(10_000);
  }

  private static void checkWitnesses(Both both, Engine engine, Random random) {
    Trace trace = both.trace;
    var search = engine.witnessSearch(trace);
    SmallTrace small = new SmallTrace(trace);
    int budget = 20;
    for (int second = 0; second < small.size; second++) {
      for (int first = 0; first < second && budget > 0; first++) {
        if (!small.canRace(first, second) || random.nextInt(small.size) > 12) {
          continue;
        }
        Optional<Witness> found = search.find(first, second);
        if (found.isEmpty()) {
          both.check(first, second, randomCut(trace, small, first, second, random));
          continue;
        }
        budget--;
        Witness witness = found.get();
        assertThat(both.check(first, second, witness)).isTrue();
        assertThat(both.check(first, second, new Witness(witness.schedule(trace)))).isTrue();
        for (int k = 0; k < 6; k++) {
          both.check(first, second, changed(witness, trace, random));
          both.check(first, second, randomCut(trace, small, first, second, random));
          assertThat(both.check(first, second, witness)).isTrue(); // nothing stays behind
        }
      }
    }
  }

  /** One thread's cut is an event longer or shorter, or two events of the tail change places. */
  private static Witness changed(Witness witness, Trace trace, Random random) {
    int[] cut = new int[trace.names().threads().size()];
    for (int t = 0; t < cut.length; t++) {
      cut[t] = witness.cut(t);
    }
    int[] tail = witness.tail().clone();
    if (tail.length > 1 && random.nextBoolean()) {
      int a = random.nextInt(tail.length);
      int b = random.nextInt(tail.length);
      int event = tail[a];
      tail[a] = tail[b];
      tail[b] = event;
    } else {
      int thread = random.nextInt(cut.length);
      cut[thread] = Math.max(0, cut[thread] + (random.nextBoolean() ? 1 : -1));
    }
    return Witness.of(cut, tail);
  }

  /** Ends before both accesses, and anywhere in the other threads. */
  private static Witness randomCut(
      Trace trace, SmallTrace small, int first, int second, Random random) {
    int[] cut = new int[trace.names().threads().size()];
    int end = random.nextInt(trace.size() + 1);
    for (int i = 0; i < end; i++) {
      cut[trace.thread(i)]++;
    }
    int thread = random.nextInt(cut.length);
    cut[thread] = Math.max(0, cut[thread] + random.nextInt(3) - 1);
    cut[trace.thread(first)] = small.indexInThread[first];
    cut[trace.thread(second)] = small.indexInThread[second];
    return Witness.ofCut(cut);
  }

  @Test
  void fallsBackToTheDefinitionOnTracesThatBreakTheRules() {
    Trace trace = Traces.of("T1 rel(l), T1 w(x), T2 w(x)");
    Both both = new Both(trace);
    assertThat(both.check(1, 2, Witness.ofCut(new int[] {1, 0}))).isFalse();
  }
}
