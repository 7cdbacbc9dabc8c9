package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import dev.sooth.verify.WitnessChecker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The witness checker accepts exactly what the definition says, whatever was checked before. */
class WitnessCheckerTest {
  @Test
  void acceptsAndSaysWhyNot() {
    Trace trace = Traces.of("T1 acq(l), w(x), rel(l); T2 acq(l), rel(l), w(x)");
    WitnessChecker checker = new WitnessChecker(trace);
    assertThat(checker.objection(1, 5, new Witness(new int[] {3, 4, 0}))).isEmpty();
    assertThat(checker.objection(1, 5, new Witness(new int[] {0, 3, 4})))
        .contains("event 3 acquires a lock that another thread holds");
    assertThat(checker.objection(1, 5, new Witness(new int[] {3, 4})))
        .contains("access 1 is not the next event of its thread at the end");
    assertThat(checker.objection(0, 5, new Witness(new int[] {})))
        .contains("both events must be plain reads or writes");
  }

  @Test
  void saysWhyThePairCannotRace() {
    WitnessChecker checker = new WitnessChecker(Traces.of("T1 w(x), r(y), w(y); T2 r(x), r(y)"));
    Witness empty = new Witness(new int[0]);
    for (int[] pair : new int[][] {{-1, 3}, {0, -1}, {5, 3}, {0, 5}}) {
      assertThat(checker.objection(pair[0], pair[1], empty))
          .contains("the trace has no events %d and %d".formatted(pair[0], pair[1]));
    }
    assertThat(checker.objection(0, 4, empty)).contains("they access different variables");
    assertThat(checker.objection(1, 2, empty)).contains("one thread performs both accesses");
    assertThat(checker.objection(1, 4, empty)).contains("both accesses are reads");
  }

  @Test
  void saysWhatCannotBeExecuted() {
    Trace trace =
        Traces.of("T1 r(y), w(y), fork(T2); T2 r(y); T3 w(y), w(x), rel(l); T2 w(x); T4 w(x)");
    WitnessChecker checker = new WitnessChecker(trace);
    assertThat(checker.objection(7, 8, new Witness(new int[] {9})))
        .contains("the trace has no event 9");
    assertThat(checker.objection(7, 8, new Witness(new int[] {-1})))
        .contains("the trace has no event -1");
    assertThat(checker.objection(7, 8, new Witness(new int[] {7}))).contains("it executes event 7");
    assertThat(checker.objection(7, 8, new Witness(new int[] {1})))
        .contains("event 1 is not the next event of its thread");
    assertThat(checker.objection(7, 8, new Witness(new int[] {3})))
        .contains("event 3 runs before the fork of its thread");
    assertThat(checker.objection(7, 8, new Witness(new int[] {4, 0})))
        .contains("read 0 reads from write 4 instead of the initial value");
    assertThat(checker.objection(7, 8, new Witness(new int[] {0, 1, 2, 4, 3})))
        .contains("read 3 reads from write 4 instead of write 1");
    assertThat(checker.objection(7, 8, new Witness(new int[] {4, 5, 6})))
        .contains("event 6 releases a lock that its thread does not hold");
    assertThat(checker.objection(7, 8, new Witness(new int[] {0, 1, 2, 3}))).isEmpty();
  }

  /** All sequences of distinct events, for all traces of up to four events. */
  @Test
  void agreesOnAllSchedulesOfTinyTraces() {
    int[] accepted = new int[1];
    for (AllTraces.Alphabet alphabet : AllTraces.small()) {
      AllTraces.Alphabet tiny =
          new AllTraces.Alphabet(
              4, alphabet.threads(), alphabet.variables(), alphabet.locks(), alphabet.kinds());
      AllTraces.forEach(tiny, trace -> accepted[0] += checkAllSchedules(trace));
    }
    assertThat(accepted[0]).isGreaterThan(1_000);
  }

  /** All sequences of distinct events, for random traces of five and six events. */
  @Test
  void agreesOnAllSchedulesOfSmallRandomTraces() {
    ContendedTraces traces =
        new ContendedTraces(ContendedTraces.Shape.small().withEvents(6), RandomCheck.seed());
    int accepted = 0;
    for (int i = 0; i < 400; i++) {
      accepted += checkAllSchedules(traces.next());
    }
    assertThat(accepted).isGreaterThan(200);
  }

  /** Markers have no effect, also before the fork and after the join of their thread. */
  @Test
  void agreesOnAllSchedulesWithMarkersAnywhere() {
    int accepted = 0;
    for (String line :
        List.of(
            "T2 begin(), T1 fork(T2), T2 w(x), T1 w(x), T2 end()",
            "T2 begin(), T1 fork(T2), T2 r(x), T1 join(T2), T2 end(), T1 r(x), T3 w(x)",
            "T2 w(y), T1 join(T2), T2 dummy(), T1 w(x), T3 w(x)",
            "T2 dummy(), T1 join(T2), T2 dummy(), T1 w(x), T3 w(x)")) {
      accepted += checkAllSchedules(Traces.of(line));
    }
    assertThat(accepted).isGreaterThan(20);
  }

  private static int checkAllSchedules(Trace trace) {
    WitnessChecker checker = new WitnessChecker(trace);
    List<int[]> pairs = pairs(trace);
    int accepted = 0;
    if (!pairs.isEmpty()) {
      List<int[]> schedules = new ArrayList<>();
      addSchedules(trace.size(), new int[0], schedules);
      for (int[] pair : pairs) {
        for (int[] schedule : schedules) {
          accepted += checkOne(trace, checker, pair, schedule) ? 1 : 0;
        }
      }
    }
    return accepted;
  }

  /** Pairs that can race, in both orders, and some that cannot. */
  private static List<int[]> pairs(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      for (int j = 0; j < trace.size(); j++) {
        if (small.canRace(i, j)) {
          pairs.add(new int[] {i, j});
        }
      }
    }
    if (!pairs.isEmpty()) {
      pairs.add(new int[] {0, trace.size() - 1});
      pairs.add(new int[] {0, 0});
    }
    return pairs;
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

  private static boolean checkOne(Trace trace, WitnessChecker checker, int[] pair, int[] schedule) {
    boolean expected = WitnessDefinition.holds(trace, pair[0], pair[1], schedule);
    boolean actual = checker.objection(pair[0], pair[1], new Witness(schedule)).isEmpty();
    if (actual != expected) {
      throw new AssertionError(
          "%s, pair %s, schedule %s: expected %s, actual %s"
              .formatted(
                  Traces.toLine(trace),
                  Arrays.toString(pair),
                  Arrays.toString(schedule),
                  expected ? "accepted" : "rejected",
                  checker.objection(pair[0], pair[1], new Witness(schedule))));
    }
    return actual;
  }

  /** Changed witnesses of larger traces; one checker for all, so that nothing may stay behind. */
  @Test
  void agreesOnChangedWitnesses() {
    Random random = new Random(RandomCheck.seed());
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    int accepted = 0;
    int rejected = 0;
    for (int i = 0; i < 1_500; i++) {
      Trace trace = traces.next();
      WitnessChecker checker = new WitnessChecker(trace);
      for (Pair pair : Oracle.predictable(trace)) {
        int[] pairArray = {pair.first(), pair.second()};
        int[] witness = PredictableOracle.witness(trace, pair).orElseThrow();
        assertThat(checkOne(trace, checker, pairArray, witness)).isTrue();
        for (int k = 0; k < 8; k++) {
          boolean ok = checkOne(trace, checker, pairArray, changed(witness, trace.size(), random));
          accepted += ok ? 1 : 0;
          rejected += ok ? 0 : 1;
          // The state after a rejected schedule must be that of a new checker.
          assertThat(checkOne(trace, checker, pairArray, witness)).isTrue();
        }
      }
    }
    assertThat(accepted).isGreaterThan(500);
    assertThat(rejected).isGreaterThan(5_000);
  }

  private static int[] changed(int[] schedule, int events, Random random) {
    List<Integer> list = new ArrayList<>();
    for (int event : schedule) {
      list.add(event);
    }
    for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
      int size = list.size();
      switch (random.nextInt(6)) {
        case 0 -> {
          if (size > 1) {
            int i = random.nextInt(size - 1);
            list.add(i, list.remove(i + 1));
          }
        }
        case 1 -> {
          if (size > 1) {
            list.add(random.nextInt(size - 1), list.remove(random.nextInt(size)));
          }
        }
        case 2 -> {
          if (size > 0) {
            list.remove(random.nextInt(size));
          }
        }
        case 3 -> {
          if (size > 0) {
            list.add(random.nextInt(size + 1), list.get(random.nextInt(size)));
          }
        }
        case 4 -> list.add(random.nextInt(size + 1), random.nextInt(events));
        default ->
            list.add(random.nextInt(20) == 0 ? random.nextInt(3) * events - 1 : lowest(list));
      }
    }
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The first event that is not in the schedule: often one that may follow it. */
  private static int lowest(List<Integer> schedule) {
    int event = 0;
    while (schedule.contains(event)) {
      event++;
    }
    return event;
  }
}
