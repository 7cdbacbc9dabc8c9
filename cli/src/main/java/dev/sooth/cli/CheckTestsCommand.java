package dev.sooth.cli;

import dev.sooth.analysis.Printable;
import dev.sooth.suite.TestChecks;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Answers questions about tests that are being recorded; for sooth-junit, which starts it. */
@Command(
    name = "check-tests",
    description = {
      "Check single tests of a program that still runs; for sooth-junit.",
      "Each line of stdin asks: number, milliseconds, engines with commas or -, name of the test.",
      "Each answer is a line with the races, those verified, and the lines that follow.",
      "At the end of stdin the reports on all of them are written to checked/ beside the trace."
    })
final class CheckTestsCommand implements Callable<Integer> {
  private static final int WORDS = 4;

  /** Where builds have their source files, which reports show. */
  private static final List<String> SOURCES =
      List.of("src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin");

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(paramLabel = "TRACE", description = "The trace, which may be still written.")
  private String trace;

  CheckTestsCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(io.in(), StandardCharsets.UTF_8));
    FollowedFile file = new FollowedFile(Path.of(trace));
    try (TestChecks checks =
        new TestChecks(TraceFiles.stream(file, trace, ReadOptions.defaults()))) {
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        io.out().write(answer(checks, line).getBytes(StandardCharsets.UTF_8));
        io.out().flush();
      }
      report(checks);
    }
    return ExitStatus.OK;
  }

  /** On all tests together, beside the trace, when the JVM of the tests has ended. */
  private void report(TestChecks checks) throws IOException {
    if (checks.checks() == 0) {
      return;
    }
    Path folder = Path.of(trace).resolveSibling("checked");
    List<Path> sources =
        SOURCES.stream()
            .map(Path::of)
            .map(Path::toAbsolutePath)
            .filter(Files::isDirectory)
            .toList();
    checks.write(folder, sources);
    int pairs = checks.races().races().size();
    io.say(
        "%s; %s checked, reports in %s"
            .formatted(
                pairs == 0 ? "no race" : Printable.count(pairs, "pair") + " of lines race",
                Printable.count(checks.checks(), "test"),
                folder));
  }

  private static String answer(TestChecks checks, String line) throws IOException {
    String[] words = line.split(" ", WORDS);
    List<String> engines = words[2].equals("-") ? List.of() : List.of(words[2].split(",", -1));
    TestChecks.Answer answer =
        checks.check(
            Integer.parseInt(words[0]),
            words[3],
            engines,
            Duration.ofMillis(Long.parseLong(words[1])));
    List<String> lines = answer.text().lines().toList();
    StringBuilder all = new StringBuilder();
    all.append(answer.pairs()).append(' ').append(answer.verified()).append(' ');
    all.append(lines.size()).append(' ').append(answer.unknown().replace('\n', ' ')).append('\n');
    lines.forEach(each -> all.append(each).append('\n'));
    return all.toString();
  }
}
