package dev.sooth.cli;

import dev.sooth.analysis.Printable;
import dev.sooth.race.ValueSchedule;
import dev.sooth.report.BadReportException;
import dev.sooth.report.JsonReportReader;
import dev.sooth.report.JsonReportReader.ReportedAccess;
import dev.sooth.report.JsonReportReader.ReportedRace;
import dev.sooth.report.JsonReportReader.ReportedValues;
import dev.sooth.report.JsonReportReader.Run;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program again until the two accesses of a reported race stand next to each other. */
@Command(
    name = "confirm",
    description = "Run a program again, forced to the schedule of a race by values.",
    footer = {
      "",
      "REPORT is a JSON report, or the folder of `sooth run`; RACE is R1 as in the report, or its",
      "fingerprint, of rv-all, rv, recipe-s or recipe. The program runs under the debugger of the",
      "JDK, which lets its threads go on in turns. If both stand before their accesses, to one"
          + " field",
      "of one object, at one moment, then the race is confirmed by an execution. If the program"
          + " goes",
      "another way than the schedule, that is said, and it says nothing about the race.",
      "Exit status: 66 confirmed, 69 not confirmed."
    })
final class ConfirmCommand implements Callable<Integer> {
  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINE",
      description = "The engine whose race is meant (default: the first that has it).")
  private String engine;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "How long to wait for a thread to come to a step (default: ${DEFAULT-VALUE}).")
  private Duration patience;

  @Parameters(index = "0", paramLabel = "REPORT", description = "A JSON report, or a folder.")
  private String report;

  @Parameters(index = "1", paramLabel = "RACE", description = "Which race, such as R1.")
  private String wanted;

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "PROGRAM",
      description = "As of `run`: a File.java, a jar, or java with its arguments.")
  private List<String> program;

  private Run foundRun;
  private ReportedRace found;

  ConfirmCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path named = ReadingOptions.path(report);
    Path path =
        ReadingOptions.existing(
            Files.isDirectory(named) ? named.resolve("report.json").toString() : report);
    find(path);
    if (found == null) {
      throw new BadReportException(
          "%s: no race %s with a schedule by values%s"
              .formatted(path, Printable.of(wanted), engine == null ? "" : " of " + engine));
    }
    Path work = Files.createTempDirectory("sooth-confirm");
    try {
      return confirm(command(work));
    } finally {
      try (Stream<Path> files = Files.walk(work)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void find(Path path) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      JsonReportReader.read(
          in,
          path.toString(),
          run -> engine == null || run.engine().equals(engine),
          (run, race) -> {
            boolean isIt = race.id().equals(wanted) || race.fingerprint().equals(wanted);
            if (isIt && found == null && race.values().isPresent()) {
              foundRun = run;
              found = race;
            }
          });
    }
  }

  private List<String> command(Path work) throws IOException {
    try {
      List<String> command = new ArrayList<>(ProgramCommand.of(program, "none", work));
      command.removeIf(word -> word.equals("-javaagent:none"));
      return command;
    } catch (ProgramCommand.NotRunnableException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private int confirm(List<String> command) throws IOException, InterruptedException {
    ReportedValues values = found.values().orElseThrow();
    if (values.schedule().isEmpty()) {
      throw new BadReportException(
          "%s: %s has no schedule here; `sooth analyze --witness --format json` writes all"
              .formatted(report, found.id()));
    }
    ForcedStep first = access(found.first());
    ForcedStep second = access(found.second());
    List<ForcedStep> steps = ForcedStep.all(values.schedule().get());
    String name =
        "%s of %s: data race on %s"
            .formatted(found.id(), Printable.of(foundRun.engine()), Printable.of(found.variable()));
    try (ForcedRun run = ForcedRun.start(command, steps, first, second, patience.toMillis())) {
      try {
        run.run();
      } catch (ForcedRun.DivergedException e) {
        print(
            "%s: not confirmed after %d of %d steps: %s. This says nothing about the race.%n"
                .formatted(name, run.taken(), steps.size(), Printable.of(e.getMessage())));
        return ExitStatus.NOT_CONFIRMED;
      }
      print(
          "%s: confirmed: after %d steps thread %s stands before %s and thread %s before %s, of one variable.%n"
              .formatted(
                  name,
                  steps.size(),
                  Printable.of(first.thread()),
                  Printable.of(first.step().place()),
                  Printable.of(second.thread()),
                  Printable.of(second.step().place())));
      print(
          "%s of fields saw the value of the schedule, %d another one.%n"
              .formatted(Printable.count(run.sameValues(), "read"), run.otherValues().size()));
      for (String other : run.otherValues()) {
        print("  " + Printable.of(other) + "\n");
      }
      return ExitStatus.RACES;
    }
  }

  private ForcedStep access(ReportedAccess access) {
    ValueSchedule.Step step =
        new ValueSchedule.Step(
            access.index(),
            access.thread(),
            access.op(),
            found.variable(),
            access.location(),
            null,
            null);
    return ForcedStep.of(step)
        .filter(ForcedStep::isField)
        .orElseThrow(
            () ->
                new UsageException(
                    "only accesses to fields at known lines can be brought about, not "
                        + Printable.of(step.toString())));
  }

  private void print(String text) throws IOException {
    io.out().write(text.getBytes(StandardCharsets.UTF_8));
    io.out().flush();
  }
}
