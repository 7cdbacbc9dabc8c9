package dev.sooth.cli;

import dev.sooth.analysis.RunResult;
import dev.sooth.detect.Engine;
import dev.sooth.race.Suppressions;
import dev.sooth.report.Baseline;
import dev.sooth.report.ReportFormat;
import dev.sooth.report.Sources;
import dev.sooth.report.Triage;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of verbs that report races: more forms of the report, and which races are news. */
final class ReportOptions {
  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page that shows each witness as a picture, see docs/report.md.")
  private String html;

  @Option(names = "--sarif", paramLabel = "FILE", description = "Also write SARIF 2.1.0.")
  private String sarif;

  @Option(names = "--junit-xml", paramLabel = "FILE", description = "Also write JUnit XML.")
  private String junitXml;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write JSON.")
  private String json;

  @Option(
      names = "--github",
      paramLabel = "FILE",
      description = "Also write annotations for GitHub Actions.")
  private String github;

  @Option(
      names = "--gitlab",
      paramLabel = "FILE",
      description = "Also write a Code Quality report for GitLab.")
  private String gitlab;

  @Option(
      names = "--source-path",
      paramLabel = "FOLDERS",
      description =
          "Where source files are, as in a class path: reports then show the lines. Nothing outside"
              + " of these is read.")
  private String sourcePath;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Known races: a file of `sooth baseline update`, or a JSON report.")
  private String baseline;

  @Option(
      names = "--fail-on",
      paramLabel = "WHICH",
      description =
          "any: a known race makes the status 66, too; new: one that is not in the baseline does"
              + " (default: new with --baseline, else any).")
  private String failOn;

  @Option(
      names = "--suppressions",
      paramLabel = "FILE",
      description = "Races to leave out, in ThreadSanitizer's syntax, see docs/report.md.")
  private String suppressions;

  private Triage triage = Triage.NONE;

  /** The file of --suppressions, or null. */
  String suppressions() {
    return suppressions;
  }

  /** Whether there is more to do than to write one report. */
  boolean any() {
    return html != null
        || sarif != null
        || junitXml != null
        || json != null
        || github != null
        || gitlab != null
        || sourcePath != null
        || baseline != null
        || failOn != null
        || suppressions != null;
  }

  /** Whether a report is written that shows witnesses. */
  boolean showWitnesses() {
    return html != null || sarif != null || junitXml != null || json != null;
  }

  /** Whether what was asked for can be done, before a program runs for hours. */
  void check() throws IOException {
    if (any()) {
      checkFiles(null);
      triage(List.of());
    }
  }

  /**
   * Refuses files that cannot hold what was asked for.
   *
   * @param output another file that is written, or null
   */
  void checkFiles(String output) throws IOException {
    Map<Path, String> options = new HashMap<>(); // by what they write
    if (output != null) {
      options.put(identity(output), "--output");
    }
    for (Map.Entry<String, String> file : files().entrySet()) {
      String option = "--" + file.getKey();
      if (file.getValue().isEmpty() || file.getValue().equals(ReadingOptions.STDIN)) {
        String format = file.getKey();
        throw new UsageException(
            "%s takes the name of a file; --format %s prints it".formatted(option, format));
      }
      Path path = identity(file.getValue());
      String other = options.put(path, option);
      if (other != null && (Files.isRegularFile(path) || !Files.exists(path))) {
        throw new UsageException(
            "%s and %s name one file, %s".formatted(other, option, file.getValue()));
      }
    }
  }

  private static Path identity(String file) throws IOException {
    Path path = ReadingOptions.path(file);
    return Files.exists(path) && Files.isRegularFile(path)
        ? path.toRealPath()
        : path.toAbsolutePath().normalize();
  }

  /** The files to write, by format. */
  private Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    String[][] all = {
      {"html", html},
      {"sarif", sarif},
      {"junit-xml", junitXml},
      {"json", json},
      {"github", github},
      {"gitlab", gitlab}
    };
    for (String[] file : all) {
      if (file[1] != null) {
        files.put(file[0], file[1]);
      }
    }
    return files;
  }

  /** What the reports and the exit status need to know; reads the files that were named. */
  ReportFormat.Extras extras(
      List<Engine> engines, long mostWitness, List<Path> moreSources, List<String> benign, Io io)
      throws IOException {
    List<Path> folders = new ArrayList<>(moreSources);
    if (sourcePath != null) {
      for (String folder : sourcePath.split(File.pathSeparator, -1)) {
        Path path = ReadingOptions.path(folder);
        if (!Files.isDirectory(path)) {
          io.say("--source-path: " + folder + " is no folder");
        }
        folders.add(path);
      }
    }
    triage = triage(benign);
    String last = engines.size() > 1 ? engines.get(engines.size() - 1).id() : "";
    return new ReportFormat.Extras(
        last, mostWitness, triage, new Sources(folders), ReportOptions::besides);
  }

  private Triage triage(List<String> benign) throws IOException {
    if (failOn != null && !failOn.equals("any") && !failOn.equals("new")) {
      throw new UsageException("--fail-on takes any or new, not '" + failOn + "'");
    }
    if (baseline == null && "new".equals(failOn)) {
      throw new UsageException("--fail-on new needs --baseline FILE, which says what is known");
    }
    Optional<Baseline> known = Optional.empty();
    if (baseline != null) {
      known = Optional.of(new Baseline());
      readBaseline(known.get(), baseline);
    }
    Suppressions rules = new SuppressionOptions(suppressions).read();
    return new Triage(known, rules.and(benign), "any".equals(failOn));
  }

  /** Adds what the file says; returns how many of its races were new. */
  static int readBaseline(Baseline into, String name) throws IOException {
    try (InputStream in =
        new BufferedInputStream(Files.newInputStream(ReadingOptions.existing(name)))) {
      return into.read(in, name);
    }
  }

  /** What stands beside a trace that was recorded. */
  private static List<Map.Entry<String, List<String>>> besides(String trace) {
    List<Map.Entry<String, List<String>>> found = new ArrayList<>();
    for (String name : List.of("process.txt", "recording.txt", "not-observed.txt")) {
      try {
        Path file = Path.of(trace).resolveSibling(name);
        if (Files.isRegularFile(file) && Files.size(file) < 1 << 20) {
          found.add(Map.entry(name, Files.readAllLines(file)));
        }
      } catch (IOException | InvalidPathException e) {
        // A report without it is better than none.
      }
    }
    return found;
  }

  /** Whether the races of a run make it fail. */
  boolean fails(RunResult result) throws IOException {
    return triage.fails(result);
  }

  /** Says what is to be said of suppressions after all runs. */
  void sayRemarks(Io io) {
    triage.remarks().forEach(io::say);
  }

  /**
   * Opens the files that were asked for.
   *
   * @param inputs what is read, and so must not be written
   * @param others more files, by format
   * @param mayFail whether what cannot be written is said and does not end the work
   */
  ReportFiles open(
      ReportFormat.Settings settings,
      List<String> inputs,
      Map<String, Path> others,
      boolean mayFail,
      Io io)
      throws IOException {
    ReportFiles open = new ReportFiles(io);
    try {
      for (Map.Entry<String, String> file : files().entrySet()) {
        Path path = ReadingOptions.path(file.getValue());
        OutputFile.requireOther(path, inputs);
        open.add(file.getKey(), path, settings, mayFail);
      }
      for (Map.Entry<String, Path> file : others.entrySet()) {
        open.add(file.getKey(), file.getValue(), settings, mayFail);
      }
      return open;
    } catch (IOException | RuntimeException e) {
      open.close();
      throw e;
    }
  }
}
