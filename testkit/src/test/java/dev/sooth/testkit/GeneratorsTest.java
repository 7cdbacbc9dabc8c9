package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The generated traces are well-formed, and are interesting often enough to find anything. */
class GeneratorsTest {
  private static final int TRACES = 4_000;

  @Test
  void randomTracesAreWellFormedAndVaried() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    assertInteresting(traces::next, 0.005);
  }

  @Test
  void mutatedTracesAreWellFormedAndVaried() {
    List<Trace> golden = new ArrayList<>();
    Golden.lines().forEach(line -> golden.add(line.trace()));
    MutatedTraces traces = new MutatedTraces(golden, 15, RandomCheck.seed());
    assertInteresting(traces::next, 0.01);
  }

  private static void assertInteresting(Supplier<Trace> traces, double share) {
    Map<String, Integer> counts = new TreeMap<>();
    Set<Byte> kinds = new HashSet<>();
    for (int i = 0; i < TRACES; i++) {
      Trace trace = traces.get();
      assertThat(WellFormed.complaint(trace)).as(Traces.toLine(trace)).isNull();
      for (int e = 0; e < trace.size(); e++) {
        kinds.add(trace.kind(e));
      }
      Map<String, NavigableSet<Pair>> classes =
          Map.of(
              "predictable", Oracle.predictable(trace),
              "hb", Oracle.hb(trace),
              "shb", Oracle.shb(trace),
              "wcp", Oracle.wcp(trace),
              "syncp", Oracle.syncp(trace));
      classes.forEach(
          (a, pairs) ->
              classes.forEach(
                  (b, others) -> {
                    if (!others.containsAll(pairs)) {
                      counts.merge(a + " not " + b, 1, Integer::sum);
                    }
                  }));
    }
    for (String difference :
        List.of(
            "predictable not syncp",
            "predictable not wcp",
            "syncp not shb",
            "syncp not wcp",
            "wcp not predictable",
            "wcp not hb",
            "hb not predictable",
            "hb not shb")) {
      assertThat(counts.getOrDefault(difference, 0))
          .as(difference + " in " + counts)
          .isGreaterThan((int) (share * TRACES));
    }
    assertThat(kinds).contains(Kind.FORK, Kind.JOIN, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE);
  }

  @Test
  void oneSeedGivesTheSameTraces() {
    ContendedTraces one = new ContendedTraces(ContendedTraces.Shape.small(), 7);
    ContendedTraces two = new ContendedTraces(ContendedTraces.Shape.small(), 7);
    for (int i = 0; i < 100; i++) {
      assertThat(Traces.toLine(one.next())).isEqualTo(Traces.toLine(two.next()));
    }
  }

  @Test
  void allTracesAreAllUpToRenaming() {
    Set<String> lines = new HashSet<>();
    AllTraces.forEach(
        new AllTraces.Alphabet(2, 2, 1, 1, List.of(Kind.READ, Kind.WRITE, Kind.ACQUIRE)),
        trace -> lines.add(Traces.toLine(trace)));
    assertThat(lines)
        .containsExactlyInAnyOrder(
            "T1 w(x0), T2 w(x0)", "T1 w(x0), T2 r(x0)", "T1 r(x0), T2 w(x0)");
    // Brute force: all strings over the alphabet, well-formed, with a conflict, by first use.
    Set<String> four = new HashSet<>();
    int[] count = new int[1];
    AllTraces.forEach(
        new AllTraces.Alphabet(
            4, 2, 1, 1, List.of(Kind.READ, Kind.WRITE, Kind.ACQUIRE, Kind.RELEASE)),
        trace -> {
          count[0]++;
          four.add(Traces.toLine(trace));
          assertThat(WellFormed.complaint(trace)).isNull();
        });
    assertThat(four).hasSize(count[0]).isEqualTo(bruteForce(4));
  }

  private static Set<String> bruteForce(int most) {
    String[] events = {
      "T1 r(x0)", "T1 w(x0)", "T1 acq(l0)", "T1 rel(l0)",
      "T2 r(x0)", "T2 w(x0)", "T2 acq(l0)", "T2 rel(l0)"
    };
    Set<String> lines = new HashSet<>();
    List<String> prefixes = List.of("");
    for (int size = 1; size <= most; size++) {
      List<String> longer = new ArrayList<>();
      for (String prefix : prefixes) {
        for (String event : events) {
          if (!prefix.isEmpty() || event.startsWith("T1")) {
            longer.add(prefix.isEmpty() ? event : prefix + ", " + event);
          }
        }
      }
      for (String line : longer) {
        Trace trace = Traces.of(line);
        if (WellFormed.holds(trace)) {
          SmallTrace small = new SmallTrace(trace);
          for (int i = 0; i < small.size; i++) {
            for (int j = 0; j < i; j++) {
              if (small.canRace(i, j)) {
                lines.add(line);
              }
            }
          }
        }
      }
      prefixes = longer;
    }
    return lines;
  }
}
