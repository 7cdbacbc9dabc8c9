package dev.sooth.cli;

import dev.sooth.agent.AgentMain;
import dev.sooth.analysis.Failure;
import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.Timings;
import dev.sooth.analysis.TraceCounts;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.recipe.Found;
import dev.sooth.recipe.Level;
import dev.sooth.recipe.Prediction;
import dev.sooth.recipe.Program;
import dev.sooth.recipe.Solver;
import dev.sooth.recipe.SolverLibrary;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.format.FlowFormat;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The engines that look at values, on a trace with data flow. */
final class DeepAnalysis {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  private final Io io;
  private final boolean quiet;
  private final Prediction.Limits limits;
  private final Stop stop;

  /** With so much time for each engine, null for what is usual. */
  DeepAnalysis(Io io, boolean quiet, Duration timeout, Stop stop) {
    this.io = io;
    this.quiet = quiet;
    Duration time = timeout == null ? DEFAULT_TIMEOUT : timeout;
    limits = Prediction.Limits.defaults().withTotal(time.toMillis());
    this.stop = stop;
  }

  /** The folder of the solver, beside the jar that we run from. */
  static Path solverFolder() {
    return AgentMain.jar().getAbsoluteFile().toPath().resolveSibling("lib");
  }

  /** What makes solvers, if there is one. */
  static Optional<LongFunction<Solver>> solver() throws IOException {
    return SolverLibrary.find(solverFolder());
  }

  /** A run of one engine, and what it has counted. */
  record Run(RunResult result, Prediction prediction) {}

  /** Analyses a trace with these levels, one after the other; what goes wrong is in the results. */
  void analyze(String file, List<Level> levels, Consumer<RunResult> results) {
    Optional<Failure> failure;
    List<Level> left = new ArrayList<>(levels);
    try {
      failure =
          run(
              file,
              levels,
              run -> {
                left.remove(0);
                results.accept(run.result());
              });
    } catch (UncheckedIOException e) {
      throw e; // of who takes the results
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      failure = Optional.of(Failure.of(e, file));
    }
    failure.ifPresent(what -> left.forEach(level -> results.accept(failed(file, level, what))));
  }

  private static RunResult failed(String file, Level level, Failure failure) {
    return RunResult.of(file, level.engine(), Pairs.FIRST_PER_EVENT).failure(failure).build();
  }

  /** The same for who wants more than the results; returns what is missing to begin with. */
  Optional<Failure> run(String file, List<Level> levels, Consumer<Run> runs) throws IOException {
    Optional<LongFunction<Solver>> solver = solver();
    if (solver.isEmpty()) {
      String problem = "rv, recipe-s and recipe need a solver, and " + solverFolder();
      return missing(Failure.Kind.INTERNAL, file, problem + " has none; `sooth doctor` says more");
    }
    Path path = Path.of(file);
    long start = System.nanoTime();
    Trace trace = Trace.load(TraceFiles.open(path, ReadOptions.defaults()));
    List<byte[]> blocks = FlowFormat.read(path);
    if (blocks.isEmpty()) {
      return missing(
          Failure.Kind.BAD_INPUT,
          file,
          "no data flow in it, expected a trace of `sooth run --dataflow`");
    }
    Program program = Program.read(blocks);
    long read = System.nanoTime() - start;
    TraceCounts counts = counts(trace);
    List<Found> known = List.of();
    for (Level level : levels) {
      if (stop.now()) {
        return Optional.empty();
      }
      Prediction prediction = new Prediction(trace, program, level, limits, solver.get());
      prediction.startWith(known);
      prediction.stopWhen(stop);
      long begin = System.nanoTime();
      try (Progress progress = Progress.ofWindows(io, quiet, level.id())) {
        prediction.run(new Shown(progress));
      }
      Timings spent = Timings.ofNanos(read, System.nanoTime() - begin, 0);
      known = prediction.verified();
      RunResult result = ValueResult.of(file, path, trace, prediction, counts, spent);
      runs.accept(new Run(result, prediction));
    }
    return Optional.empty();
  }

  private static Optional<Failure> missing(Failure.Kind kind, String file, String problem) {
    String message = Printable.of(file) + ": " + problem;
    return Optional.of(new Failure(kind, message, new IllegalStateException(problem)));
  }

  /** Of the trace as it was read: results add names to it. */
  private static TraceCounts counts(Trace trace) {
    TraceNames names = trace.names();
    return new TraceCounts(
        trace.size(), names.threads().size(), names.variables().count(), names.locks().count());
  }

  /** Shows how far a level has got. */
  private record Shown(Progress progress) implements Prediction.Progress {
    @Override
    public void windows(long done, long all) {
      progress.expect(all);
      progress.events(done);
    }

    @Override
    public void phase(String name) {
      progress.phase(name);
    }
  }
}
