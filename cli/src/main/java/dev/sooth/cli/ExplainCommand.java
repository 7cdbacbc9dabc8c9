package dev.sooth.cli;

import dev.sooth.analysis.ObservedSource;
import dev.sooth.analysis.Printable;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.race.Witness;
import dev.sooth.report.BadReportException;
import dev.sooth.report.JsonReportReader;
import dev.sooth.report.JsonReportReader.ReportedAccess;
import dev.sooth.report.JsonReportReader.ReportedRace;
import dev.sooth.report.JsonReportReader.ReportedValues;
import dev.sooth.report.JsonReportReader.Run;
import dev.sooth.report.ValueText;
import dev.sooth.report.WitnessColumns;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.verify.CutChecker;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws the witness of one race in the terminal. */
@Command(
    name = "explain",
    description = "Draw the witness of one race, one column for each thread.",
    footer = {
      "",
      "RACE is R1 as in the report, or its fingerprint. A witness that the report does not have is",
      "looked for again in the trace."
    })
final class ExplainCommand implements Callable<Integer> {
  private static final int WIDTH = 100;
  private static final int NARROWEST = 40;
  private static final int PAGE = 40;

  /** When to use colours. */
  enum Colour {
    auto,
    always,
    never
  }

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();
  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Parameters(
      index = "0",
      paramLabel = "REPORT",
      description = "A JSON report, or the folder of `sooth run`.")
  private String report;

  @Parameters(index = "1", paramLabel = "RACE", description = "Which race, such as R3.")
  private String wanted;

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINE",
      description = "The engine whose race is meant (default: the first that has it).")
  private String engine;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "The trace, if it is not where the report says.")
  private String traceName;

  @Option(names = "--full", description = "All events of the witness, folds opened.")
  private boolean full;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}, on a terminal).")
  private Colour colour;

  @Option(names = "--no-pager", description = "Do not show a long picture page by page.")
  private boolean noPager;

  @Option(
      names = "--width",
      paramLabel = "N",
      description = "Characters in a line (default: COLUMNS, else " + WIDTH + ").")
  private Integer width;

  private Run foundRun;
  private ReportedRace found;
  private String lastId = ""; // of the races that were read

  ExplainCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    if (width != null && width < NARROWEST) {
      throw new UsageException("--width must be at least " + NARROWEST);
    }
    Path named = ReadingOptions.path(report);
    Path path =
        ReadingOptions.existing(
            Files.isDirectory(named) ? named.resolve("report.json").toString() : report);
    find(path);
    if (found == null) {
      throw new BadReportException(
          "%s: no race %s%s%s"
              .formatted(
                  path,
                  Printable.of(wanted),
                  engine == null ? "" : " of " + Printable.of(engine),
                  lastId.isEmpty() ? "" : " here, the last is " + Printable.of(lastId)));
    }
    List<String> lines = new ArrayList<>();
    if (!found.verified()) {
      lines.add(title() + ": a candidate, without a witness to draw: " + reason());
    } else if (found.values().flatMap(ReportedValues::schedule).isPresent()) {
      explainValues(lines);
    } else {
      Trace trace = load(path);
      Race race = race(trace);
      Witness witness = found.witness().isPresent() ? witness(trace) : witnessAgain(trace, race);
      lines.add(title());
      lines.add("");
      lines.addAll(WitnessColumns.lines(trace, race, witness, width(), isColoured(), full));
    }
    print(String.join("\n", lines) + "\n", lines.size());
    return ExitStatus.OK;
  }

  /** Reads see other values: it is no order of the recorded events, so there is no picture. */
  private void explainValues(List<String> lines) {
    ReportedValues values = found.values().orElseThrow();
    lines.add(title());
    lines.add("");
    ValueText.steps(values.schedule().orElseThrow(), full).forEach(line -> lines.add("  " + line));
    lines.add("and then, in either order and with nothing between them:");
    for (ReportedAccess access : List.of(found.first(), found.second())) {
      lines.add(
          Printable.of(
              "  thread %s: %s(%s) at %s"
                  .formatted(access.thread(), access.op(), found.variable(), access.location())));
    }
    values.wouldRun().forEach(place -> lines.add("would run: " + Printable.of(place)));
  }

  private String reason() {
    return found.reason().isEmpty() ? "no reason given" : Printable.of(found.reason());
  }

  private String title() {
    return "%s of %s: data race on %s (%s)"
        .formatted(
            found.id(),
            Printable.of(foundRun.engine()),
            Printable.of(found.variable()),
            Printable.of(found.fingerprint()));
  }

  /** A report has the witness of one race of each pair of lines; another is looked for again. */
  private Witness witnessAgain(Trace trace, Race race) throws IOException {
    Optional<Engine> engine = Engines.find(foundRun.engine());
    int first = trace.index(race.first().position());
    int second = trace.index(race.second().position());
    Optional<Witness> again =
        engine.isEmpty() ? Optional.empty() : engine.get().witnessSearch(trace).find(first, second);
    if (again.isEmpty()
        || new CutChecker(trace).objection(first, second, again.get()).isPresent()) {
      throw new BadReportException(
          "%s: %s has no witness here, and none is found in %s"
              .formatted(report, found.id(), Printable.of(trace.name())));
    }
    return again.get();
  }

  /**
   * The first race of that name; of those with that fingerprint, or of the same two accesses, one
   * with a witness, if any. Another engine may call another race R1.
   */
  private void find(Path path) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      JsonReportReader.read(
          in,
          path.toString(),
          run -> engine == null || run.engine().equals(engine),
          (run, race) -> {
            lastId = race.id().length() < lastId.length() ? lastId : race.id();
            boolean isIt = race.id().equals(wanted) || race.fingerprint().equals(wanted);
            if (isIt && (found == null || (isShownBetter(race) && !isShown(found)))) {
              foundRun = run;
              found = race;
            }
          });
    }
  }

  private boolean isShownBetter(ReportedRace race) {
    boolean isSame =
        race.first().index() == found.first().index()
            && race.second().index() == found.second().index();
    return isShown(race) && (isSame || race.fingerprint().equals(wanted));
  }

  private static boolean isShown(ReportedRace race) {
    return race.witness().isPresent() || race.values().isPresent();
  }

  private Trace load(Path path) throws IOException {
    String name = traceName != null ? traceName : foundRun.file();
    if (traceName == null && !Files.exists(Path.of(name))) {
      Path beside = path.resolveSibling(Path.of(name).getFileName()); // the folder was moved
      name = Files.exists(beside) ? beside.toString() : name;
    }
    String file = name;
    try (Progress progress = Progress.on(io, global.quiet, file)) {
      return Trace.load(ObservedSource.of(reading.open(file, io), progress));
    }
  }

  private Race race(Trace trace) throws IOException {
    Access first = access(trace, found.first());
    Access second = access(trace, found.second());
    return new Race(trace.target((int) first.position()), first, second);
  }

  private Access access(Trace trace, ReportedAccess access) throws IOException {
    int event = trace.index(access.index());
    boolean fits =
        event >= 0
            && Kind.symbol(trace.kind(event)).equals(access.op())
            && trace.names().threads().get(trace.thread(event)).equals(access.thread())
            && trace.names().variables().get(trace.target(event)).equals(found.variable());
    if (!fits) {
      throw new BadReportException(
          "%s: %s: event %d of %s is not the %s of %s that it names; --trace names another trace"
              .formatted(
                  report,
                  found.id(),
                  access.index(),
                  Printable.of(trace.name()),
                  Printable.of(access.op()),
                  Printable.of(found.variable())));
    }
    return new Access(
        access.index(), trace.kind(event), trace.thread(event), trace.location(event));
  }

  private Witness witness(Trace trace) throws IOException {
    int[] schedule = found.witness().orElseThrow().tail().clone();
    for (int position : schedule) {
      if (position < 0 || position >= trace.size()) {
        throw new BadReportException(
            "%s: %s: its witness has event %d, and the trace has %d"
                .formatted(report, found.id(), position, trace.size()));
      }
    }
    return new Witness(schedule);
  }

  private int width() {
    if (width != null) {
      return width;
    }
    try {
      return Math.max(NARROWEST, Integer.parseInt(System.getenv("COLUMNS")));
    } catch (NumberFormatException e) {
      return WIDTH;
    }
  }

  private boolean isColoured() {
    return colour == Colour.always
        || (colour == Colour.auto
            && System.getenv("NO_COLOR") == null
            && !"dumb".equals(System.getenv("TERM"))
            && Io.isOutTerminal());
  }

  private void print(String text, int lines) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (noPager || lines < PAGE || !Io.isOutTerminal() || !page(bytes)) {
      io.out().write(bytes);
      io.out().flush();
    }
  }

  /** Shows the text with the user's pager; false if there is none. */
  private static boolean page(byte[] text) throws IOException {
    String pager = System.getenv("PAGER");
    Process process;
    try {
      process =
          new ProcessBuilder("sh", "-c", pager == null || pager.isBlank() ? "less -RS" : pager)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return false; // no shell
    }
    try (var in = process.getOutputStream()) {
      in.write(text);
    } catch (IOException e) {
      // The reader has seen enough, or there is no such pager, which its status tells.
    }
    try {
      return process.waitFor() != 127;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
