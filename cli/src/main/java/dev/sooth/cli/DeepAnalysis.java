package dev.sooth.cli;

import dev.sooth.agent.AgentMain;
import dev.sooth.analysis.Printable;
import dev.sooth.recipe.Found;
import dev.sooth.recipe.Level;
import dev.sooth.recipe.Prediction;
import dev.sooth.recipe.Program;
import dev.sooth.recipe.Solver;
import dev.sooth.recipe.SolverLibrary;
import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.Trace;
import dev.sooth.trace.format.FlowFormat;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** The engines that look at values, on a trace with data flow, and their report. */
final class DeepAnalysis {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  private final Io io;
  private final boolean quiet;
  private final Duration timeout;
  private final boolean witness;

  DeepAnalysis(Io io, boolean quiet, Duration timeout, boolean witness) {
    this.io = io;
    this.quiet = quiet;
    this.timeout = timeout == null ? DEFAULT_TIMEOUT : timeout;
    this.witness = witness;
  }

  /** The folder of the solver, beside the jar that we run from. */
  static Path solverFolder() {
    return AgentMain.jar().getAbsoluteFile().toPath().resolveSibling("lib");
  }

  /** What makes solvers, if there is one. */
  static Optional<LongFunction<Solver>> solver() throws IOException {
    return SolverLibrary.find(solverFolder());
  }

  /** Analyses a trace with these levels, one after the other; returns a status. */
  int analyze(String file, List<Level> levels, Appendable out) throws IOException {
    Optional<LongFunction<Solver>> solver = solver();
    if (solver.isEmpty()) {
      io.say(
          file
              + ": rv, recipe-s and recipe need a solver, and "
              + solverFolder()
              + " has none; `sooth doctor` says more");
      return ExitStatus.INTERNAL;
    }
    Path path = Path.of(file);
    try {
      return analyze(file, path, levels, solver.get(), out);
    } catch (BadTraceException e) {
      io.say(e.getMessage());
      return ExitStatus.BAD_INPUT;
    }
  }

  private int analyze(
      String file, Path path, List<Level> levels, LongFunction<Solver> solver, Appendable out)
      throws IOException {
    Trace trace = Trace.load(TraceFiles.open(path, ReadOptions.defaults()));
    List<byte[]> blocks = FlowFormat.read(path);
    if (blocks.isEmpty()) {
      io.say(file + ": no data flow in it, expected a trace of `sooth run --dataflow`");
      return ExitStatus.BAD_INPUT;
    }
    Program program = Program.read(blocks);
    List<Found> known = List.of();
    boolean races = false;
    Set<String> before = new HashSet<>();
    for (Level level : levels) {
      Prediction.Limits limits = Prediction.Limits.defaults().withTotal(timeout.toMillis());
      Prediction prediction = new Prediction(trace, program, level, limits, solver);
      prediction.startWith(known);
      long start = System.nanoTime();
      try (Progress progress = Progress.ofWindows(io, quiet, level.id())) {
        prediction.run(new Shown(progress));
      }
      long millis = (System.nanoTime() - start) / 1_000_000;
      known = prediction.verified();
      races |= !known.isEmpty() || !prediction.unverified().isEmpty();
      report(file, prediction, before, millis, out);
      known.forEach(race -> before.add(race.pair()));
    }
    return races ? ExitStatus.RACES : ExitStatus.OK;
  }

  private void report(
      String file, Prediction prediction, Set<String> before, long millis, Appendable out)
      throws IOException {
    String engine = prediction.level().id();
    int number = 0;
    int candidates = 0;
    List<Found> all = new ArrayList<>(prediction.verified());
    all.addAll(prediction.unverified());
    for (Found race : all) {
      number++;
      candidates += race.verified() ? 0 : 1;
      if (!before.contains(race.pair())) {
        race(file, engine, number, race, out);
      }
    }
    Map<String, Integer> counts = prediction.counts();
    out.append(
        "SUMMARY: Sooth: %d pairs of lines race by %s in %s: %d verified (value), %d candidates (%d ms)%n"
            .formatted(all.size(), engine, file, all.size() - candidates, candidates, millis));
    out.append("  %s: ".formatted(engine)).append(figures(counts)).append(System.lineSeparator());
    if (!prediction.isComplete()) {
      out.append(
          "  NOTE: not all was decided (windows, time, or questions without an answer): no statement about the rest%n"
              .formatted());
    }
  }

  private static String figures(Map<String, Integer> counts) {
    List<String> parts = new ArrayList<>();
    counts.forEach((what, count) -> parts.add(what + " " + count));
    return String.join(", ", parts);
  }

  private void race(String file, String engine, int number, Found race, Appendable out)
      throws IOException {
    out.append("==================%n".formatted());
    out.append(
        "WARNING: Sooth: data race on %s (%s R%d) in %s%n"
            .formatted(Printable.of(race.variable()), engine, number, file));
    out.append("  %s%n  %s%n".formatted(race.first().place(), race.second().place()));
    if (race.unexecuted()) {
      out.append("  The run did not take the branch to at least one of them.%n".formatted());
    }
    if (race.verified()) {
      out.append(
          "  Verified (value) by a schedule of %d events, checked and executed again.%n"
              .formatted(race.schedule().size()));
    } else {
      out.append("  Candidate: the schedule was not confirmed: %s.%n".formatted(race.problem()));
    }
    for (Found.Step changed : race.changedReads()) {
      out.append(
          "  Another value: %s, recorded %d%n"
              .formatted(Printable.of(changed.toString()), changed.recorded()));
    }
    for (String place : race.wouldRun()) {
      out.append("  Would run: %s%n".formatted(Printable.of(place)));
    }
    if (witness) {
      for (Found.Step line : race.schedule()) {
        out.append("    %s%n".formatted(Printable.of(line.toString())));
      }
    }
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
