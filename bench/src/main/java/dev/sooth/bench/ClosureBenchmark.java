package dev.sooth.bench;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The closed sets of sync-preserving prediction: building them, and deciding pairs with them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class ClosureBenchmark {
  private static final int PAIRS = 1 << 12;

  @Param({"8", "64"})
  public int threads;

  private Trace trace;
  private SyncPreservingClosure.Query query;
  private final int[] first = new int[PAIRS];
  private final int[] second = new int[PAIRS];
  private int next;

  @Setup
  public void generate() throws IOException {
    trace =
        Trace.load(new SyntheticTrace(Workload.of(500_000, threads, 100, 10_000, 1))).filtered();
    query = new SyncPreservingClosure(trace, new CriticalSections(trace)).newQuery();
    Random random = new Random(1);
    int found = 0;
    while (found < PAIRS) {
      int a = random.nextInt(trace.size() - 1000);
      int b = a + 1 + random.nextInt(999);
      if (isAccess(a) && isAccess(b) && trace.thread(a) != trace.thread(b)) {
        first[found] = a;
        second[found++] = b;
      }
    }
  }

  private boolean isAccess(int position) {
    return Kind.isPlainAccess(trace.relevantKinds()[position]);
  }

  @Benchmark
  public SyncPreservingClosure build() {
    return new SyncPreservingClosure(trace, new CriticalSections(trace));
  }

  @Benchmark
  public boolean decidePair() {
    next = (next + 1) & (PAIRS - 1);
    return query.bothCanBeNext(first[next], second[next]);
  }
}
