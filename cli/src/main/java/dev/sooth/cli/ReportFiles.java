package dev.sooth.cli;

import dev.sooth.analysis.RunResult;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reports in several forms, each in a file that appears complete or not at all. */
final class ReportFiles implements Report, Closeable {
  private static final class Open {
    private final Path path;
    private final OutputFile file;
    private final Report report;
    private final boolean mayFail;
    private boolean hasFailed;

    Open(Path path, OutputFile file, Report report, boolean mayFail) {
      this.path = path;
      this.file = file;
      this.report = report;
      this.mayFail = mayFail;
    }
  }

  /** What is done with one of the reports. */
  private interface Work {
    void on(Open open) throws IOException;
  }

  private final Io io;
  private final List<Open> all = new ArrayList<>();
  private boolean anyFailed;

  ReportFiles(Io io) {
    this.io = io;
  }

  /**
   * Adds a file.
   *
   * @param mayFail whether a failure is said and does not end the work
   */
  void add(String format, Path path, ReportFormat.Settings settings, boolean mayFail)
      throws IOException {
    try {
      OutputFile file = new OutputFile(path);
      Report report = ReportFormat.find(format).orElseThrow().open(file.stream(), settings);
      all.add(new Open(path, file, report, mayFail));
    } catch (IOException e) {
      if (!mayFail) {
        throw e;
      }
      failed(path, e);
    }
  }

  private void failed(Path path, IOException e) {
    anyFailed = true;
    io.say("cannot write " + path + ": " + OutputFile.reason(e));
  }

  private void each(Work work) throws IOException {
    for (Open open : all) {
      try {
        if (!open.hasFailed) {
          work.on(open);
        }
      } catch (IOException e) {
        if (!open.mayFail) {
          throw e;
        }
        open.hasFailed = true;
        failed(open.path, e);
      }
    }
  }

  @Override
  public void add(RunResult result) throws IOException {
    each(open -> open.report.add(result));
  }

  /** Writes what is left, and makes the files appear. */
  @Override
  public void finish() throws IOException {
    each(
        open -> {
          open.report.finish();
          open.file.commit();
        });
  }

  /** Whether a file could not be written. */
  boolean anyFailed() {
    return anyFailed;
  }

  @Override
  public void close() throws IOException {
    for (Open open : all) {
      try {
        open.file.close();
      } catch (IOException e) {
        if (!open.mayFail) {
          throw e;
        }
      }
    }
  }
}
