package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Workflow commands that GitHub Actions shows at the lines of a change. */
final class GitHubReport extends MergedReport {
  private static final int LONGEST = 1000;

  private final Writer out;
  private final ReportFormat.Extras extras;

  GitHubReport(OutputStream out, ReportFormat.Settings settings) {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    this.extras = settings.extras();
  }

  @Override
  void write(Findings trace) throws IOException {
    for (RunResult run : trace.runs()) {
      if (run.failure().isPresent()) {
        line("error", "title=Sooth", run.failure().get().message());
      } else if (run.status() != RunStatus.COMPLETE) {
        line(
            "warning",
            "title=Sooth",
            "%s on %s is not complete (%s): no statement about the rest of the trace"
                .formatted(run.engine().id(), run.file(), run.status().id()));
      }
    }
    for (Finding finding : trace.list()) {
      if (extras.triage().of(finding).isOpen()) {
        Block block = finding.best();
        Spot spot = Spot.of(block.secondLocation());
        String path = extras.sources().find(spot).map(Sources.Found::path).orElse(spot.path());
        String title =
            "title=" + property("Data race on " + block.field() + " [" + finding.fingerprint());
        line(
            finding.isVerified() ? "error" : "warning",
            (spot.hasLine() ? "file=" + property(path) + ",line=" + spot.line() + "," : "")
                + title
                + "]",
            SarifReport.text(block));
      }
    }
  }

  private void line(String level, String properties, String message) throws IOException {
    out.write("::" + level + " " + properties + "::" + data(Printable.of(message, 4 * LONGEST)));
    out.write('\n');
  }

  /** What ends a command is said in another way. */
  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(Printable.of(text, LONGEST)).replace(":", "%3A").replace(",", "%2C");
  }

  @Override
  void close() throws IOException {
    out.flush();
  }
}
