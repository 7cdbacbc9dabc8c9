package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.trace.Trace;
import org.junit.jupiter.api.Test;

/**
 * The sync-preserving engine beyond the contract: traces that are too long to be found at random,
 * in which what the two accesses need must be closed in several steps.
 */
class SyncPTest {
  private static void isNoRace(int first, int second, String line) {
    Trace trace = Traces.of(line);
    assertThat(SyncPOracle.racesByClosure(trace)).doesNotContain(new Pair(first, second));
    isRight(trace);
  }

  private static void isRight(Trace trace) {
    assertThat(EngineRun.pairs(EngineRun.races(Engines.SYNCP, trace, Pairs.ALL)))
        .isEqualTo(SyncPOracle.racesByClosure(trace));
  }

  /** What the first access needs leaves a section of T3 open, which T2 overtakes. */
  @Test
  void theSecondOvertakesWhatTheFirstLeavesOpen() {
    isNoRace(
        3, 9, "T3 acq(l), w(x); T1 r(x), w(z), w(y); T3 r(y), rel(l); T2 acq(l), rel(l), w(z)");
  }

  /** The same, and the second access leaves a section open that is never overtaken here. */
  @Test
  void bothLeaveSomethingOpen() {
    isNoRace(
        5,
        12,
        "T5 acq(k), w(v); T3 acq(l), w(x); T1 r(x), w(z), w(y); T3 r(y), rel(l);"
            + " T2 acq(l), rel(l), r(v), w(z); T5 rel(k); T6 acq(k), rel(k)");
  }

  /** The end of one section brings in another one, which is overtaken too. */
  @Test
  void aClosedSectionOpensAnother() {
    isNoRace(
        0,
        13,
        "T3 w(z), w(y); T1 acq(l), w(x), acq(m), rel(l), r(y), rel(m);"
            + " T2 r(x), acq(l), rel(l), acq(m), rel(m), w(z)");
  }

  /** T1 overtakes what the second leaves open; only what that brings in is overtaken by T2. */
  @Test
  void theFirstOvertakesWhatTheSecondLeavesOpen() {
    isNoRace(
        8,
        15,
        "T3 acq(l), w(x); T4 acq(m), w(u); T3 r(u), rel(l); T1 acq(l), rel(l), w(z), w(y);"
            + " T4 r(y), rel(m); T2 r(x), acq(m), rel(m), w(z)");
  }

  @Test
  void aQueryOfAnAccessThatTheOtherNeeds() {
    Trace trace = Traces.of("T1 w(x), w(y); T2 r(y), w(x)");
    CriticalSections sections = new CriticalSections(trace);
    SyncPreservingClosure.Query query = new SyncPreservingClosure(trace, sections).newQuery();
    assertThat(query.bothCanBeNext(0, 3)).isFalse();
    assertThat(query.reached()).isEqualTo(2);
    assertThat(query.bothCanBeNext(1, 2)).isTrue();
  }

  @Test
  void manySectionsAreOpenAtOnce() {
    StringBuilder line = new StringBuilder("T1 w(z), ");
    for (int lock = 0; lock < 20; lock++) {
      line.append("acq(l").append(lock).append("), ");
    }
    line.append("w(x), ");
    for (int lock = 19; lock >= 0; lock--) {
      line.append("w(y").append(lock).append("), rel(l").append(lock).append("), ");
    }
    line.append("T2 r(x), ");
    for (int lock = 0; lock < 20; lock++) {
      line.append("acq(l").append(lock).append("), rel(l").append(lock).append("), ");
      line.append("w(y").append(lock).append("), ");
    }
    line.append("w(z)");
    isRight(Traces.of(line.toString()));
  }
}
