package dev.sooth.cli;

import dev.sooth.analysis.ObservedSource;
import dev.sooth.analysis.Printable;
import dev.sooth.trace.generate.HardTrace;
import dev.sooth.trace.generate.IndependentSetTrace;
import dev.sooth.trace.generate.OrthogonalVectorsTrace;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a synthetic trace. */
@Command(name = "generate", description = "Write a synthetic trace.", sortOptions = false)
final class GenerateCommand implements Callable<Integer> {
  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private WritingOptions writing = new WritingOptions();

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "How many events, exactly (default: ${DEFAULT-VALUE}).")
  private long events;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "16",
      description = "Threads, the main thread included (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--locks",
      paramLabel = "L",
      defaultValue = "100",
      description = "Locks (default: ${DEFAULT-VALUE}).")
  private int locks;

  @Option(
      names = "--variables",
      paramLabel = "V",
      defaultValue = "100000",
      description = "Variables (default: ${DEFAULT-VALUE}).")
  private int variables;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "The same seed gives the same trace (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--lock-share",
      paramLabel = "P",
      description = "Share of the accesses in critical sections (default: 0.4).")
  private Double lockShare;

  @Option(
      names = "--nesting",
      paramLabel = "D",
      description = "How many locks a thread holds at most (default: 3).")
  private Integer nesting;

  @Option(
      names = "--skew",
      paramLabel = "Z",
      description = "Zipf exponent of the popularity of locks and variables (default: 0.8).")
  private Double skew;

  @Option(
      names = "--local-share",
      paramLabel = "P",
      description = "Share of the variables that one thread uses (default: 0.4).")
  private Double localShare;

  @Option(
      names = "--constant-share",
      paramLabel = "P",
      description = "Share of the variables that are only read after the forks (default: 0.1).")
  private Double constantShare;

  @Option(
      names = "--racy-share",
      paramLabel = "P",
      description = "Share of the variables that no lock protects (default: 0.005).")
  private Double racyShare;

  @Option(
      names = "--write-share",
      paramLabel = "P",
      description = "Share of the accesses that write (default: 0.4; of guarded data half of it).")
  private Double writeShare;

  @Option(
      names = "--burst",
      paramLabel = "N",
      description = "Mean number of events until another thread runs (default: 32).")
  private Integer burst;

  @Option(
      names = "--fork-join",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "The main thread forks the others and joins them (default: yes).")
  private boolean forkJoin;

  @Option(
      names = "--hard",
      paramLabel = "PROBLEM",
      description =
          "independent-set or orthogonal-vectors: instead of all that, a trace in which two"
              + " accesses race if and only if a random instance of the problem has a solution."
              + " The known answer is in the first line of the file, a comment, and printed; so the"
              + " file must be a text.")
  private String hard;

  @Option(
      names = "--size",
      paramLabel = "N",
      defaultValue = "8",
      description = "With --hard: nodes of the graph, or vectors in all (default: 8).")
  private int hardSize;

  @Option(
      names = "--parameter",
      paramLabel = "C",
      defaultValue = "3",
      description = "With --hard: size of the set, or dimension (default: 3).")
  private int hardParameter;

  @Option(
      names = "--density",
      paramLabel = "P",
      defaultValue = "0.5",
      description = "With --hard: probability of an edge, or of a 1 (default: 0.5).")
  private double density;

  @Parameters(
      paramLabel = "OUT",
      description = "The file; its name tells the format: .std, .csv, .rr, .sooth, and .gz, .zst.")
  private String out;

  GenerateCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    if (hard != null) {
      return writeHard();
    }
    Workload workload = workload();
    long start = System.nanoTime();
    try (Progress progress = Progress.on(io, global.quiet, out)) {
      progress.expect(events);
      writing.write(ObservedSource.of(new SyntheticTrace(workload), progress), out, io);
    }
    if (!global.quiet) {
      io.say(
          "%s: %s in %s"
              .formatted(
                  out,
                  Printable.count(events, "event"),
                  Printable.millis((System.nanoTime() - start) / 1_000_000)));
    }
    return ExitStatus.OK;
  }

  private int writeHard() throws IOException {
    HardTrace made = hardTrace();
    writing.write(made.trace(), Optional.of(made.header()), out, io);
    if (!global.quiet) {
      io.say("%s: %s".formatted(out, made.header()));
    }
    return ExitStatus.OK;
  }

  private HardTrace hardTrace() {
    try {
      return switch (hard) {
        case "independent-set" ->
            IndependentSetTrace.random(hardSize, hardParameter, density, seed);
        case "orthogonal-vectors" ->
            OrthogonalVectorsTrace.random((hardSize + 1) / 2, hardParameter, density, seed);
        default ->
            throw new IllegalArgumentException(
                "unknown problem '%s', expected independent-set or orthogonal-vectors"
                    .formatted(hard));
      };
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Workload workload() {
    try {
      Workload usual = Workload.of(Math.max(events, 2L * threads), threads, locks, variables, seed);
      return new Workload(
          events,
          threads,
          locks,
          variables,
          seed,
          or(lockShare, usual.lockShare()),
          nesting == null ? usual.nesting() : nesting,
          or(skew, usual.skew()),
          or(localShare, usual.localShare()),
          or(constantShare, usual.constantShare()),
          or(racyShare, usual.racyShare()),
          or(writeShare, usual.writeShare()),
          burst == null ? usual.burst() : burst,
          forkJoin);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static double or(Double given, double usual) {
    return given == null ? usual : given;
  }
}
