package dev.sooth.suite;

import dev.sooth.analysis.RunResult;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import dev.sooth.report.Sources;
import dev.sooth.report.Triage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes the reports on a suite, each in a file that appears complete or not at all. */
public final class SuiteReports {
  private static final Map<String, String> FILES =
      Map.of("text", "report.txt", "junit-xml", "report-junit.xml", "gitlab", "gitlab.json");

  /** What is for a terminal, and not for a file. */
  private static final List<String> NO_FILES = List.of("jsonl", "github");

  /** Events of witnesses in a report, which nobody has asked for. */
  private static final long MOST_WITNESS = 1_000_000;

  private SuiteReports() {}

  /** Writes a report in each form, and the list of races with their tests. */
  public static void write(
      Path folder, List<RunResult> results, SuiteRaces races, Triage triage, List<Path> sources)
      throws IOException {
    Files.createDirectories(folder);
    List<String> engines = results.stream().map(run -> run.engine().id()).distinct().toList();
    ReportFormat.Settings settings =
        new ReportFormat.Settings(false, false, true)
            .with(
                new ReportFormat.Extras(
                    engines.size() < 2 ? "" : engines.get(engines.size() - 1),
                    MOST_WITNESS,
                    triage,
                    new Sources(sources),
                    SuiteReports::besides));
    for (ReportFormat format : ReportFormat.all()) {
      if (!NO_FILES.contains(format.id())) {
        String name = FILES.getOrDefault(format.id(), "report." + format.id());
        write(folder.resolve(name), out -> write(out, format, settings, results));
      }
    }
    StringBuilder text = new StringBuilder();
    races.races().forEach(race -> text.append(race.line()).append('\n'));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    write(folder.resolve("races.txt"), out -> out.write(bytes));
  }

  private static void write(
      OutputStream out,
      ReportFormat format,
      ReportFormat.Settings settings,
      List<RunResult> results)
      throws IOException {
    boolean shown = !format.equals(ReportFormat.TEXT); // which is long enough
    Report report = format.open(out, settings.withWitnesses(shown));
    for (RunResult result : results) {
      report.add(result);
    }
    report.finish();
  }

  /** What stands beside a trace that was recorded. */
  private static List<Map.Entry<String, List<String>>> besides(String trace) {
    List<Map.Entry<String, List<String>>> found = new ArrayList<>();
    for (String name : List.of("process.txt", "recording.txt")) {
      try {
        Path file = Path.of(trace).resolveSibling(name);
        if (Files.isRegularFile(file)) {
          found.add(Map.entry(name, Files.readAllLines(file)));
        }
      } catch (IOException e) {
        // A report without it is better than none.
      }
    }
    return found;
  }

  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private static void write(Path file, Content content) throws IOException {
    // Files of createTempFile are for their owner only; a report is for those who may look here.
    Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
        content.writeTo(out);
      }
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
