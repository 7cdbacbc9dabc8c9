package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceStatisticsTest {
  private static TraceStatistics of(String events) throws IOException {
    byte[] text = events.replace(' ', '\n').getBytes(StandardCharsets.UTF_8);
    return TraceStatistics.of(
        TraceFiles.stream(new ByteArrayInputStream(text), "in", ReadOptions.defaults()));
  }

  @Test
  void everythingIsCounted() throws IOException {
    TraceStatistics s =
        of(
            "A|fork(B) A|begin A|acq(m) A|acq(m) A|acq(n) A|w(x) A|r(x) A|rel(n) A|rel(m) A|rel(m)"
                + " B|r(x) B|vr(v) A|vw(v) A|r(own) A|r(ro) B|r(ro) B|req(m) A|join(B) A|end");
    assertThat(s.events()).isEqualTo(19);
    assertThat(s.threads()).isEqualTo(2);
    assertThat(s.locks()).isEqualTo(2);
    assertThat(s.variables()).isEqualTo(4);
    assertThat(s.reads()).isEqualTo(5);
    assertThat(s.writes()).isEqualTo(1);
    assertThat(s.acquires()).isEqualTo(3);
    assertThat(s.releases()).isEqualTo(3);
    assertThat(s.forks()).isEqualTo(1);
    assertThat(s.joins()).isEqualTo(1);
    assertThat(s.volatileAccesses()).isEqualTo(2);
    assertThat(s.markers()).isEqualTo(2);
    assertThat(s.skipped()).isEqualTo(1);
    assertThat(s.deepestNesting()).isEqualTo(2);
    assertThat(s.accesses()).isEqualTo(8);
    assertThat(s.threadLocalShare()).isCloseTo(1 / 8.0, within(1e-9));
    assertThat(s.readOnlyShare()).isCloseTo(2 / 8.0, within(1e-9));
    assertThat(s.topology()).isEqualTo(Topology.Shape.TREE);
  }

  @Test
  void anEmptyTraceHasNoShares() throws IOException {
    TraceStatistics s = of("");
    assertThat(s.events()).isZero();
    assertThat(s.threadLocalShare()).isZero();
    assertThat(s.readOnlyShare()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "A|w(x) B|r(x), TREE",
    "A|r(x) B|r(x), FOREST",
    "A|w(x) B|r(x) C|r(x), TREE",
    "B|r(x) C|r(x) A|w(x), TREE",
    "A|w(x) B|w(x) C|r(x), CYCLIC",
    "C|r(x) A|w(x) B|w(x), CYCLIC",
    "C|r(x) D|r(x) A|w(x) C|w(x), CYCLIC",
    "C|r(x) A|w(x) C|w(x) A|r(x), TREE",
    "A|w(x) B|r(x) B|w(y) C|r(y), TREE",
    "A|w(x) B|r(x) B|w(y) C|r(y) C|w(z) A|r(z), CYCLIC",
    "A|w(x) B|r(x) A|w(y) B|w(y) A|acq(m) A|rel(m) B|acq(m) B|rel(m), TREE",
    "A|acq(m) A|rel(m) B|acq(m) B|rel(m) C|acq(m), CYCLIC",
    "A|w(x) B|r(x) C|w(y) D|r(y), FOREST",
    "A|vw(x) B|vr(x), TREE",
    "A|w(x), TREE",
  })
  void theTopologyIsFound(String events, Topology.Shape shape) throws IOException {
    assertThat(of(events).topology()).isEqualTo(shape);
  }

  /** Against the definition: all edges, then a search for a cycle. */
  @Test
  void theTopologyAgreesWithTheDefinition() throws IOException {
    int[] found = new int[3];
    for (int seed = 0; seed < 5000; seed++) {
      Random random = new Random(seed);
      int threads = 2 + random.nextInt(4);
      int variables = 1 + random.nextInt(4);
      TraceBuilder builder = new TraceBuilder("random", TraceNames.empty());
      for (int t = 0; t < threads; t++) {
        builder.names().threads().intern("T" + t);
      }
      int size = 1 + random.nextInt(12);
      for (int i = 0; i < size; i++) {
        String thread = "T" + random.nextInt(threads);
        String target = "x" + random.nextInt(variables);
        switch (random.nextInt(4)) {
          case 0 -> {
            builder.add(Kind.ACQUIRE, thread, target, "");
            builder.add(Kind.RELEASE, thread, target, "");
          }
          case 1 -> builder.add(Kind.WRITE, thread, target, "");
          default -> builder.add(Kind.READ, thread, target, "");
        }
      }
      Trace trace = builder.build();
      Topology.Shape shape = byDefinition(trace, threads);
      assertThat(TraceStatistics.of(trace).topology()).as("seed %d", seed).isEqualTo(shape);
      found[shape == Topology.Shape.CYCLIC ? 0 : shape == Topology.Shape.TREE ? 1 : 2]++;
    }
    assertThat(found).doesNotContain(0);
  }

  private static Topology.Shape byDefinition(Trace trace, int threads) {
    boolean[][] edge = new boolean[threads][threads];
    for (int i = 0; i < trace.size(); i++) {
      for (int j = 0; j < trace.size(); j++) {
        boolean locks = Kind.isLockOperation(trace.kind(i)) && Kind.isLockOperation(trace.kind(j));
        boolean conflict = trace.kind(i) == Kind.WRITE && Kind.isAccess(trace.kind(j));
        if (trace.target(i) == trace.target(j) && (locks || conflict)) {
          edge[trace.thread(i)][trace.thread(j)] = true;
          edge[trace.thread(j)][trace.thread(i)] = true;
        }
      }
    }
    int edges = 0;
    int[] component = new int[threads];
    for (int t = 0; t < threads; t++) {
      component[t] = t;
    }
    for (int a = 0; a < threads; a++) {
      for (int b = a + 1; b < threads; b++) {
        if (edge[a][b]) {
          edges++;
          int from = component[a];
          int to = component[b];
          for (int t = 0; t < threads; t++) {
            component[t] = component[t] == from ? to : component[t];
          }
        }
      }
    }
    long components = java.util.Arrays.stream(component).distinct().count();
    if (edges > threads - components) {
      return Topology.Shape.CYCLIC;
    }
    return components == 1 ? Topology.Shape.TREE : Topology.Shape.FOREST;
  }

  /** Memory is bounded; what cannot be found out is not guessed. */
  @Test
  void tooManyReadersAreUnknown() {
    Topology topology = new Topology();
    TraceNames names = TraceNames.empty();
    int threads = 3000;
    int variables = Topology.MOST_READERS / threads + 10;
    for (int t = 0; t < threads; t++) {
      names.threads().intern("T" + t);
    }
    for (int v = 0; v < variables; v++) {
      names.variables().intern("x" + v);
    }
    EventBatch batch = new EventBatch();
    batch.kind = new byte[threads];
    batch.thread = new int[threads];
    batch.target = new int[threads];
    batch.to = threads;
    for (int v = 0; v < variables; v++) {
      for (int t = 0; t < threads; t++) {
        batch.kind[t] = Kind.READ;
        batch.thread[t] = t;
        batch.target[t] = v;
      }
      topology.add(batch, names);
    }
    assertThat(topology.shape(threads)).isEqualTo(Topology.Shape.UNKNOWN);
  }
}
