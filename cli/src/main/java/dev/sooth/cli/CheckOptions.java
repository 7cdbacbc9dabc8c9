package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** How accesses are checked inside the program, see docs/online.md. */
final class CheckOptions {
  /** The values of {@code --online} that check accesses where they take place. */
  static final List<String> MODES = List.of("fasttrack", "literace", "atexrace");

  @Option(
      names = "--halt-on-error",
      description = "When accesses are checked: the program ends with its first race.")
  private boolean haltOnError;

  @Option(
      names = "--exit-code",
      paramLabel = "N",
      description =
          "When accesses are checked: the status of a program that had races; 0 for its own (default:"
              + " 66).")
  private Integer exitCode;

  @Option(
      names = "--log-path",
      paramLabel = "FILE",
      description = "When accesses are checked: say races there and not on stderr.")
  private String logPath;

  @Option(
      names = "--shadow-memory",
      paramLabel = "SIZE",
      description =
          "When accesses are checked: memory for what is known of arrays and of the JDK's objects"
              + " (default: a quarter of the program's heap).")
  private String shadowMemory;

  @Option(
      names = "--pairs",
      paramLabel = "FILE",
      description =
          "Of --online atexrace: the pairs of methods of all executions, in a file or in a database"
              + " (jdbc:postgresql://HOST/DATABASE) (default: .sooth/pairs).")
  private String pairs;

  @Option(
      names = "--frequent",
      paramLabel = "N",
      description =
          "Of --online atexrace: a pair that the last N executions have all seen is not new"
              + " (default: 2).")
  private Integer frequent;

  /**
   * Refuses what does not go with the mode.
   *
   * @param mode the value of {@code --online}; null for none
   */
  void check(String mode) {
    boolean any = haltOnError || exitCode != null || logPath != null || shadowMemory != null;
    if (any && (mode == null || !MODES.contains(mode))) {
      throw new UsageException(
          "--halt-on-error, --exit-code, --log-path and --shadow-memory need --online "
              + String.join(" or ", MODES));
    }
    if ((pairs != null || frequent != null) && !"atexrace".equals(mode)) {
      throw new UsageException("--pairs and --frequent need --online atexrace");
    }
  }

  /** Lets the log begin anew: each JVM of the run adds to it. */
  void clearLog() throws IOException {
    if (logPath != null) {
      try {
        Files.write(Path.of(logPath), new byte[0]);
      } catch (IOException e) {
        throw new FailedException(Failure.of(e, logPath));
      }
    }
  }

  /** The status of a run with races; -1 if it is the program's own. */
  int statusOfRaces() {
    return exitCode == null ? ExitStatus.RACES : exitCode == 0 ? -1 : exitCode;
  }

  /**
   * As options of the agent, each with a comma before it.
   *
   * @param ofOthers whether a command starts the JVMs, which may not understand another status
   */
  String ofTheAgent(boolean ofOthers) {
    StringBuilder options = new StringBuilder();
    if (haltOnError) {
      options.append(",halt-on-error");
    }
    append(options, "exit-code", ofOthers ? "0" : exitCode == null ? null : exitCode.toString());
    append(options, "log-path", logPath == null ? null : absolute(logPath));
    append(options, "shadow-memory", shadowMemory);
    append(options, "pairs", pairs == null || pairs.startsWith("jdbc:") ? pairs : absolute(pairs));
    append(options, "frequent", frequent == null ? null : frequent.toString());
    return options.toString();
  }

  /** A command may start JVMs in other folders. */
  private static String absolute(String file) {
    return file.isEmpty() ? file : Path.of(file).toAbsolutePath().toString();
  }

  private static void append(StringBuilder options, String name, String value) {
    if (value != null) {
      options.append(',').append(name).append('=').append(RunCommand.escaped(value));
    }
  }
}
