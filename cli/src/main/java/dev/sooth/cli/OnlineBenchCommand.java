package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.analysis.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what checks inside programs cost and find, over executions that follow each other. */
@Command(
    name = "online",
    description = "Measure `run --online` on programs: time, memory, races, and how they change.",
    footer = {
      "",
      "PROGRAM is a File.java, or a folder: all such files below it but those named …Fixed.java.",
      "Each execution runs the program plain and under each mode, in turn. The pairs of methods of",
      "atexrace are kept from one to the next, for each program by itself. Races are pairs of",
      "lines and field; of those that fasttrack has found in any execution it is counted how many",
      "the other modes have, n+m says that a mode has m more. CPU time is that of the whole process."
    })
final class OnlineBenchCommand implements Callable<Integer> {
  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(arity = "1..*", paramLabel = "PROGRAM", description = "What to run; see below.")
  private List<Path> programs;

  @Option(
      names = "--executions",
      paramLabel = "N",
      defaultValue = "20",
      description = "Of each program and mode (default: ${DEFAULT-VALUE}).")
  private int executions;

  @Option(
      names = "--modes",
      paramLabel = "MODES",
      split = ",",
      defaultValue = "fasttrack,literace,atexrace",
      description = "What to compare, with commas (default: ${DEFAULT-VALUE}).")
  private List<String> modes;

  @Option(
      names = "--arguments",
      paramLabel = "WORDS",
      defaultValue = "",
      description = "Arguments of each program, with blanks between them.")
  private String arguments;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "For one execution (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  OnlineBenchCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (executions < 1) {
      throw new UsageException("--executions must be at least 1");
    }
    for (String mode : modes) {
      if (!CheckOptions.MODES.contains(mode)) {
        throw new UsageException(
            "--modes takes %s, not '%s'".formatted(String.join(", ", CheckOptions.MODES), mode));
      }
    }
    List<Path> sources = sources();
    String machine =
        "%d cores, %s %s, %s, %s%n"
            .formatted(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name"),
                Runtime.version(),
                Printable.count(executions, "execution"),
                OnlineBenchRun.measuresCpu() ? "CPU time" : "elapsed time");
    io.out().write(machine.getBytes(StandardCharsets.UTF_8));
    Map<String, Map<String, List<OnlineBenchRun>>> runs = new LinkedHashMap<>();
    Path work = Files.createTempDirectory("sooth-bench");
    try {
      for (Path source : sources) {
        String name = source.getFileName().toString().replace(".java", "");
        runs.put(name, measure(source, work.resolve(name)));
      }
    } finally {
      delete(work);
    }
    new OnlineBenchTables(runs, modes, executions).print(io.out());
    io.out().flush();
    return ExitStatus.OK;
  }

  private List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path program : programs) {
      if (!Files.exists(program)) {
        throw new NoSuchFileException(program.toString());
      }
      try (Stream<Path> files = Files.walk(program)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> file.equals(program) || !file.toString().endsWith("Fixed.java"))
            .sorted()
            .forEach(sources::add);
      }
    }
    if (sources.isEmpty()) {
      throw new UsageException("no File.java among the programs");
    }
    return sources;
  }

  private Map<String, List<OnlineBenchRun>> measure(Path source, Path folder)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(OnlineBenchTables.PLAIN));
    all.addAll(modes);
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String mode : all) {
      commands.put(mode, command(source, folder.resolve(mode), mode));
    }
    Map<String, List<OnlineBenchRun>> runs = new LinkedHashMap<>();
    for (int i = 1; i <= executions; i++) {
      for (String mode : all) {
        OnlineBenchRun run =
            OnlineBenchRun.of(commands.get(mode), folder.resolve(mode), timeout.toMillis());
        runs.computeIfAbsent(mode, m -> new ArrayList<>()).add(run);
        if (!global.quiet) {
          io.say(progress(source, mode, i, run));
        }
        if (run.status() != 0 && mode.equals(OnlineBenchTables.PLAIN)) {
          String reason = Files.readString(folder.resolve(mode).resolve("stderr.txt")).strip();
          IOException failed = new IOException("status " + run.status() + ": " + reason);
          throw new FailedException(Failure.of(failed, source.toString()));
        }
      }
    }
    return runs;
  }

  private static String progress(Path source, String mode, int execution, OnlineBenchRun run) {
    return String.format(
        Locale.ROOT,
        "%s %s %d: %,d ms, %d races%s",
        source.getFileName(),
        mode,
        execution,
        run.cpuMillis(),
        run.races().size(),
        run.status() == 0 ? "" : ", status " + run.status());
  }

  private List<String> command(Path source, Path folder, String mode) throws IOException {
    Files.createDirectories(folder);
    String agent =
        "%s=quiet,exit-code=0,online=%s,out=%s%s"
            .formatted(
                RunCommand.agentJar(),
                mode,
                RunCommand.escaped(folder.resolve("trace.sooth").toString()),
                mode.equals("atexrace")
                    ? ",pairs=" + RunCommand.escaped(folder.resolve("pairs").toString())
                    : "");
    List<String> program = new ArrayList<>(List.of(source.toString()));
    if (!arguments.isBlank()) {
      program.addAll(List.of(arguments.strip().split("\\s+", -1)));
    }
    try {
      List<String> command = new ArrayList<>(ProgramCommand.of(program, agent, folder));
      if (mode.equals(OnlineBenchTables.PLAIN)) {
        command.removeIf(word -> word.startsWith("-javaagent:"));
      }
      return command;
    } catch (ProgramCommand.NotRunnableException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
