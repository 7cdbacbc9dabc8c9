package dev.sooth.cli;

import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.Failure;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Stop;
import dev.sooth.recipe.Level;
import dev.sooth.report.Report;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Analyses traces and adds what comes out to a report, with what is said on stderr meanwhile: the
 * common part of {@code analyze} and of the end of {@code run}.
 */
final class Reporting {
  /** Sees a result as well. */
  @FunctionalInterface
  interface Listener {
    void add(RunResult result) throws IOException;
  }

  /** Says whether a result makes the run fail. */
  @FunctionalInterface
  interface Judge {
    boolean fails(RunResult result) throws IOException;
  }

  private static final String SUMMARY = "recording.txt";
  private static final int LONGEST_SUMMARY = 1 << 20;

  private final Io io;
  private final GlobalOptions global;
  private final List<Engine> engines;
  private final AnalysisOptions options;
  private final Report report;
  private final List<RunResult> givenUp = new ArrayList<>();
  private boolean mayGiveUp;
  private Stop stop = Stop.NEVER;
  private Listener also = result -> {};
  private Judge fails = result -> result.races().pairs() > 0;
  private int status = ExitStatus.OK;

  Reporting(
      Io io, GlobalOptions global, List<Engine> engines, AnalysisOptions options, Report report) {
    this.io = io;
    this.global = global;
    this.engines = engines;
    this.options = options;
    this.report = report;
  }

  /** Ends an analysis soon after this says so; what was found is reported. */
  void stopWhen(Stop asked) {
    stop = asked;
  }

  /**
   * From now on a trace that is too large for an engine is no failure: it is noted, and what was
   * given up is handed out by {@link #givenUp}.
   */
  void giveUpWhatIsTooLarge() {
    mayGiveUp = true;
  }

  /** The runs that were too large. */
  List<RunResult> givenUp() {
    return List.copyOf(givenUp);
  }

  /** Who sees the results as well. */
  void alsoTo(Listener listener) {
    also = listener;
  }

  /** Which races make the run fail; all, if nobody says. */
  void failIf(Judge judge) {
    fails = judge;
  }

  /** The worst of what was analysed so far. */
  int status() {
    return status;
  }

  /** Analyses one trace. */
  void analyze(String trace, Analysis.Opener opener) throws IOException {
    Heard heard = new Heard();
    try (Progress progress = Progress.on(io, global.quiet, trace)) {
      Analysis.of(trace, opener)
          .engines(engines)
          .options(options)
          .progress(progress)
          .stopWhen(stop)
          .onResult(heard::add)
          .run();
    } catch (UncheckedIOException e) {
      throw e.getCause(); // of the report
    }
  }

  /** Analyses one trace with engines that look at values, if there are any. */
  void analyzeValues(String trace, List<Level> levels, Duration timeout) throws IOException {
    if (levels.isEmpty() || stop.now()) {
      return;
    }
    Heard heard = new Heard();
    try {
      new DeepAnalysis(io, global.quiet, timeout, stop).analyze(trace, levels, heard::add);
    } catch (UncheckedIOException e) {
      throw e.getCause(); // of the report
    }
  }

  /** With what the recording of the trace says of its end, if it stands beside the trace. */
  private static RunResult withRecording(RunResult result) {
    File summary = new File(new File(result.file()).getAbsoluteFile().getParentFile(), SUMMARY);
    RunResult more = result;
    if (summary.isFile() && summary.length() < LONGEST_SUMMARY) {
      try {
        byte[] bytes = Files.readAllBytes(summary.toPath());
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        String named = new File(result.file()).getName() + ",";
        boolean isOfIt = lines.stream().anyMatch(l -> l.startsWith("trace: ") && l.contains(named));
        for (String line : isOfIt ? lines : List.<String>of()) {
          if (line.startsWith("recording stopped early")) {
            more = more.withNote(line + ": no statement about the rest of the run");
          }
        }
      } catch (IOException e) {
        // A report without it is better than none.
      }
    }
    return more;
  }

  /** The results of one trace as they come. */
  private final class Heard {
    private Failure said;

    void add(RunResult heard) {
      Optional<Failure> failure = heard.failure();
      RunResult result = failure.isPresent() ? heard : withRecording(heard);
      if (mayGiveUp && failure.isPresent() && failure.get().kind() == Failure.Kind.TOO_LARGE) {
        givenUp.add(result);
        return;
      }
      failure.ifPresent(this::complain);
      if (result.status() == RunStatus.TIMEOUT && !global.quiet) {
        io.say(
            "%s: %s: time ran out: not complete, no statement about the rest"
                .formatted(result.file(), result.engine().id()));
      }
      try {
        if (fails.fails(result)) {
          status = ExitStatus.worse(status, ExitStatus.RACES);
        }
        report.add(result);
        also.add(result);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** A trace that cannot be read fails all engines, and is said once. */
    private void complain(Failure failure) {
      if (!failure.equals(said)) {
        said = failure;
        Failures.say(failure, global.debug, io);
        status = ExitStatus.worse(status, Failures.status(failure));
      }
    }
  }
}
