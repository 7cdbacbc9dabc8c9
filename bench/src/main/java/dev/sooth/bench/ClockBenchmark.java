package dev.sooth.bench;

import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.hb.HbDetector;
import dev.sooth.order.FlatClocks;
import dev.sooth.order.ThreadClocks;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
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

/**
 * Happens-before with either kind of clocks, by number of threads; the choice is in docs/clocks.md.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class ClockBenchmark {
  /** Which clocks. */
  public enum Clocks {
    FLAT,
    TREE
  }

  @Param({"8", "16", "64", "256"})
  public int threads;

  @Param public Clocks clocks;

  private Trace trace;

  @Setup
  public void generate() throws IOException {
    trace = Trace.load(new SyntheticTrace(Workload.of(1_000_000, threads, 100, 10_000, 1)));
  }

  @Benchmark
  public long happensBefore() throws IOException {
    ThreadClocks kind = clocks == Clocks.FLAT ? new FlatClocks() : new TreeClocks();
    RaceList races = new RaceList(0);
    new HbDetector(kind).run(trace, Pairs.FIRST_PER_EVENT, races, Stop.NEVER);
    return races.racyEvents();
  }
}
