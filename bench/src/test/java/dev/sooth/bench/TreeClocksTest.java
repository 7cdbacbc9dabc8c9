package dev.sooth.bench;

import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.hb.HbDetector;
import dev.sooth.testkit.ContendedTraces;
import dev.sooth.testkit.Oracle;
import dev.sooth.testkit.Pair;
import dev.sooth.testkit.RandomCheck;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is measured must be right: with tree clocks, too, the races are those of the definition. */
class TreeClocksTest {
  @Test
  void smallTraces() {
    check(5_000, ContendedTraces.Shape.small());
  }

  /** So many threads that the trees grow, and have more than one level. */
  @Test
  void longerTraces() {
    check(40, new ContendedTraces.Shape(400, 90, 70, 80, 0.5, 0.3, 0.3, 0.05, 0.05, 0.02, 0.001));
  }

  private static void check(int count, ContendedTraces.Shape shape) {
    RandomCheck.forAll(
        "hb with tree clocks",
        count,
        new ContendedTraces(shape, RandomCheck.seed())::next,
        (trace, random) -> {
          NavigableSet<Pair> expected = Oracle.hb(trace);
          NavigableSet<Pair> actual = races(trace);
          return actual.equals(expected)
              ? null
              : "expected %s, actual %s".formatted(expected, actual);
        });
  }

  private static NavigableSet<Pair> races(Trace trace) {
    NavigableSet<Pair> races = new TreeSet<>();
    try {
      new HbDetector(new TreeClocks())
          .run(
              trace,
              Pairs.ALL,
              (variable, p1, k1, t1, l1, p2, k2, t2, l2) ->
                  races.add(new Pair(Math.toIntExact(p1), Math.toIntExact(p2))),
              Stop.NEVER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return races;
  }
}
