package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A signal ends {@code sooth analyze} with what it has found. */
@Tag("any-jdk")
class AnalyzeSignalsIT {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir static Path folder;

  /** When the command waits for input. */
  private static final Duration STARTED = Duration.ofMillis(200);

  /** When hb is through, and exact is not. */
  private static final Duration FOUND = Duration.ofSeconds(5);

  /** Nested locks, which the exact search takes half a minute to look through. */
  @BeforeAll
  static void generate() {
    String[] racy = "--racy-share 0.01 --seed 7".split(" ", -1);
    String[] correct = "--racy-share 0 --seed 7".split(" ", -1);
    assertThat(generate("racy.sooth", racy).status()).isZero();
    assertThat(generate("correct.sooth", correct).status()).isZero();
  }

  private static Cli.Result generate(String name, String[] more) {
    List<String> line =
        new ArrayList<>(
            Arrays.asList(
                "generate --events 1600000 --threads 8 --locks 60 --variables 2000 --nesting 3"
                    .split(" ", -1)));
    line.addAll(Arrays.asList(more));
    line.add(folder.resolve(name).toString());
    return Cli.run(line.toArray(new String[0]));
  }

  private static Processes.Running start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx1500m", "-jar"));
    command.add(Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath().toString());
    command.add("analyze");
    command.addAll(Arrays.asList(arguments));
    return Processes.start(folder, Map.of(), command);
  }

  private static void send(String signal, Process process)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid())).start().waitFor();
  }

  /** What ends by a signal when it has worked for so long; on a busy machine that takes longer. */
  private static Cli.Result interrupted(Duration worked, String signal, String... arguments)
      throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs Linux");
    Processes.Running run = start(arguments);
    long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (cpu(run.process()).compareTo(worked) < 0 && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    Thread.sleep(500); // so that who waits for input does
    assertThat(run.process().isAlive()).isTrue();
    send(signal, run.process());
    return run.await();
  }

  private static Duration cpu(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Test
  void whatWasFoundIsReportedWithWhatIsMissing() throws Exception {
    Cli.Result result = interrupted(FOUND, "TERM", "-e", "hb,exact", "racy.sooth", "correct.sooth");
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.out())
        // on a busy machine the signal comes before the proofs
        .contains("data race on racy", "found by hb", "by exact", "before it was stopped");
    assertThat(result.err())
        .contains("SIGTERM: the analysis ends with what it has")
        .contains("not analysed: correct.sooth", "not complete", "racy.sooth");
  }

  @Test
  void jsonIsWhole() throws Exception {
    Cli.Result result =
        interrupted(
            FOUND, "TERM", "-e", "hb,exact", "-f", "json", "-o", "report.json", "racy.sooth");
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    JsonNode runs = new ObjectMapper().readTree(folder.resolve("report.json").toFile());
    assertThat(runs).hasSize(2);
    assertThat(runs.get(0).get("status").asText()).isEqualTo("complete");
    assertThat(runs.get(1).get("status").asText()).isEqualTo("cancelled");
  }

  @Test
  void aPipeThatGivesNothingDoesNotKeepUs() throws Exception {
    Cli.Result result = interrupted(STARTED, "TERM", "-e", "hb", "-");
    assertThat(result.status()).as(result.err()).isEqualTo(143);
    assertThat(result.err()).contains("ended without a report");
  }

  @Test
  void anEngineThatLooksAtValuesEndsInItsMiddle() throws Exception {
    Path program = Cli.root().resolve("examples/programs/pingpong/PingPong.java");
    List<String> record = new ArrayList<>(List.of(JAVA, "-jar"));
    record.add(Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath().toString());
    record.addAll(List.of("run", "-q", "--dataflow", "--record-only", "-o", "values"));
    record.add(program.toAbsolutePath().toString());
    assertThat(Processes.run(folder, Map.of(), record).status()).isZero();
    long begin = System.nanoTime();
    String trace = "values/trace.sooth";
    Cli.Result result = interrupted(FOUND, "TERM", "-e", "recipe", "--timeout", "300s", trace);
    assertThat(System.nanoTime() - begin).isLessThan(Duration.ofSeconds(200).toNanos());
    assertThat(result.status()).as(result.err()).isIn(66, 143);
    assertThat(result.err()).contains("SIGTERM: the analysis ends with what it has");
  }
}
