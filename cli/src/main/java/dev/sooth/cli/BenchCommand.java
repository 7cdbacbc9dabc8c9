package dev.sooth.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.Timings;
import dev.sooth.detect.Engine;
import dev.sooth.report.Table;
import dev.sooth.trace.Trace;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.trace.format.TraceFiles.Compression;
import dev.sooth.trace.format.TraceFormat;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the engines as a user meets them: from opening the file to the last race, and the
 * proofs. The first run is the cold one and warms up, then the median of the rounds counts.
 */
@Command(
    name = "bench",
    description = "Measure engines on traces: speed, peak heap, races.",
    footer = {
      "",
      "Millis run from opening the file to the end of the search; proof millis are what the",
      "proofs of a run take on top of that. Cold is the first run of the row, the others are",
      "warm. What comes after the times is of runs without proofs, unless --cold is given.",
      "CPU time is that of the whole JVM, so the collector and all threads count; growth is",
      "how many times that of the row with half as many events it is, least of the rounds",
      "against least: other work on the machine makes a round longer, never shorter.",
      "Peak heap is the sum of the peaks of the heap's pools, garbage included: an",
      "upper bound that depends on the heap that the JVM may use. Set it with",
      "SOOTH_JAVA_OPTS=-Xmx512m."
    })
final class BenchCommand implements Callable<Integer> {
  private static final int THREADS = 16;
  private static final int LOCKS = 100;
  private static final int VARIABLES = 100_000;
  private static final int MOST_DOUBLINGS = 10;
  private static final String[] HEADINGS = {
    "trace",
    "engine",
    "events",
    "millis",
    "proof millis",
    "cold millis",
    "cold proof millis",
    "CPU millis",
    "growth",
    "events/s",
    "peak heap MB",
    "racy events"
  };
  private static final String[] SPEED_UP = {
    "trace", "engine", "events", "millis, 1 thread", "millis, --threads", "ratio"
  };
  private static final AnalysisOptions ALL_PROVED =
      AnalysisOptions.defaults().withMaxRaces(AnalysisOptions.ALL_RACES);
  private static final AnalysisOptions ALL_UNPROVED = ALL_PROVED.withoutProofs();

  /** Looked at when it is needed: picocli makes all verbs, and small runtimes lack this class. */
  private static final class Cpu {
    private static final OperatingSystemMXBean BEAN =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    static long nanos() {
      return BEAN.getProcessCpuTime();
    }
  }

  private final Io io;
  private final Map<Engine, long[]> lastOf = new HashMap<>(); // events, millis

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Option(
      names = "--traces",
      arity = "1..*",
      paramLabel = "TRACE",
      description =
          "Traces to measure on. Without them a trace of 16 threads, 100 locks and 100,000"
              + " variables is generated.")
  private List<String> traces;

  @Option(
      names = {"-e", "--engines", "--engine"},
      paramLabel = "ENGINES",
      defaultValue = EngineList.ALL,
      description = "As for analyze (default: ${DEFAULT-VALUE}).")
  private EngineList engines;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Events of the generated trace (default: ${DEFAULT-VALUE}).")
  private long events;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the generated trace (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--doublings",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Measure on so many more generated traces, each with twice as many events as the one"
              + " before (default: ${DEFAULT-VALUE}).")
  private int doublings;

  @Option(
      names = {"-j", "--threads"},
      paramLabel = "N",
      defaultValue = "1",
      description = "As for analyze (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--speed-up",
      description =
          "Compare --threads with one thread: the engine alone, in turns, the least time of all"
              + " rounds.")
  private boolean speedUp;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Runs that are measured, after one to warm up (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--cold",
      description =
          "Do not warm up, and measure one round: what the first run in a JVM takes, its start"
              + " excluded. Later rows of the same table are warmer.")
  private boolean cold;

  BenchCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    if (rounds < 1) {
      throw new UsageException("--rounds must be at least 1");
    }
    if (threads < 1) {
      throw new UsageException("--threads must be at least 1");
    }
    if (doublings < 0 || doublings > MOST_DOUBLINGS || (doublings > 0 && traces != null)) {
      throw new UsageException(
          "--doublings must be 0 to %d, and is for generated traces".formatted(MOST_DOUBLINGS));
    }
    rounds = cold ? 1 : rounds;
    printMachine();
    List<String[]> rows = new ArrayList<>();
    rows.add(speedUp ? SPEED_UP : HEADINGS);
    if (traces != null) {
      for (String file : traces) {
        bench(file, rows);
      }
    } else {
      for (int d = 0; d <= doublings; d++) {
        benchGenerated(events << d, rows);
      }
    }
    new Table(rows, speedUp ? "llrrrr" : "llrrrrrrrrrr").print(io.out());
    return ExitStatus.OK;
  }

  private void benchGenerated(long size, List<String[]> rows) throws IOException {
    Workload workload;
    try {
      workload = Workload.of(size, THREADS, LOCKS, VARIABLES, seed);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    Path folder = Files.createTempDirectory("sooth-bench");
    Path file = folder.resolve("synthetic-" + size + ".sooth");
    try {
      TraceFiles.write(new SyntheticTrace(workload), file, TraceFormat.SOOTH, Compression.NONE);
      bench(file.toString(), rows);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  private void printMachine() throws IOException {
    Runtime runtime = Runtime.getRuntime();
    String machine =
        String.format(
            Locale.ROOT,
            "%d cores, %s %s, heap up to %d MB, %s, %s%n",
            runtime.availableProcessors(),
            System.getProperty("java.vm.name"),
            Runtime.version(),
            runtime.maxMemory() >> 20,
            cold
                ? "cold"
                : (speedUp ? "least of " : "median of ") + Printable.count(rounds, "round"),
            Printable.count(threads, "thread"));
    io.out().write(machine.getBytes(StandardCharsets.UTF_8));
    io.out().flush();
  }

  private void bench(String file, List<String[]> rows) throws IOException {
    if (speedUp) {
      Trace trace = Trace.load(reading.open(file, io)).filtered();
      for (Engine engine : engines.engines()) {
        String name = Path.of(file).getFileName().toString();
        rows.add(new SpeedUp(trace, threads).measure(name, engine, rounds));
      }
      return;
    }
    for (Engine engine : engines.engines()) {
      rows.add(measure(file, engine.withThreads(threads)));
    }
  }

  private String[] measure(String file, Engine engine) throws IOException {
    Timings first = cold ? Timings.NONE : run(file, engine, ALL_PROVED).timings();
    long[] millis = new long[rounds];
    long[] cpu = new long[rounds];
    long peak = 0;
    RunResult result = null;
    for (int round = 0; round < rounds; round++) {
      result = null; // or the collector would count the races of the round before
      System.gc();
      HeapWatch heap = new HeapWatch();
      long before = Cpu.nanos();
      result = run(file, engine, cold ? ALL_PROVED : ALL_UNPROVED);
      cpu[round] = (Cpu.nanos() - before) / 1_000_000;
      millis[round] = result.timings().search().toMillis();
      peak = Math.max(peak, heap.peakBytes());
    }
    Timings coldTimes = cold ? result.timings() : first;
    String proof = cold ? "" : grouped(run(file, engine, ALL_PROVED).timings().proof().toMillis());
    Arrays.sort(millis);
    Arrays.sort(cpu);
    long median = millis[rounds / 2];
    long medianCpu = cpu[rounds / 2];
    long count = result.counts().events();
    return new String[] {
      Path.of(file).getFileName().toString(),
      engine.id(),
      grouped(count),
      cold ? "" : grouped(median),
      proof,
      grouped(coldTimes.search().toMillis()),
      grouped(coldTimes.proof().toMillis()),
      grouped(medianCpu),
      growth(engine, count, cpu[0]),
      grouped(count * 1000 / Math.max(1, median)),
      grouped(peak >> 20),
      grouped(result.races().racyEvents())
    };
  }

  private static String grouped(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** How many times as long as with half as many events, if that was measured just before. */
  private String growth(Engine engine, long count, long millis) {
    long[] last = lastOf.put(engine, new long[] {count, millis});
    return last != null && last[0] * 2 == count
        ? String.format(Locale.ROOT, "%.2f", millis / (double) Math.max(1, last[1]))
        : "";
  }

  private RunResult run(String file, Engine engine, AnalysisOptions options) throws IOException {
    try (Progress progress = Progress.on(io, global.quiet, engine.id())) {
      RunResult result =
          Analysis.of(reading.open(file, io))
              .engines(engine)
              .options(options)
              .progress(progress)
              .run()
              .runs()
              .get(0);
      if (result.failure().isPresent()) {
        throw new FailedException(result.failure().get());
      }
      return result;
    }
  }
}
