package dev.sooth.cli;

import dev.sooth.recipe.Solver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks whether a JVM can run a program under the agent. */
@Command(
    name = "doctor",
    description = "Check a JVM and the agent before a run.",
    footer = {"", "Exit status: 0 when `sooth run` can work, 70 otherwise."})
final class DoctorCommand implements Callable<Integer> {
  private static final int OLDEST = 17;
  private static final long LITTLE_SPACE = 1L << 30;

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "JAVA",
      description = "The launcher to check, and its JVM options (default: the one we run on).")
  private List<String> java = new ArrayList<>();

  DoctorCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> launcher = new ArrayList<>();
    if (java.isEmpty()) {
      launcher.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    } else {
      launcher.add(java.get(0));
      java.stream().skip(1).takeWhile(a -> a.startsWith("-X")).forEach(launcher::add);
    }
    boolean version = checkVersion(launcher);
    boolean agent = checkAgent(launcher);
    boolean space = checkSpace();
    checkSolver();
    boolean well = version && agent && space;
    line(well, well ? "ready for `sooth run`" : "not ready");
    return well ? ExitStatus.OK : ExitStatus.INTERNAL;
  }

  private boolean checkVersion(List<String> launcher) throws IOException, InterruptedException {
    Answer answer = ask(launcher, "-XshowSettings:properties", "-version");
    String version =
        answer
            .text
            .lines()
            .filter(l -> l.contains("java.specification.version ="))
            .map(l -> l.substring(l.indexOf('=') + 1).strip())
            .findFirst()
            .orElse("?");
    boolean well =
        answer.status == 0 && version.matches("\\d+") && Integer.parseInt(version) >= OLDEST;
    line(well, launcher.get(0) + " is Java " + version + (well ? "" : ", needed is " + OLDEST));
    return well;
  }

  private boolean checkAgent(List<String> launcher) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("sooth-doctor");
    Path trace = folder.resolve("trace.sooth");
    Answer answer =
        ask(launcher, "-javaagent:" + RunCommand.agentJar() + "=out=" + trace, "-version");
    boolean well = answer.status == 0 && Files.exists(trace) && answer.text.contains(" 0 failed");
    line(well, well ? "the agent starts and its models fit this JDK" : "the agent: " + answer.text);
    Files.deleteIfExists(trace);
    Files.deleteIfExists(folder.resolve("recording.txt"));
    Files.deleteIfExists(folder.resolve("not-observed.txt"));
    Files.deleteIfExists(folder);
    return well;
  }

  private boolean checkSpace() throws IOException {
    long free = Files.getFileStore(Path.of("")).getUsableSpace();
    boolean well = free >= LITTLE_SPACE;
    line(well, (free >> 20) + " MB free in this folder, where traces go");
    return well;
  }

  /** Only rv, recipe-s and recipe need it, so a run is fine without. */
  private void checkSolver() throws IOException {
    String text;
    try {
      Optional<LongFunction<Solver>> solver = DeepAnalysis.solver();
      if (solver.isPresent()) {
        solver.get().apply(0).close();
        text = "the solver of rv, recipe-s and recipe starts";
      } else {
        text = "no solver in " + DeepAnalysis.solverFolder() + ": no rv, recipe-s and recipe";
      }
    } catch (IllegalStateException | LinkageError e) {
      text = "no rv, recipe-s and recipe: " + e.getMessage();
    }
    line(true, text);
  }

  private void line(boolean well, String text) throws IOException {
    io.out().write(((well ? "ok   " : "FAIL ") + text + "\n").getBytes(StandardCharsets.UTF_8));
    io.out().flush();
  }

  private static Answer ask(List<String> launcher, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), text.strip());
  }

  private record Answer(int status, String text) {}
}
