package dev.sooth.example.counts;

import dev.sooth.analysis.RunResult;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * An example of a report format: one line a run, engine and number of races, with tabs. To add it
 * to the tool, {@link #FORMAT} would go to the list in {@code ReportFormat}; nothing else changes.
 */
final class CountsReport implements Report {
  static final ReportFormat FORMAT =
      new ReportFormat("counts", (out, settings) -> new CountsReport(out));

  private final OutputStream out;

  private CountsReport(OutputStream out) {
    this.out = out;
  }

  @Override
  public void add(RunResult result) throws IOException {
    String line =
        "%s\t%s\t%d\t%d%n"
            .formatted(
                result.engine().id(),
                result.status().id(),
                result.races().pairs(),
                result.proofs().verified());
    out.write(line.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void finish() throws IOException {
    out.flush();
  }
}
