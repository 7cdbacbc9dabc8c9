package dev.sooth.analysis;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Stop;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The analysis of one trace: engines run one after the other, each race they report is proved if
 * the budget allows. What goes wrong with the trace or an engine is part of the result; {@link
 * #run} throws nothing of the kind.
 *
 * <pre>{@code
 * AnalysisResult result =
 *     Analysis.of(Path.of("trace.std"))
 *         .engines(Engines.SYNCP, Engines.OSR)
 *         .options(AnalysisOptions.defaults().withTimeout(Duration.ofSeconds(60)))
 *         .run();
 * for (RunResult run : result.runs()) {
 *   for (int i = 0; i < run.races().size(); i++) {
 *     Race race = run.races().get(i);
 *     System.out.printf(
 *         "%s: %s at events %d and %d, %s%n",
 *         run.engine().id(),
 *         run.names().variables().get(race.variable()),
 *         race.first().position(),
 *         race.second().position(),
 *         run.proofs().isVerified(i) ? "verified" : run.proofs().reason(i));
 *   }
 * }
 * }</pre>
 *
 * <p>An object serves one run, in one thread; {@link #stopWhen} may be answered by another.
 */
public final class Analysis {
  /** Opens a trace; the analysis turns what it throws into a failed result. */
  @FunctionalInterface
  public interface Opener {
    TraceSource open() throws IOException;
  }

  private final String name;
  private final Opener opener;
  private List<Engine> engines = List.of(Engines.SYNCP);
  private AnalysisOptions options = AnalysisOptions.defaults();
  private AnalysisProgress progress = AnalysisProgress.NONE;
  private Stop cancelled = Stop.NEVER;
  private Consumer<RunResult> listener = result -> {};

  private Analysis(String name, Opener opener) {
    this.name = Objects.requireNonNull(name);
    this.opener = Objects.requireNonNull(opener);
  }

  /** Of a file in any format that can be told from its content. */
  public static Analysis of(Path trace) {
    return of(trace.toString(), () -> TraceFiles.open(trace, ReadOptions.defaults()));
  }

  /** Of a trace that is there. */
  public static Analysis of(TraceSource trace) {
    return of(trace.name(), () -> trace);
  }

  /** Of a trace that is opened when the analysis begins; the name is for messages. */
  public static Analysis of(String name, Opener opener) {
    return new Analysis(name, opener);
  }

  /** The engines to run, in this order; {@code syncp} if none is named. */
  public Analysis engines(Engine... chosen) {
    return engines(List.of(chosen));
  }

  /** The engines to run, in this order. */
  public Analysis engines(List<Engine> chosen) {
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException("no engine");
    }
    engines = List.copyOf(chosen);
    return this;
  }

  /** What to look for and how long. */
  public Analysis options(AnalysisOptions chosen) {
    options = Objects.requireNonNull(chosen);
    return this;
  }

  /** Who is told how far the work is; called by the thread that runs the analysis. */
  public Analysis progress(AnalysisProgress observer) {
    progress = Objects.requireNonNull(observer);
    return this;
  }

  /** Ends the analysis soon after this says so; what was found is kept. */
  public Analysis stopWhen(Stop stop) {
    cancelled = Objects.requireNonNull(stop);
    return this;
  }

  /** Who sees the result of each engine as soon as it is there. */
  public Analysis onResult(Consumer<RunResult> observer) {
    listener = Objects.requireNonNull(observer);
    return this;
  }

  /** Runs the engines. */
  public AnalysisResult run() {
    List<RunResult> results = new ArrayList<>();
    EngineRuns runs = null;
    Failure unreadable = null;
    for (Engine engine : engines) {
      RunResult result;
      long start = System.nanoTime();
      if (unreadable != null) {
        result = failed(engine, start, unreadable);
      } else {
        try {
          if (runs == null) {
            runs = new EngineRuns(opener.open(), engines, options, progress, cancelled);
          }
          result = runs.run(engine);
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
          Failure failure = Failure.of(e, name);
          result = failed(engine, start, failure);
          unreadable = runs == null || runs.readFailed() ? failure : null;
        }
      }
      results.add(result);
      listener.accept(result);
    }
    return new AnalysisResult(name, results);
  }

  private RunResult failed(Engine engine, long start, Failure failure) {
    return RunResult.of(name, engine, options.pairs())
        .failure(failure)
        .timings(Timings.ofReading(System.nanoTime() - start))
        .build();
  }
}
