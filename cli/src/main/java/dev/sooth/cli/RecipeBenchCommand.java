package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.recipe.Level;
import dev.sooth.report.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the engines that look at values find, in a table like table II of [RECIPE]. */
@Command(
    name = "recipe",
    description = "Compare rv-all, rv, recipe-s and recipe: pairs of lines, time, open questions.",
    footer = {
      "",
      "PROGRAM is a File.java, a folder: all such files below it, or a trace of --dataflow. Reads,",
      "writes and bases are of variables that several threads use; a base is a read whose object",
      "is accessed then; branches are those that depend on such a read, of all that were executed.",
      "Races are verified pairs of lines. Each engine begins with what those before it have found,",
      "as of `analyze`; the seconds are its own. Open: questions without an answer (n?), windows",
      "that were left out (n left), models that were not confirmed (n!), whether all was decided"
          + " in",
      "one window by all engines (else: not complete), and with --alone pairs of lines that a"
          + " weaker",
      "engine has found and the next has not (-n).",
      "Exit status: 0; 66 if a program named ...Fixed.java has a race, or a model is not confirmed."
    })
final class RecipeBenchCommand implements Callable<Integer> {
  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(arity = "1..*", paramLabel = "PROGRAM", description = "What to run; see below.")
  private List<Path> programs;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "For each engine on each trace (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  @Option(
      names = "--executions",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of each program, with another order of its threads (default: 1).")
  private int executions;

  @Option(
      names = "--arguments",
      paramLabel = "WORDS",
      defaultValue = "",
      description = "Arguments of each program, with blanks between them.")
  private String arguments;

  @Option(
      names = "--alone",
      description = "Let each engine begin with nothing, so that it has to find all by itself.")
  private boolean alone;

  RecipeBenchCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (executions < 1) {
      throw new UsageException("--executions must be at least 1");
    }
    if (DeepAnalysis.solver().isEmpty()) {
      String problem = DeepAnalysis.solverFolder() + " has no solver; `sooth doctor` says more";
      throw new FailedException(
          new Failure(Failure.Kind.INTERNAL, problem, new IllegalStateException(problem)));
    }
    RecipeBenchTable table = new RecipeBenchTable();
    Path work = Files.createTempDirectory("sooth-bench");
    try {
      for (Path source : sources()) {
        String name = source.getFileName().toString().replaceFirst("\\.(java|sooth)$", "");
        boolean isTrace = !source.toString().endsWith(".java");
        for (int i = 1; i <= (isTrace ? 1 : executions); i++) {
          Path folder = work.resolve(name);
          Path trace = isTrace ? source : record(source, folder, i);
          add(table, executions == 1 || isTrace ? name : name + " " + i, trace);
          delete(folder);
        }
      }
    } finally {
      delete(work);
    }
    String machine =
        "%d cores, %s %s, up to %s for an engine%n"
            .formatted(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name"),
                Runtime.version(),
                timeout.toSeconds() + " s");
    io.out().write(machine.getBytes(StandardCharsets.UTF_8));
    new Table(table.rows(), RecipeBenchTable.ALIGNMENT).print(io.out());
    io.out().write(table.summary().getBytes(StandardCharsets.UTF_8));
    io.out().flush();
    return table.isFalse() ? ExitStatus.RACES : ExitStatus.OK;
  }

  private void add(RecipeBenchTable table, String name, Path trace) throws IOException {
    RecipeBenchTable.Row row = new RecipeBenchTable.Row(name);
    List<Level> all = List.of(Level.values());
    for (List<Level> levels : alone ? all.stream().map(List::of).toList() : List.of(all)) {
      DeepAnalysis analysis = new DeepAnalysis(io, global.quiet, timeout, () -> false);
      Optional<Failure> missing = analysis.run(trace.toString(), levels, row::add);
      if (missing.isPresent()) {
        throw new FailedException(missing.get());
      }
    }
    table.add(row);
    if (!global.quiet) {
      io.say(row.progress());
    }
  }

  private List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path program : programs) {
      if (!Files.exists(program)) {
        throw new NoSuchFileException(program.toString());
      }
      try (Stream<Path> files = Files.walk(program)) {
        files
            .filter(file -> file.equals(program) ? Files.isRegularFile(file) : isJava(file))
            .sorted()
            .forEach(sources::add);
      }
    }
    if (sources.isEmpty()) {
      throw new UsageException("no File.java among the programs");
    }
    return sources;
  }

  private static boolean isJava(Path file) {
    return file.toString().endsWith(".java");
  }

  /** Runs a program; of several executions each is disturbed in its own way. */
  private Path record(Path source, Path folder, int execution)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path trace = folder.resolve("trace.sooth");
    String agent =
        "%s=quiet,dataflow,out=%s%s"
            .formatted(
                RunCommand.agentJar(),
                RunCommand.escaped(trace.toString()),
                executions > 1 ? ",jitter=" + execution : "");
    List<String> program = new ArrayList<>(List.of(source.toString()));
    if (!arguments.isBlank()) {
      program.addAll(List.of(arguments.strip().split("\\s+", -1)));
    }
    try {
      Process process =
          new ProcessBuilder(ProgramCommand.of(program, agent, folder))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(folder.resolve("stderr.txt").toFile())
              .start();
      boolean ended;
      try {
        ended = process.waitFor(timeout.toMillis() * 10, TimeUnit.MILLISECONDS);
      } finally {
        process.destroyForcibly();
      }
      if (!ended || process.exitValue() != 0) {
        String said = Files.readString(folder.resolve("stderr.txt")).strip();
        String problem = ended ? "status " + process.exitValue() + ": " + said : "no end";
        throw new FailedException(Failure.of(new IOException(problem), source.toString()));
      }
    } catch (ProgramCommand.NotRunnableException e) {
      throw new UsageException(e.getMessage());
    }
    return trace;
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
