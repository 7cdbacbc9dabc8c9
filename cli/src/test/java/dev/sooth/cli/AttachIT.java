package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sooth run --attach}: a JVM that runs already. */
class AttachIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final int CORRECT_RUNS = Integer.getInteger("sooth.repetitions", 2);
  private static final long SECONDS = 60;

  @TempDir static Path classes;
  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();

  @BeforeAll
  static void compile() {
    Path source = Cli.root().resolve("cli/src/test/programs/Attached.java");
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int status =
        javac.run(System.out, System.err, "-g", "-d", classes.toString(), source.toString());
    assertThat(status).isZero();
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  /**
   * The program, which is up and runs until it is told to end; its output goes to {@code out} and
   * {@code err}.
   */
  private Process program(List<String> options, String kind) throws Exception {
    Files.deleteIfExists(folder.resolve("end"));
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx200m"));
    command.addAll(options);
    command.addAll(List.of("-cp", classes.toString(), "Attached", kind));
    command.add(folder.resolve("end").toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    started.add(process);
    await(() -> text("out").contains("up "));
    return process;
  }

  private String text(String name) throws IOException {
    return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
  }

  private Cli.Result sooth(String... arguments) throws IOException, InterruptedException {
    return Processes.run(folder, Map.of(), command(arguments));
  }

  private static List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(JAVA, "-Xmx400m", "-jar", JAR.toString(), "run"));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  private void tellToEnd() throws IOException {
    Files.createFile(folder.resolve("end"));
  }

  /** A recording that goes on until somebody ends it, and in which there are races. */
  private Processes.Running recording(Process program, Path traced) throws Exception {
    Path said = folder.resolve("said");
    Files.deleteIfExists(said);
    Process process =
        new ProcessBuilder(command("--attach", pid(program), "-o", traced.toString()))
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(said.toFile())
            .start();
    started.add(process);
    await(() -> text("said").contains("recording process"));
    int before = rounds();
    await(() -> rounds() > before + 2);
    return new Processes.Running(
        process, CompletableFuture.completedFuture(""), process.onExit().thenApply(e -> said()));
  }

  private int rounds() throws IOException {
    return text("out").split("round", -1).length;
  }

  private String said() {
    try {
      return text("said");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as(text("err")).isLessThan(end);
      Thread.sleep(20);
    }
  }

  private static String pid(Process process) {
    return Long.toString(process.pid());
  }

  private void endsWell(Process program) throws Exception {
    tellToEnd();
    assertThat(program.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(text("out")).contains("done true").doesNotContain("sooth");
    assertThat(text("err")).doesNotContain("sooth:", "Exception", "Error");
    assertThat(program.exitValue()).isZero();
  }

  @Test
  void aRaceOfNewThreadsIsFoundAndTheProgramGoesOn() throws Exception {
    Process program = program(List.of(), "racy");
    Cli.Result result =
        sooth("--attach", pid(program), "--duration", "3s", "-o", "traced", "-e", "syncp");
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(program.isAlive()).isTrue();
    assertThat(result.err())
        .contains("data race on Attached.hits", "Verified by a witness")
        .contains("attached late", "join-relay", "classes were loaded before")
        .doesNotContain("FAILED", "stopped early");
    Matcher fields = Pattern.compile("data race on (\\S+)").matcher(result.err());
    while (fields.find()) {
      assertThat(fields.group(1)).isEqualTo("Attached.hits");
    }
    endsWell(program);
  }

  @Test
  void whatOldThreadsHandOnIsNoRace() throws Exception {
    for (int i = 0; i < CORRECT_RUNS; i++) {
      Process program = program(List.of(), "correct");
      Cli.Result result =
          sooth("--attach", pid(program), "--duration", "3s", "-o", "out" + i, "-e", "hb,syncp,m");
      assertThat(result.status()).as(result.err()).isZero();
      assertThat(result.err())
          .contains("no race found")
          .doesNotContain("FAILED", "stopped early", " 0 threads that started since");
      endsWell(program);
    }
  }

  @Test
  void theEndOfTheProgramIsTheEndOfTheRecording() throws Exception {
    Process program = program(List.of(), "racy");
    Processes.Running run = recording(program, folder.resolve("traced"));
    endsWell(program);
    Cli.Result result = run.await();
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err()).contains("data race on Attached.hits");
  }

  @Test
  void aRecordingIsEndedFromElsewhereAndStartsOnce() throws Exception {
    Process program = program(List.of(), "racy");
    Processes.Running first = recording(program, folder.resolve("traced"));
    Cli.Result there = sooth("--attach", pid(program), "-o", "traced");
    assertThat(there.status()).as(there.err()).isEqualTo(64);
    assertThat(there.err()).contains("another run writes there");
    Cli.Result twice = sooth("--attach", pid(program), "-o", "twice");
    assertThat(twice.status()).as(twice.err()).isEqualTo(74);
    assertThat(twice.err()).contains("it is being recorded already", "traced/trace.sooth");
    Cli.Result off = sooth("--attach-off", pid(program));
    assertThat(off.status()).as(off.err()).isZero();
    assertThat(off.err()).contains("closed: ", "traced/trace.sooth");
    Cli.Result result = first.await();
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err()).contains("data race on Attached.hits");
    Cli.Result offAgain = sooth("--attach-off", pid(program));
    assertThat(offAgain.status()).as(offAgain.err()).isEqualTo(74);
    assertThat(offAgain.err()).contains("not recorded now");
    Cli.Result again = sooth("--attach", pid(program), "-o", "twice");
    assertThat(again.status()).as(again.err()).isEqualTo(74);
    assertThat(again.err()).contains("was recorded before");
    assertThat(program.isAlive()).isTrue();
  }

  @Test
  void aSignalEndsTheRecordingAndNotTheProgram() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs Linux");
    Process program = program(List.of(), "racy");
    for (String signal : List.of("TERM", "KILL")) {
      Path traced = folder.resolve("traced-" + signal);
      Processes.Running run = recording(program, traced);
      new ProcessBuilder("kill", "-s", signal, pid(run.process())).start().waitFor();
      Cli.Result result = run.await();
      assertThat(program.isAlive()).isTrue();
      if (signal.equals("TERM")) {
        assertThat(result.status()).as(result.err()).isEqualTo(66);
        assertThat(result.err()).contains("data race on Attached.hits");
        program.destroyForcibly().waitFor();
        program = program(List.of(), "racy");
      } else {
        // Nobody reports; the recording is closed, and the trace can be read.
        await(() -> Files.exists(traced.resolve("recording.txt")));
        Cli.Result info = Cli.run("info", traced.resolve("trace.sooth").toString());
        assertThat(info.status()).as(info.err()).isZero();
        assertThat(Files.readString(traced.resolve("recording.txt")))
            .contains("sooth run has gone");
      }
    }
    assertThat(program.isAlive()).isTrue();
  }

  @Test
  void aJvmThatForbidsItIsLeftAlone() throws Exception {
    Process program = program(List.of("-XX:+DisableAttachMechanism"), "correct");
    Cli.Result result = sooth("--attach", pid(program), "-o", "traced");
    assertThat(result.status()).as(result.err()).isEqualTo(74);
    assertThat(result.err()).contains("process " + pid(program), "does not let us in");
    assertThat(program.isAlive()).isTrue();
    program.destroyForcibly();
    if (Runtime.version().feature() >= 21) {
      Process strict = program(List.of("-XX:-EnableDynamicAgentLoading"), "correct");
      Cli.Result refused = sooth("--attach", pid(strict), "-o", "traced");
      assertThat(refused.status()).as(refused.err()).isEqualTo(74);
      assertThat(refused.err()).contains("does not let us in", "Dynamic agent loading");
      assertThat(strict.isAlive()).isTrue();
    }
  }

  @Test
  void whatIsNoJvmOfOursIsNotTouched() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    started.add(sleeper);
    Cli.Result result = sooth("--attach", pid(sleeper), "-o", "traced");
    assertThat(result.status()).isEqualTo(74);
    assertThat(result.err()).contains("it is no JVM");
    assertThat(sleeper.isAlive()).isTrue(); // SIGQUIT would have ended it
    sleeper.destroyForcibly().waitFor();
    Cli.Result gone = sooth("--attach", pid(sleeper), "-o", "traced");
    assertThat(gone.status()).isEqualTo(74);
    assertThat(gone.err()).contains("there is no such process");
    assertThat(folder.resolve("traced")).doesNotExist();
  }

  @Test
  void wrongUsageIsSaid() {
    Map<String, String> cases =
        Map.of(
            "run", "what to run is missing",
            "run --attach x", "--attach",
            "run --attach 1 Program.java", "take no PROGRAM",
            "run --attach 1 --attach-off 2", "two commands",
            "run --attach 1 --values", "does not go with");
    cases.forEach(
        (line, message) -> {
          Cli.Result result = Cli.run(line.split(" ", -1));
          assertThat(result.status()).as(line).isEqualTo(64);
          assertThat(result.err()).as(line).contains(message);
        });
  }
}
