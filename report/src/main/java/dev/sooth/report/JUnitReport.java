package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.race.ValueSchedule;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * JUnit XML, as build servers read it: a suite for each trace, a failed test for each race. A known
 * or suppressed race is a skipped test, an engine that did not come to its end an error, and a
 * trace without a race one test that passed.
 */
final class JUnitReport extends MergedReport {
  private static final int LONGEST = 1000;
  private static final int WINDOW = 2000;

  private final Writer out;
  private final ReportFormat.Extras extras;
  private final StringBuilder suites = new StringBuilder();
  private int tests;
  private int failures;
  private int errors;
  private int skipped;

  JUnitReport(OutputStream out, ReportFormat.Settings settings) {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    this.extras = settings.extras();
  }

  @Override
  void write(Findings trace) throws IOException {
    int[] before = {tests, failures, errors, skipped};
    StringBuilder cases = new StringBuilder();
    for (RunResult run : trace.runs()) {
      if (run.failure().isPresent()) {
        problem(cases, run, run.failure().get().message());
      } else if (run.status() == RunStatus.INCOMPLETE) {
        open(cases, run);
      } else if (run.status() != RunStatus.COMPLETE) {
        problem(cases, run, run.status() + ": no statement about the rest of the trace");
      }
    }
    Schedules schedules = null;
    for (Finding finding : trace.list()) {
      Optional<Trace> events = finding.best().result().trace();
      if (schedules == null && finding.isVerified() && events.isPresent()) {
        schedules = new Schedules(events.get());
      }
      race(cases, finding, schedules);
    }
    if (tests == before[0]) {
      tests++;
      cases.append("    <testcase classname=\"sooth\" name=\"no race found\"/>\n");
    }
    suites.append(
        "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">%n"
            .formatted(
                text(trace.file()),
                tests - before[0],
                failures - before[1],
                errors - before[2],
                skipped - before[3]));
    suites.append(cases).append("  </testsuite>\n");
  }

  private void problem(StringBuilder cases, RunResult run, String message) {
    tests++;
    errors++;
    cases
        .append("    <testcase classname=\"sooth\" name=\"")
        .append(text(run.engine().id()))
        .append("\">\n      <error message=\"")
        .append(text(message))
        .append("\"/>\n    </testcase>\n");
  }

  /** Questions that a solver did not answer are no fault of the build. */
  private void open(StringBuilder cases, RunResult run) {
    tests++;
    skipped++;
    cases
        .append("    <testcase classname=\"sooth\" name=\"")
        .append(text(run.engine().id()))
        .append("\">\n      <skipped message=\"not complete: no statement about the rest\"/>\n")
        .append("    </testcase>\n");
  }

  private void race(StringBuilder cases, Finding finding, Schedules schedules) throws IOException {
    Block block = finding.best();
    Triage.Judgement judgement = extras.triage().of(finding);
    tests++;
    cases
        .append("    <testcase classname=\"")
        .append(text(Fingerprints.code(block.secondLocation())))
        .append("\" name=\"")
        .append(text(block.field() + ": " + FoundFields.lines(block)))
        .append(" [")
        .append(finding.fingerprint())
        .append("]\">\n");
    if (!judgement.isOpen()) {
      skipped++;
      String why =
          judgement.rule().map(rule -> "suppressed: " + rule.reason()).orElse("known: baseline");
      cases.append("      <skipped message=\"").append(text(why)).append("\"/>\n");
    } else {
      failures++;
      cases
          .append("      <failure type=\"")
          .append(finding.isVerified() ? "data race" : "candidate of a data race")
          .append("\" message=\"")
          .append(text(SarifReport.text(block)))
          .append("\">")
          .append(body(block, schedules))
          .append("</failure>\n");
    }
    cases.append("    </testcase>\n");
  }

  private static String body(Block block, Schedules schedules) {
    if (block.values().isPresent()) {
      return XmlText.escaped(body(block.values().get()));
    }
    Optional<Trace> trace = block.result().trace();
    if (!block.isVerified() || schedules == null || trace.isEmpty()) {
      return "";
    }
    schedules.choose(block.result().proofs().witness(block.example()));
    List<String> lines =
        WitnessText.lines(trace.get(), schedules.last(WINDOW), block.race(), false);
    StringBuilder body = new StringBuilder("\nA schedule that shows it ends with\n");
    lines.forEach(line -> body.append("  ").append(line).append('\n'));
    body.append("and then, in either order and with nothing between them:\n  ")
        .append(WitnessText.event(trace.get(), trace.get().index(block.race().first().position())))
        .append("\n  ")
        .append(WitnessText.event(trace.get(), trace.get().index(block.race().second().position())))
        .append('\n');
    return XmlText.escaped(body.toString());
  }

  private static String body(ValueSchedule values) {
    List<String> lines = new ArrayList<>(ValueText.summary(values));
    lines.add("A schedule that shows it:");
    ValueText.steps(values.steps(), false).forEach(line -> lines.add("  " + line));
    lines.add("and then, in either order and with nothing between them:");
    lines.add("  " + ValueText.step(values.first()));
    lines.add("  " + ValueText.step(values.second()));
    return "\n" + String.join("\n", lines) + "\n";
  }

  private static String text(String text) {
    return XmlText.escaped(Printable.of(text, LONGEST));
  }

  @Override
  void close() throws IOException {
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write(
        "<testsuites name=\"sooth\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">%n"
            .formatted(tests, failures, errors, skipped));
    out.append(suites).write("</testsuites>\n");
    out.flush();
  }
}
