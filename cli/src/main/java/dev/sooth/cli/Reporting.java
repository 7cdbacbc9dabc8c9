package dev.sooth.cli;

import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.Failure;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.detect.Engine;
import dev.sooth.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Analyses traces and adds what comes out to a report, with what is said on stderr meanwhile: the
 * common part of {@code analyze} and of the end of {@code run}.
 */
final class Reporting {
  private final Io io;
  private final GlobalOptions global;
  private final List<Engine> engines;
  private final AnalysisOptions options;
  private final Report report;
  private int status = ExitStatus.OK;

  Reporting(
      Io io, GlobalOptions global, List<Engine> engines, AnalysisOptions options, Report report) {
    this.io = io;
    this.global = global;
    this.engines = engines;
    this.options = options;
    this.report = report;
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
          .onResult(heard::add)
          .run();
    } catch (UncheckedIOException e) {
      throw e.getCause(); // of the report
    }
  }

  /** The results of one trace as they come. */
  private final class Heard {
    private Failure said;

    void add(RunResult result) {
      result.failure().ifPresent(this::complain);
      if (result.status() == RunStatus.TIMEOUT && !global.quiet) {
        io.say(
            "%s: %s: time ran out: not complete, no statement about the rest"
                .formatted(result.file(), result.engine().id()));
      }
      if (result.races().pairs() > 0) {
        status = ExitStatus.worse(status, ExitStatus.RACES);
      }
      try {
        report.add(result);
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
