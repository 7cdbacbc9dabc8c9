package dev.sooth.example.counts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.RunResult;
import dev.sooth.detect.Engines;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A format that the list does not have works as any other. */
class CountsReportTest {
  @Test
  void writesALineForEachRun() throws IOException {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    builder.add(Kind.WRITE, "T1", "x", "1");
    builder.add(Kind.WRITE, "T2", "x", "2");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Report report = CountsReport.FORMAT.open(out, new ReportFormat.Settings(false, false, false));
    for (RunResult run :
        Analysis.of(builder.build()).engines(Engines.HB, Engines.OSR).run().runs()) {
      report.add(run);
    }
    report.finish();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("hb\tcomplete\t1\t1", "osr\tcomplete\t1\t1");
  }
}
