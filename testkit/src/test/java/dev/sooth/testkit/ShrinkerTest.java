package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.Trace;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  @Test
  void leavesOnlyTheReason() {
    Trace trace =
        Traces.of(
            "T1 fork(T3), acq(m), w(y), acq(l), w(x), rel(l), rel(m); T3 acq(l), r(y), rel(l), w(x);"
                + " T2 r(q); T1 join(T3)");
    Trace shrunk = Shrinker.shrink(trace, t -> Oracle.predictable(t).size() > 0);
    assertThat(shrunk.size()).isEqualTo(2);
    assertThat(Oracle.predictable(shrunk)).containsExactly(new Pair(0, 1));
  }

  @Test
  void everyStepIsWellFormedAndStillFails() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    int shrunk = 0;
    for (int i = 0; i < 3_000 && shrunk < 60; i++) {
      Trace trace = traces.next();
      if (differs(trace)) {
        shrunk++;
        Trace small =
            Shrinker.shrink(
                trace,
                t -> {
                  assertThat(WellFormed.complaint(t)).isNull();
                  return differs(t);
                });
        assertThat(differs(small)).isTrue();
        assertThat(small.size()).as(Traces.toLine(small)).isLessThanOrEqualTo(10);
      }
    }
    assertThat(shrunk).isEqualTo(60);
  }

  private static boolean differs(Trace trace) {
    return !Oracle.shb(trace).containsAll(Oracle.syncp(trace));
  }

  @Test
  void aFailurePrintsTheSeedAndTheSmallTrace() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    assertThatThrownBy(
            () ->
                RandomCheck.forAll(
                    "no races",
                    100,
                    traces::next,
                    (trace, random) ->
                        Oracle.hb(trace).isEmpty() ? null : "races " + Oracle.hb(trace)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no races, random trace ")
        .hasMessageContaining("seed " + RandomCheck.seed())
        .hasMessageContaining("wrong    races [(0,1)]");
  }
}
