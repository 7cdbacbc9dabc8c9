package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is known about the classes of races, checked on the oracles themselves. */
class OracleTest {
  private static final int TRACES = 20_000;

  @Test
  void hbForgetsReadsFromAndShbDoesNot() {
    assertThat(Oracle.predictable(Traces.of("T1 w(x), w(y); T2 r(y), w(x)")))
        .containsOnly(pair(1, 2));
    assertThat(Oracle.hb(Traces.of("T1 w(x), w(y); T2 r(y), w(x)")))
        .containsOnly(pair(1, 2), pair(0, 3));
    assertThat(Oracle.shb(Traces.of("T1 w(x), w(y); T2 r(y), w(x)"))).containsOnly(pair(1, 2));
  }

  @Test
  void aReadOfTheInitialValueComesBeforeAllWrites() {
    // T2 gets past r(y) only while T1 has not written y, so the two writes of x never meet.
    Trace trace = Traces.of("T2 r(y); T1 w(y), w(x); T2 w(x)");
    assertThat(Oracle.predictable(trace)).containsOnly(pair(0, 1), pair(2, 3));
    Trace behind = Traces.of("T1 fork(T3); T2 r(y), w(z); T3 r(z), w(y), w(x); T2 w(x)");
    assertThat(Oracle.predictable(behind)).contains(pair(2, 3), pair(5, 6));
  }

  @Test
  void volatileAccessesOrderAndAreNoRaces() {
    Trace trace = Traces.of("T1 w(x), vw(v); T2 vr(v), w(x), vw(v)");
    assertThat(Oracle.hb(trace)).isEmpty();
    assertThat(Oracle.shb(trace)).isEmpty();
    assertThat(Oracle.wcp(trace)).isEmpty();
    assertThat(Oracle.syncp(trace)).isEmpty();
    assertThat(Oracle.predictable(trace)).isEmpty();
  }

  @Test
  void wcpOrdersByForksAndVolatiles() {
    // Without fork edges as edges of WCP this would be reported, and is neither race nor deadlock.
    assertThat(Oracle.wcp(Traces.of("T1 acq(l), fork(T2), w(x), rel(l); T2 acq(l), rel(l), w(x)")))
        .isEmpty();
    // The same for volatile accesses that conflict inside two sections of one lock.
    Trace trace = Traces.of("T1 acq(l), vr(v), w(x), rel(l); T2 acq(l), vw(v), rel(l), w(x)");
    assertThat(Oracle.predictable(trace)).isEmpty();
    assertThat(DeadlockOracle.hasDeadlock(trace)).isFalse();
    assertThat(Oracle.wcp(trace)).isEmpty();
    // A volatile variable of one thread orders nothing.
    Trace own = Traces.of("T1 acq(l), r(x), rel(l); T2 acq(l), vw(v), vr(v), rel(l), w(x)");
    assertThat(Oracle.wcp(own)).containsExactly(pair(1, 7));
  }

  @Test
  void nestedReentrantLockingHasNoEffect() {
    Trace trace =
        Traces.of(
            "T1 acq(l), acq(l), rel(l), w(x), rel(l); T2 acq(l), acq(l), rel(l), w(x), rel(l)");
    assertThat(Oracle.hb(trace)).isEmpty();
    assertThat(Oracle.predictable(trace)).isEmpty();
  }

  @Test
  void classesAreWithinEachOtherAsProved() {
    forAll(
        (trace, random) -> {
          Set<Pair> predictable = Oracle.predictable(trace);
          Set<Pair> syncp = Oracle.syncp(trace);
          Set<Pair> shb = Oracle.shb(trace);
          Set<Pair> hb = Oracle.hb(trace);
          if (!predictable.containsAll(syncp)) {
            return "syncp " + syncp + ", predictable " + predictable;
          }
          if (!syncp.containsAll(shb)) {
            return "shb " + shb + ", syncp " + syncp;
          }
          if (!Oracle.wcp(trace).containsAll(hb)) {
            return "hb " + hb + ", wcp " + Oracle.wcp(trace);
          }
          return null;
        });
  }

  @Test
  void syncPreservingRacesAreThoseOfTheClosure() {
    forAll(
        (trace, random) -> {
          Set<Pair> searched = Oracle.syncp(trace);
          Set<Pair> closed = SyncPOracle.racesByClosure(trace);
          return searched.equals(closed) ? null : "search " + searched + ", closure " + closed;
        });
  }

  @Test
  void theFirstHbRacesArePredictable() {
    forAll(
        (trace, random) -> {
          NavigableSet<Pair> hb = Oracle.hb(trace);
          if (hb.isEmpty() || mixesPlainAndVolatile(trace)) {
            return null;
          }
          int second = hb.first().second();
          hb.removeIf(pair -> pair.second() != second);
          return Oracle.predictable(trace).containsAll(hb) ? null : "not all predictable: " + hb;
        });
  }

  @Test
  void wcpRacesMeanARaceOrADeadlock() {
    forAll(
        (trace, random) ->
            Oracle.wcp(trace).isEmpty()
                    || mixesPlainAndVolatile(trace)
                    || !isWellNested(trace)
                    || !Oracle.predictable(trace).isEmpty()
                    || DeadlockOracle.hasDeadlock(trace)
                ? null
                : "wcp " + Oracle.wcp(trace) + ", no race and no deadlock is predictable");
  }

  /** The guarantee needs sections that are nested or apart: with hand-over-hand it is lost. */
  @Test
  void wcpHasNoGuaranteeForCrossingSections() {
    Trace trace =
        Traces.of("T1 acq(l), acq(m), rel(l), w(x), rel(m); T2 acq(l), acq(m), rel(m), r(x)");
    assertThat(isWellNested(trace)).isFalse();
    assertThat(Oracle.wcp(trace)).containsExactly(pair(3, 8));
    assertThat(Oracle.predictable(trace)).isEmpty();
    assertThat(DeadlockOracle.hasDeadlock(trace)).isFalse();
  }

  private static boolean isWellNested(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    for (SmallTrace.Section a : small.sections) {
      for (SmallTrace.Section b : small.sections) {
        int end = b.release() == SmallTrace.NONE ? small.size : b.release();
        if (a.thread() == b.thread()
            && a.acquire() < b.acquire()
            && a.release() != SmallTrace.NONE
            && b.acquire() < a.release()
            && a.release() < end) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * A volatile read of a plain write is ordered by nothing and not reported either, so it can be
   * the reason why the first reported pair is none.
   */
  private static boolean mixesPlainAndVolatile(Trace trace) {
    SmallTrace small = new SmallTrace(trace);
    for (int j = 0; j < small.size; j++) {
      for (int i = 0; i < j; i++) {
        if (small.conflict(i, j)
            && Kind.isPlainAccess(small.kind[i]) != Kind.isPlainAccess(small.kind[j])) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void everyPredictableRaceHasAWitness() {
    forAll(
        (trace, random) -> {
          for (Pair pair : Oracle.predictable(trace)) {
            int[] schedule = PredictableOracle.witness(trace, pair).orElseThrow();
            if (!WitnessDefinition.holds(trace, pair.first(), pair.second(), schedule)) {
              return pair + " has no witness";
            }
          }
          return null;
        });
  }

  private static Pair pair(int first, int second) {
    return new Pair(first, second);
  }

  private static void forAll(RandomCheck.Property property) {
    ContendedTraces random = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    List<Trace> golden = new ArrayList<>();
    Golden.lines().forEach(line -> golden.add(line.trace()));
    MutatedTraces mutated = new MutatedTraces(golden, 15, RandomCheck.seed());
    RandomCheck.forAll("oracles", TRACES / 2, random::next, property);
    RandomCheck.forAll("oracles", TRACES / 2, mutated::next, property);
  }
}
