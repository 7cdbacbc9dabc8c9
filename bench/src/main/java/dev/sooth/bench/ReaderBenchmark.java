package dev.sooth.bench;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.trace.format.TraceFormat;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Reading a checked trace from a file, in events a microsecond. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class ReaderBenchmark {
  private static final int EVENTS = 2_000_000;

  @Param({"STD", "CSV", "ROADRUNNER", "SOOTH"})
  public TraceFormat format;

  private Path file;
  private TraceSource source;

  @Setup
  public void write() throws IOException {
    file = Files.createTempFile("reader", ".trace");
    TraceSource trace = new SyntheticTrace(Workload.of(EVENTS, 16, 100, 100_000, 1));
    TraceFiles.Compression compression =
        format == TraceFormat.SOOTH ? TraceFiles.Compression.ZSTD : TraceFiles.Compression.NONE;
    TraceFiles.write(trace, file, format, compression);
    source = TraceFiles.open(file, ReadOptions.defaults());
  }

  @TearDown
  public void delete() throws IOException {
    Files.delete(file);
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long read() throws IOException {
    long events = 0;
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = source.open()) {
      while (cursor.next(batch)) {
        events += batch.size();
      }
    }
    return events;
  }
}
