package dev.sooth.cli;

import dev.sooth.analysis.ObservedSource;
import dev.sooth.analysis.Printable;
import dev.sooth.detect.Engines;
import dev.sooth.detect.WitnessSearch;
import dev.sooth.race.Witness;
import dev.sooth.report.BadReportException;
import dev.sooth.report.JsonReportReader;
import dev.sooth.report.JsonReportReader.ReportedAccess;
import dev.sooth.report.JsonReportReader.ReportedRace;
import dev.sooth.report.JsonReportReader.Run;
import dev.sooth.report.VerdictReader;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.verify.CutChecker;
import dev.sooth.verify.WitnessCheck;
import dev.sooth.verify.WitnessChecker;
import dev.sooth.verify.WitnessCompletion;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks the proofs of a JSON report again, against the trace and nothing else. */
@Command(
    name = "verify",
    description = "Check the witnesses and refutations of a JSON report against its trace.",
    footer = {
      "",
      "The report is one of `sooth analyze TRACE --witness --format json` (or jsonl), report.json",
      "of `sooth run`, or one of `sooth decide TRACE --format json` with --pair or --list. A",
      "verified race without its witness is proved anew.",
      "Exit status: 0 all proofs are accepted, 65 the report does not fit the trace,",
      "70 a proof is rejected, 74 a file cannot be read."
    })
final class VerifyCommand implements Callable<Integer> {
  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace; - is stdin.")
  private String traceName;

  @Parameters(index = "1", paramLabel = "REPORT", description = "The JSON report.")
  private String reportName;

  @Option(
      names = "--slow",
      description =
          "Check witnesses by executing every event, which is the definition. Answers are the"
              + " same.")
  private boolean slow;

  private Trace trace;
  private WitnessCheck checker;
  private WitnessCompletion completion; // null until a run needs it
  private int accepted;
  private int rejected;
  private int candidates;
  private int valued; // races that no order of the recorded events shows
  private int provedAgain; // of the accepted and rejected ones
  private final Map<String, WitnessSearch> searches = new HashMap<>(); // by engine
  private final Set<String> engines = new LinkedHashSet<>(); // of the report

  VerifyCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    Path report = ReadingOptions.existing(reportName);
    boolean isOfVerdicts;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(report))) {
      isOfVerdicts = VerdictReader.recognises(in, reportName);
    }
    return isOfVerdicts ? verifyVerdicts(report) : verifyRaces(report);
  }

  private void load() throws IOException {
    try (Progress progress = Progress.on(io, global.quiet, traceName)) {
      trace = Trace.load(ObservedSource.of(reading.open(traceName, io), progress));
    }
    checker = slow ? new WitnessChecker(trace) : new CutChecker(trace);
  }

  private int verifyVerdicts(Path report) throws IOException {
    load();
    VerdictVerifier verifier = new VerdictVerifier(io, reportName, traceName, trace, checker);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(report))) {
      VerdictReader.read(in, reportName, verifier::check);
    }
    io.out().write(verifier.summary().getBytes(StandardCharsets.UTF_8));
    io.out().flush();
    return verifier.rejected() > 0 ? ExitStatus.INTERNAL : ExitStatus.OK;
  }

  private int verifyRaces(Path report) throws IOException {
    Optional<String> file = fileInReport(report);
    load();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(report))) {
      JsonReportReader.read(in, reportName, run -> isWanted(run, file), this::check);
    }
    String result =
        "%s of %s: %d accepted, %d rejected%s; %s without a witness%s%n"
            .formatted(
                Printable.count(accepted + (long) rejected, "witness").replace("sss", "sses"),
                Printable.of(traceName),
                accepted,
                rejected,
                provedAgain == 0
                    ? ""
                    : ", of them %s found anew, which the report does not have"
                        .formatted(Printable.grouped(provedAgain)),
                Printable.count(candidates, "candidate"),
                valued == 0
                    ? ""
                    : "; %s by values not checked, `sooth analyze` proves them anew"
                        .formatted(Printable.count(valued, "race")));
    io.out().write(result.getBytes(StandardCharsets.UTF_8));
    io.out().flush();
    return rejected > 0 ? ExitStatus.INTERNAL : ExitStatus.OK;
  }

  /**
   * Which of the files that the report is about is the trace: the one with its name, or the only
   * one, whatever it is called, since a trace may have been moved or converted.
   */
  private Optional<String> fileInReport(Path report) throws IOException {
    TreeSet<String> files = new TreeSet<>();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(report))) {
      JsonReportReader.read(
          in,
          reportName,
          run -> {
            files.add(run.file());
            engines.add(run.engine());
            return false;
          },
          (run, race) -> {});
    }
    if (files.size() <= 1) {
      return files.stream().findFirst();
    }
    if (files.contains(traceName)) {
      return Optional.of(traceName);
    }
    throw new BadReportException(
        "%s: is about %s, but not about %s"
            .formatted(reportName, String.join(", ", files), traceName));
  }

  private boolean isWanted(Run run, Optional<String> file) throws IOException {
    return file.isPresent() && run.file().equals(file.get());
  }

  private void check(Run run, ReportedRace race) throws IOException {
    if (run.events() > trace.size()) {
      throw misfit(
          run,
          race,
          "the report is about %d events and the trace has %d"
              .formatted(run.events(), trace.size()));
    }
    if (race.values().isPresent() || race.first().index() < 0 || race.second().index() < 0) {
      valued += race.verified() ? 1 : 0;
      candidates += race.verified() ? 0 : 1;
      return;
    }
    checkAccess(run, race, race.first());
    checkAccess(run, race, race.second());
    if (race.witness().isEmpty() && !race.verified()) {
      candidates++;
      return;
    }
    int first = (int) race.first().index();
    int second = (int) race.second().index();
    Optional<String> objection;
    if (race.witness().isPresent()) {
      Witness given = race.witness().get();
      Witness witness = run.leftOut() ? completion().of(first, second, given) : given;
      objection = checker.objection(first, second, witness);
    } else {
      objection = proveAgain(run, race, first, second);
    }
    if (objection.isPresent()) {
      rejected++;
      io.say(
          "%s: %s %s: witness rejected: %s"
              .formatted(
                  Printable.of(reportName),
                  Printable.of(run.engine()),
                  Printable.of(race.id()),
                  Printable.of(objection.get())));
    } else {
      accepted++;
    }
  }

  /** A run keeps the witness of one race of each pair of lines; the others are looked for again. */
  private Optional<String> proveAgain(Run run, ReportedRace race, int first, int second)
      throws IOException {
    if (Engines.find(run.engine()).isEmpty()) {
      throw misfit(run, race, "it has no witness, and there is no engine of this name to find one");
    }
    // What one engine has proved the next one does not search, so its witness may be another's.
    Set<String> those = new LinkedHashSet<>(List.of(run.engine()));
    those.addAll(engines);
    for (String id : those) {
      Optional<Witness> found =
          Engines.find(id)
              .flatMap(
                  engine ->
                      searches
                          .computeIfAbsent(id, unknown -> engine.witnessSearch(trace))
                          .find(first, second));
      if (found.isPresent()) {
        provedAgain++;
        return checker.objection(first, second, found.get());
      }
    }
    return Optional.of("the report has none, and none was found");
  }

  private WitnessCompletion completion() {
    if (completion == null) {
      completion = new WitnessCompletion(trace);
    }
    return completion;
  }

  private void checkAccess(Run run, ReportedRace race, ReportedAccess access) throws IOException {
    if (access.index() >= trace.size()) {
      throw misfit(
          run, race, "the trace has no event %d, only %d".formatted(access.index(), trace.size()));
    }
    int position = (int) access.index();
    byte kind = trace.kind(position);
    String variable =
        Kind.isAccess(kind) ? trace.names().variables().get(trace.target(position)) : "";
    boolean fits =
        Kind.symbol(kind).equals(access.op())
            && variable.equals(race.variable())
            && trace.names().threads().get(trace.thread(position)).equals(access.thread())
            && trace.names().locations().get(trace.location(position)).equals(access.location());
    if (!fits) {
      throw misfit(
          run,
          race,
          "event %d is %s|%s(%s)|%s there and %s in the trace"
              .formatted(
                  position,
                  access.thread(),
                  access.op(),
                  race.variable(),
                  access.location(),
                  trace.describe(position)));
    }
  }

  private BadReportException misfit(Run run, ReportedRace race, String why) {
    return new BadReportException(
        "%s: %s %s does not fit %s: %s"
            .formatted(reportName, run.engine(), race.id(), traceName, why));
  }
}
