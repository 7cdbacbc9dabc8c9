package dev.sooth.cli;

import dev.sooth.agent.AgentMain;
import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
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
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a program under the agent, analyses what it did, and reports its races. */
@Command(
    name = "run",
    description = "Run a program, record what it does, and report its races.",
    footer = {
      "",
      "PROGRAM is `java` with its arguments, a file.jar or a File.java, then its own arguments;",
      "or a command that starts JVMs, such as `mvn test`: all but build tools are recorded.",
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

  private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

  /** Which process does something. */
  enum Place {
    parent,
    program
  }

  private final Io io;

  @Mixin GlobalOptions global = new GlobalOptions();

  @Parameters(arity = "0..*", paramLabel = "PROGRAM", description = "What to run; see below.")
  private List<String> program = new ArrayList<>();

  @Option(
      names = "--attach",
      paramLabel = "PID",
      description =
          "Instead of PROGRAM: record a JVM that runs already, from now on, until --duration,"
              + " Ctrl-C, --attach-off or its end. Only threads that start later are recorded.")
  private Integer attach;

  @Option(
      names = "--attach-off",
      paramLabel = "PID",
      description = "End the recording of this JVM; who has attached to it then reports.")
  private Integer attachOff;

  @Option(names = "--record-only", description = "Write the trace and do not analyse it.")
  private boolean recordOnly;

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINES",
      description = "As of `analyze` (default: syncp,osr; for large traces syncp, or shb).")
  private EngineList engines;

  @Option(
      names = "--online",
      paramLabel = "ENGINE",
      completionCandidates = StreamingNames.class,
      description =
          "Also analyse while the program runs, with one of ${COMPLETION-CANDIDATES}, and say each"
              + " race when it is found. The report at the end is of the same engine, unless"
              + " --engine names others. fasttrack, literace and atexrace check accesses where they"
              + " take place, all or some, and write no trace; with --record-only fasttrack does.")
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
      description = "Time for one engine (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  @Option(
      names = {"-w", "--witness"},
      description = "Print the schedule that proves each race.")
  private boolean witness;

  @Option(names = "--full-witness", description = "The same, all events of a long one, too.")
  private boolean fullWitness;

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
      names = "--repeats",
      description =
          "Record reads too that repeat what the thread has read since its last"
              + " synchronisation. Slow for dense computation.")
  private boolean repeats;

  @Mixin private DeepOptions deep = new DeepOptions();

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

  @Option(
      names = "--only-main",
      paramLabel = "PATTERN",
      description =
          "Of the JVMs that a command starts, record those with this main class; * stands for"
              + " anything. Repeatable (default: all but build tools).")
  private List<String> onlyMain = new ArrayList<>();

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "How long the program may take to end after a signal, before it is killed (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration grace;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "End the program after this time, as SIGTERM would.")
  private Duration duration;

  @Option(
      names = "--die-with-parent",
      negatable = true,
      description = "End the program when sooth itself is killed (default: on Linux).")
  private Boolean dieWithParent;

  @Option(names = "--strict", description = "A class that cannot be recorded is an error (70).")
  private boolean strict;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FOLDER",
      description = "Where trace and report go (default: sooth-out/<time>).")
  private String out;

  @Mixin private CheckOptions checks = new CheckOptions();

  private int analysisStatus = ExitStatus.OK;
  private boolean startsJvms; // the program is a command that does
  private boolean recordingFailed; // something could not be written; the agent has said what

  RunCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (checks.any() && !checksAccesses()) {
      throw new UsageException(
          "--halt-on-error, --exit-code, --log-path, --shadow-memory, --pairs and --frequent need"
              + " --online "
              + String.join(" or ", CheckOptions.MODES));
    }
    if (checksAccesses()) {
      if (recordOnly && !online.equals("fasttrack")) {
        throw new UsageException("--record-only goes with --online fasttrack, not " + online);
      }
      noTrace = !recordOnly;
    } else if (online != null) {
      onlineEngine();
    } else if (noTrace) {
      throw new UsageException("--no-trace needs --online ENGINE");
    }
    checkAttach();
    if (attachOff != null) {
      io.say("closed: " + AttachedRun.end(attachOff, agentJar()));
      return ExitStatus.OK;
    }
    Path folder = Path.of(out != null ? out : defaultFolder());
    if (attach == null) {
      Files.createDirectories(folder); // else the agent does, if it gets in
    } else if (new RunningJvms(folder).anyNow()) {
      throw new UsageException(folder + ": another run writes there, expected a folder of its own");
    }
    Path trace = folder.resolve("trace.sooth");
    for (String old :
        List.of(
            "trace.sooth",
            "recording.txt",
            "not-observed.txt",
            "process.txt",
            "report.txt",
            ONLINE)) {
      Files.deleteIfExists(folder.resolve(old)); // of an earlier run
    }
    if (Files.exists(folder)) {
      RecordedProcess.deleteOld(folder);
    }
    ProcessBuilder command = attach == null ? command(folder, trace) : null;
    Interruptions interruptions = new Interruptions(io);
    Signals signals = Signals.to(interruptions::arrived);
    try {
      int status = start(command, trace, interruptions);
      int reported =
          startsJvms
              ? reportAll(folder, status, interruptions)
              : report(folder, trace, status, interruptions);
      return recordingFailed ? ExitStatus.worse(ExitStatus.IO, analysisStatus) : reported;
    } finally {
      signals.restore();
    }
  }

  private void checkAttach() {
    boolean attaches = attach != null || attachOff != null;
    if (!attaches && program.isEmpty()) {
      throw new UsageException("what to run is missing: PROGRAM, or --attach PID");
    }
    if (attaches && !program.isEmpty()) {
      throw new UsageException("--attach and --attach-off take no PROGRAM");
    }
    if (attach != null && attachOff != null) {
      throw new UsageException("--attach and --attach-off are two commands");
    }
    if (attach != null
        && (values || deep.any() || online != null || strict || !onlyMain.isEmpty())) {
      throw new UsageException(
          "--attach does not go with --values, --dataflow, --deep, --online, --strict or --only-main");
    }
  }

  private RecordedProgram program(ProcessBuilder command, Path trace, RunningJvms jvms)
      throws IOException {
    if (attach == null) {
      return ProgramRun.start(command, jvms, grace, io, global.quiet);
    }
    Path file = trace.toAbsolutePath();
    String agent = agent("out=" + escaped(file.toString()));
    String jar = agentJar();
    String options = agent.substring(agent.indexOf('=') + 1);
    RecordedProgram attached = AttachedRun.start(attach, jar, options, file.getParent(), jvms, io);
    if (!global.quiet) {
      io.say("recording process " + attach + "; Ctrl-C ends the recording, not the program");
    }
    return attached;
  }

  private ProcessBuilder command(Path folder, Path trace) throws IOException {
    startsJvms = ProgramCommand.startsJvms(program);
    if (startsJvms) {
      ProcessBuilder builder = new ProcessBuilder(program);
      String all = escaped(folder.toAbsolutePath().toString());
      String only = onlyMain.isEmpty() ? "" : ",only=" + escaped(String.join(":", onlyMain));
      String agent = agent("folder=" + all + only);
      builder
          .environment()
          .compute(TOOL_OPTIONS, (name, set) -> ProgramCommand.toolOptions(set, agent));
      return builder;
    }
    try {
      String agent = agent("out=" + escaped(trace.toString()));
      return new ProcessBuilder(ProgramCommand.of(program, agent, folder));
    } catch (ProgramCommand.NotRunnableException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** The report on all JVMs that a command has started. */
  private int reportAll(Path folder, int status, Interruptions interruptions) throws IOException {
    List<RecordedProcess> processes = RecordedProcess.in(folder);
    if (!global.quiet) {
      Path leftOut = folder.resolve("left-out.txt");
      if (Files.exists(leftOut)) {
        Files.readAllLines(leftOut).forEach(line -> io.say("not recorded, process " + line));
      }
    }
    if (processes.isEmpty()) {
      io.say("no JVM was recorded; --only-main PATTERN chooses among those that were started");
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    MergedRaces merged = new MergedRaces();
    int worst = ExitStatus.OK;
    for (RecordedProcess process : processes) {
      io.say("process %d: %s".formatted(process.number(), Printable.of(process.command())));
      summary(process.folder());
      if (!recordOnly && !noTrace && Files.exists(process.trace())) {
        String title =
            "PROCESS %d: %s%n".formatted(process.number(), Printable.of(process.command()));
        text.write(title.getBytes(StandardCharsets.UTF_8));
        worst = ExitStatus.worse(worst, analyze(process, text, merged, interruptions));
      } else if (hasRaces(process.folder()) && checks.statusOfRaces() >= 0) {
        worst = ExitStatus.worse(worst, checks.statusOfRaces());
      }
    }
    text.write(merged.text().getBytes(StandardCharsets.UTF_8));
    analysisStatus = finish(folder, folder.resolve("*/trace.sooth"), text, worst, interruptions);
    return analysisStatus == ExitStatus.OK ? status : analysisStatus;
  }

  private int analyze(
      RecordedProcess process,
      ByteArrayOutputStream text,
      MergedRaces merged,
      Interruptions interruptions)
      throws IOException {
    return analyze(
        process.trace(), text, result -> merged.add(process.number(), result), interruptions);
  }

  private int report(Path folder, Path trace, int status, Interruptions interruptions)
      throws IOException {
    summary(folder);
    if (noTrace || checksAccesses()) {
      int ofRaces = checks.statusOfRaces();
      return hasRaces(folder) && ofRaces >= 0 ? ofRaces : status;
    }
    if (!Files.exists(trace)) {
      io.say("nothing was recorded: there is no " + trace);
      return status == ExitStatus.OK ? ExitStatus.INTERNAL : status; // never "no race"
    }
    if (recordOnly) {
      return status;
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int found = analyze(trace, text, result -> {}, interruptions);
    analysisStatus = finish(folder, trace, text, found, interruptions);
    return analysisStatus == ExitStatus.OK ? status : analysisStatus;
  }

  /** Whether races were said while the program ran. */
  private static boolean hasRaces(Path folder) throws IOException {
    Path races = folder.resolve(ONLINE);
    return Files.exists(races) && Files.size(races) > 0;
  }

  private static String defaultFolder() {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    String time = LocalDateTime.now(ZoneId.systemDefault()).format(format);
    return "sooth-out" + File.separator + time + "-" + ProcessHandle.current().pid();
  }

  /** The agent's jar and its options. */
  private String agent(String where) throws IOException {
    StringBuilder agent = new StringBuilder();
    agent.append(agentJar()).append("=quiet,").append(where);
    if (!include.isEmpty()) {
      agent.append(",include=").append(escaped(String.join(":", include)));
    }
    if (!exclude.isEmpty()) {
      agent.append(",exclude=").append(escaped(String.join(":", exclude)));
    }
    if (!jdk.isEmpty()) {
      agent.append(",jdk=").append(escaped(String.join(":", jdk)));
    }
    if (maxEvents != null) {
      agent.append(",max-events=").append(escaped(maxEvents));
    }
    if (maxTraceSize != null) {
      agent.append(",max-trace-size=").append(escaped(maxTraceSize));
    }
    if (stacks != 0) {
      agent.append(",stacks=").append(stacks);
    }
    if (analysesInTheProgram()) {
      agent.append(",online=").append(online).append(",trace=").append(!noTrace);
      agent.append(checksAccesses() ? checks.ofTheAgent(startsJvms) : "");
    }
    agent.append(",parent=").append(ProcessHandle.current().pid());
    agent.append(diesWithParent() ? ",die-with-parent" : "");
    agent.append(values ? ",values" : "").append(repeats ? ",repeats" : "");
    agent.append(deep.ofTheAgent(engines));
    agent.append(strict ? ",strict" : "");
    return agent.toString();
  }

  /** As a value of an option of the agent, where a comma ends it. */
  static String escaped(String value) {
    return value.replace(",", "\\,");
  }

  /** The jar that we run from; a test, which runs from folders, names another. */
  static String agentJar() throws IOException {
    String given = System.getProperty("sooth.agent.jar");
    return PlainPath.without("=", Path.of(given != null ? given : AgentMain.jar().getPath()));
  }

  private int start(ProcessBuilder command, Path trace, Interruptions interruptions)
      throws IOException, InterruptedException {
    RunningJvms jvms = new RunningJvms(trace.toAbsolutePath().getParent());
    try (RecordedProgram running = program(command, trace, jvms)) {
      interruptions.runs(running);
      if (interruptions.now()) { // while we attached
        running.end(Signals.Kind.INT, System.currentTimeMillis());
      }
      RecordingProgress.show(io, global.quiet, jvms, running);
      if (online == null || analysesInTheProgram()) {
        return await(running, interruptions);
      }
      OnlineAnalysis analysis = OnlineAnalysis.start(onlineEngine(), trace, io);
      try {
        return await(running, interruptions);
      } finally {
        analysis.finish();
      }
    } finally {
      interruptions.runs(null);
      recordingFailed = jvms.anyFailed();
      jvms.forget();
    }
  }

  private int await(RecordedProgram running, Interruptions interruptions)
      throws InterruptedException {
    int status = running.await(duration);
    interruptions.ended(status);
    return status;
  }

  private boolean diesWithParent() {
    return dieWithParent != null ? dieWithParent : System.getProperty("os.name").equals("Linux");
  }

  private boolean checksAccesses() {
    return online != null && CheckOptions.MODES.contains(online);
  }

  private boolean analysesInTheProgram() {
    return online != null
        && (noTrace || startsJvms || onlineIn == Place.program || checksAccesses());
  }

  private Engine onlineEngine() {
    return Engines.find(online)
        .filter(Engine::streaming)
        .orElseThrow(
            () ->
                new UsageException(
                    "--online takes one of %s, not '%s'"
                        .formatted(String.join(", ", new StreamingNames()), online)));
  }

  /** The engines that can analyse a trace while it is being written, and the other ways. */
  static final class StreamingNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      Stream<String> engines = Engines.all().stream().filter(Engine::streaming).map(Engine::id);
      return Stream.concat(engines, CheckOptions.MODES.stream()).iterator();
    }
  }

  private void summary(Path folder) throws IOException {
    Path summary = folder.resolve("recording.txt");
    if (!Files.exists(summary) || Files.size(summary) == 0) {
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

  private boolean writeReport(Path file, byte[] text) throws IOException {
    try (OutputFile report = new OutputFile(file)) {
      report.stream().write(text);
      report.commit();
      return true;
    } catch (IOException e) {
      io.say("cannot write " + file + ": " + e.getMessage());
      return false;
    }
  }

  private int analyze(
      Path trace,
      ByteArrayOutputStream text,
      Consumer<RunResult> listener,
      Interruptions interruptions)
      throws IOException {
    boolean ours = engines == null && online == null; // the choice of engines
    List<Engine> chosen = engines != null ? engines.engines() : defaultEngines(trace);
    Report report =
        ReportFormat.TEXT.open(
            text, new ReportFormat.Settings(witness || fullWitness, fullWitness, true));
    if (chosen.isEmpty()) {
      return deep.analyze(io, timeout, witness || fullWitness, engines, trace, text);
    }
    Reporting reporting = reporting(chosen, report, listener, interruptions);
    if (ours) {
      reporting.giveUpWhatIsTooLarge();
    }
    Analysis.Opener opener = () -> TraceFiles.open(trace, ReadOptions.defaults());
    reporting.analyze(trace.toString(), opener);
    List<Engine> givenUp = reporting.givenUp().stream().map(RunResult::engine).toList();
    if (ours && givenUp.size() == chosen.size()) {
      reporting = reporting(List.of(Engines.SHB), report, listener, interruptions);
      reporting.analyze(trace.toString(), opener);
    }
    report.finish();
    if (ours) {
      String note = notAsked(chosen, givenUp);
      text.write(note.getBytes(StandardCharsets.UTF_8));
    }
    return ExitStatus.worse(
        reporting.status(),
        deep.analyze(io, timeout, witness || fullWitness, engines, trace, text));
  }

  private Reporting reporting(
      List<Engine> chosen,
      Report report,
      Consumer<RunResult> listener,
      Interruptions interruptions) {
    AnalysisOptions options =
        AnalysisOptions.defaults().withTimeout(timeout).withWitnesses(witness || fullWitness);
    Reporting reporting = new Reporting(io, global, chosen, options, report);
    reporting.stopWhen(interruptions);
    reporting.alsoTo(listener);
    return reporting;
  }

  /** That an engine would find more which was not asked, or was and could not. */
  private static String notAsked(List<Engine> chosen, List<Engine> givenUp) {
    List<String> missing = new ArrayList<>();
    for (Engine engine : List.of(Engines.SYNCP, Engines.OSR)) {
      if (!chosen.contains(engine) || givenUp.contains(engine)) {
        missing.add(engine.id());
      }
    }
    if (missing.isEmpty()) {
      return "";
    }
    String names = String.join(" and ", missing);
    return "NOTE: the trace is too large for %s here; `sooth analyze -e %s` with more heap may find more.%n"
        .formatted(names, String.join(",", missing));
  }

  /** Prints the report and keeps it. */
  private int finish(
      Path folder, Path trace, ByteArrayOutputStream text, int status, Interruptions interruptions)
      throws IOException {
    io.err().print(text.toString(StandardCharsets.UTF_8)); // first: the disk may be full
    io.err().flush();
    if (interruptions.now()) {
      io.say("not complete: `sooth analyze " + trace + "` begins anew with the trace");
    }
    int known = interruptions.status(status);
    return writeReport(folder.resolve("report.txt"), text.toByteArray())
        ? known
        : ExitStatus.worse(ExitStatus.IO, known);
  }
}
