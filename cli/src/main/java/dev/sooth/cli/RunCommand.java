package dev.sooth.cli;

import dev.sooth.agent.AgentMain;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.report.Report;
import dev.sooth.report.ReportFormat;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a program under the agent, analyses what it did, and reports its races. */
@Command(
    name = "run",
    description = "Run a program, record what it does, and report its races.",
    footer = {
      "",
      "PROGRAM is `java` with its arguments, a file.jar or a File.java, then its own arguments.",
      "What the program prints is untouched; the report goes to stderr and to a file beside the",
      "trace. Exit status: 66 when there are races, 64 wrong usage, 65, 70 or 74 when recording or",
      "analysis failed, else the program's own."
    })
final class RunCommand implements Callable<Integer> {
  /**
   * Up to these sizes in bytes the engines are cheap enough; an event has about ten. What osr finds
   * and what syncp finds overlap, and syncp finds all that shb does, which does not load the trace.
   */
  private static final long LARGEST_FOR_OSR = 200L << 20;

  private static final long LARGEST_FOR_SYNCP = 1L << 30;
  private static final String ONLINE = "online.txt"; // what was said while the program ran

  /** Which process does something. */
  enum Place {
    parent,
    program
  }

  private final Io io;

  @Spec private CommandSpec spec;
  @Mixin GlobalOptions global;

  @Parameters(arity = "1..*", paramLabel = "PROGRAM", description = "What to run; see below.")
  private List<String> program;

  @Option(names = "--record-only", description = "Write the trace and do not analyse it.")
  private boolean recordOnly;

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINES",
      converter = EngineList.Converter.class,
      description = "As of `analyze` (default: syncp,osr; for large traces syncp, or shb).")
  private EngineList engines;

  @Option(
      names = "--online",
      paramLabel = "ENGINE",
      completionCandidates = StreamingNames.class,
      description =
          "Also analyse while the program runs, with one of ${COMPLETION-CANDIDATES}, and say each"
              + " race when it is found. The report at the end is of the same engine, unless"
              + " --engine names others.")
  private String online;

  @Option(
      names = "--online-in",
      paramLabel = "PROCESS",
      defaultValue = "parent",
      description =
          "Where --online analyses: parent, which follows the trace, or program, in whose heap it"
              + " is then done (default: ${DEFAULT-VALUE}).")
  private Place onlineIn;

  @Option(
      names = "--no-trace",
      description =
          "With --online, which is then done in the program: write no trace. Nothing is proved.")
  private boolean noTrace;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = DurationConverter.class,
      description = "Time for one engine (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  @Option(
      names = {"-w", "--witness"},
      description = "Print the schedule that proves each race.")
  private boolean witness;

  @Option(
      names = "--include",
      paramLabel = "PATTERN",
      description = "Record only classes of this name; * stands for anything. Repeatable.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "PATTERN",
      description = "Do not record classes of this name. Repeatable.")
  private List<String> exclude = new ArrayList<>();

  @Option(
      names = "--jdk",
      paramLabel = "PATTERN",
      description = "Record these classes of the JDK too, such as java.text.*. Repeatable.")
  private List<String> jdk = new ArrayList<>();

  @Option(names = "--values", description = "Record values too, for `info --check-values`.")
  private boolean values;

  @Option(
      names = "--stacks",
      paramLabel = "N",
      description = "Record the N innermost places of the stack of each access.")
  private int stacks;

  @Option(names = "--max-events", paramLabel = "N", description = "Stop recording after N events.")
  private String maxEvents;

  @Option(
      names = "--max-trace-size",
      paramLabel = "SIZE",
      description = "Stop recording when the trace has this size, such as 500m or 2g.")
  private String maxTraceSize;

  @Option(names = "--strict", description = "A class that cannot be recorded is an error (70).")
  private boolean strict;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FOLDER",
      description = "Where trace and report go (default: sooth-out/<time>).")
  private String out;

  RunCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (online != null) {
      onlineEngine();
    } else if (noTrace) {
      throw new ParameterException(spec.commandLine(), "--no-trace needs --online ENGINE");
    }
    Path folder = Path.of(out != null ? out : defaultFolder());
    Files.createDirectories(folder);
    Path trace = folder.resolve("trace.sooth");
    for (String old :
        List.of("trace.sooth", "recording.txt", "not-observed.txt", "report.txt", ONLINE)) {
      Files.deleteIfExists(folder.resolve(old)); // of an earlier run
    }
    List<String> command;
    try {
      command = ProgramCommand.of(program, agent(trace), folder);
    } catch (ProgramCommand.NotRunnableException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    int status = start(command, trace);
    summary(folder);
    if (noTrace) {
      Path races = folder.resolve(ONLINE);
      return Files.exists(races) && Files.size(races) > 0 ? ExitStatus.RACES : status;
    }
    if (recordOnly || !Files.exists(trace)) {
      return status;
    }
    int analysis = analyze(trace, folder);
    return analysis == ExitStatus.OK ? status : analysis;
  }

  private static String defaultFolder() {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    String time = LocalDateTime.now(ZoneId.systemDefault()).format(format);
    return "sooth-out" + File.separator + time + "-" + ProcessHandle.current().pid();
  }

  /** The agent's jar and its options. */
  private String agent(Path trace) {
    StringBuilder agent = new StringBuilder();
    agent.append(agentJar()).append("=quiet,out=").append(trace.toString().replace(",", "\\,"));
    if (!include.isEmpty()) {
      agent.append(",include=").append(String.join(":", include));
    }
    if (!exclude.isEmpty()) {
      agent.append(",exclude=").append(String.join(":", exclude));
    }
    if (!jdk.isEmpty()) {
      agent.append(",jdk=").append(String.join(":", jdk));
    }
    if (maxEvents != null) {
      agent.append(",max-events=").append(maxEvents);
    }
    if (maxTraceSize != null) {
      agent.append(",max-trace-size=").append(maxTraceSize);
    }
    if (stacks != 0) {
      agent.append(",stacks=").append(stacks);
    }
    if (analysesInTheProgram()) {
      agent.append(",online=").append(online).append(noTrace ? ",trace=false" : "");
    }
    agent.append(values ? ",values" : "").append(strict ? ",strict" : "");
    return agent.toString();
  }

  /** The jar that we run from; a test, which runs from folders, names another. */
  static String agentJar() {
    String given = System.getProperty("sooth.agent.jar");
    return given != null ? given : AgentMain.jar().getPath();
  }

  private int start(List<String> command, Path trace) throws IOException, InterruptedException {
    if (online == null || analysesInTheProgram()) {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
    Process process = new ProcessBuilder(command).inheritIO().start();
    OnlineAnalysis analysis = OnlineAnalysis.start(onlineEngine(), trace, io);
    try {
      return process.waitFor();
    } finally {
      analysis.finish();
    }
  }

  private boolean analysesInTheProgram() {
    return online != null && (noTrace || onlineIn == Place.program);
  }

  private Engine onlineEngine() {
    return Engines.find(online)
        .filter(Engine::streaming)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "--online takes one of %s, not '%s'"
                        .formatted(String.join(", ", new StreamingNames()), online)));
  }

  /** The engines that can analyse a trace while it is being written. */
  static final class StreamingNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Engines.all().stream().filter(Engine::streaming).map(Engine::id).iterator();
    }
  }

  private void summary(Path folder) throws IOException {
    Path summary = folder.resolve("recording.txt");
    if (!Files.exists(summary)) {
      io.say("the program ended without a chance to sum up; the trace ends at its last block");
    } else if (!global.quiet) {
      Files.readAllLines(summary).forEach(io::say);
    }
  }

  private List<Engine> defaultEngines(Path trace) throws IOException {
    if (online != null) {
      return List.of(onlineEngine());
    }
    long size = Files.size(trace);
    if (size > LARGEST_FOR_SYNCP) {
      return List.of(Engines.SHB);
    }
    return size > LARGEST_FOR_OSR ? List.of(Engines.SYNCP) : List.of(Engines.SYNCP, Engines.OSR);
  }

  private int analyze(Path trace, Path folder) throws IOException {
    List<Engine> chosen = engines != null ? engines.engines() : defaultEngines(trace);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Report report = ReportFormat.TEXT.open(text, new ReportFormat.Settings(witness, true));
    AnalysisOptions options =
        AnalysisOptions.defaults().withTimeout(timeout).withWitnesses(witness);
    Reporting reporting = new Reporting(io, global, chosen, options, report);
    reporting.analyze(trace.toString(), () -> TraceFiles.open(trace, ReadOptions.defaults()));
    report.finish();
    Files.write(folder.resolve("report.txt"), text.toByteArray());
    io.err().print(text.toString(StandardCharsets.UTF_8));
    io.err().flush();
    return reporting.status();
  }
}
