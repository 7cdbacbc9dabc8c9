package dev.sooth.cli;

import dev.sooth.agent.AgentMain;
import dev.sooth.agent.record.AgentOptions;
import dev.sooth.analysis.Printable;
import dev.sooth.detect.Engine;
import dev.sooth.race.Suppressions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
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
  private static final String ONLINE = "online.txt"; // what was said while the program ran

  private static final int USUAL_STACKS = 8;
  private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

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
      description =
          "Record the N innermost places of the stack of each access (default: 8; with checks at"
              + " the accesses, as of fasttrack, 0).")
  private Integer stacks;

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

  @Mixin private OnlineChoice online = new OnlineChoice();
  @Mixin private CheckOptions checks = new CheckOptions();
  @Mixin private ReportOptions reports = new ReportOptions();

  private int analysisStatus = ExitStatus.OK;
  private Suppressions suppressed = Suppressions.NONE;
  private boolean startsJvms; // the program is a command that does
  private boolean recordingFailed; // something could not be written; the agent has said what

  RunCommand(Io io) {
    this.io = io;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    checks.check(online.name());
    online.check(recordOnly);
    suppressed = online.any() ? suppressions().read() : Suppressions.NONE;
    checkAttach();
    reports.check();
    if (attachOff != null) {
      io.say("closed: " + AttachedRun.end(attachOff, agentJar()));
      return ExitStatus.OK;
    }
    Path folder = ReadingOptions.path(out != null ? out : defaultFolder());
    checks.clearLog();
    return online.thenRecords() ? runTwice(folder) : runOnce(folder, new Interruptions(io));
  }

  private SuppressionOptions suppressions() {
    return new SuppressionOptions(reports.suppressions());
  }

  /** With checks first, then recording what deserves it. */
  private int runTwice(Path folder) throws IOException, InterruptedException {
    Path first = folder.resolve("sampled");
    Interruptions interruptions = new Interruptions(io);
    int status = runOnce(first, interruptions);
    if (interruptions.any() || recordingFailed) {
      return status; // nobody wants more of it
    }
    boolean anyRaces = startsJvms ? analysisStatus != ExitStatus.OK : hasRaces(first);
    Set<String> classes = WorthRecording.in(first);
    if (classes.isEmpty()) {
      io.say("nothing to record: no race was found, and no methods were sampled together");
      return status;
    }
    if (!global.quiet) {
      io.say("now recording " + WorthRecording.text(classes));
    }
    online.recordInstead();
    include = List.copyOf(classes);
    int recorded = runOnce(folder, new Interruptions(io));
    boolean firstTells = anyRaces && analysisStatus == ExitStatus.OK && checks.statusOfRaces() >= 0;
    return firstTells ? status : recorded;
  }

  private int runOnce(Path folder, Interruptions interruptions)
      throws IOException, InterruptedException {
    if (attach != null && new RunningJvms(folder).anyNow()) {
      throw FolderLock.isUsed(folder);
    }
    if (attach != null) { // the agent makes the folder, if it gets in
      return runIn(folder, interruptions);
    }
    try (FolderLock lock = FolderLock.on(folder)) {
      return runIn(lock.folder(), interruptions);
    }
  }

  private int runIn(Path folder, Interruptions interruptions)
      throws IOException, InterruptedException {
    Path trace = folder.resolve("trace.sooth");
    List<String> old = new ArrayList<>(RunReports.FILES); // of an earlier run
    old.addAll(RecordedProcess.OF_A_JVM);
    for (String file : old) {
      Files.deleteIfExists(folder.resolve(file));
    }
    if (Files.exists(folder)) {
      RecordedProcess.deleteOld(folder);
    }
    ProcessBuilder command = attach == null ? command(folder, trace) : null;
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
    if (attach != null && (values || deep.any() || online.any() || strict || !onlyMain.isEmpty())) {
      throw new UsageException(
          "--attach does not go with --values, --dataflow, --deep, --online, --strict or --only-main");
    }
  }

  private RecordedProgram program(ProcessBuilder command, Path trace, RunningJvms jvms)
      throws IOException {
    if (attach == null) {
      LeftJvms left = startsJvms ? LeftJvms.of(trace.toAbsolutePath().getParent()) : LeftJvms.NONE;
      return ProgramRun.start(command, jvms, left, grace, io, global.quiet);
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
    List<String> leftOut = RecordedProcess.leftOut(folder);
    if (!global.quiet) {
      leftOut.forEach(line -> io.say("not recorded, process " + line));
    }
    if (processes.isEmpty()) {
      io.say("no JVM was recorded; --only-main PATTERN chooses among those that were started");
      if (leftOut.stream().anyMatch(RecordedProcess::isMaven)) {
        io.say(
            "Maven started no JVM for tests: either it ran none, or it ran them in its own, as"
                + " forkCount 0 asks for; then give them one (mvn -DforkCount=1 …), or record Maven"
                + " with them (--only-main '*')");
      }
    }
    List<Path> traces = new ArrayList<>();
    for (RecordedProcess process : processes) {
      if (!recordOnly && !online.withoutTrace() && Files.exists(process.trace())) {
        traces.add(process.trace());
      }
    }
    RunReports written = reports(interruptions);
    if (!traces.isEmpty()) {
      written.open(folder, traces, program);
    }
    MergedRaces merged = new MergedRaces();
    int worst = ExitStatus.OK;
    for (RecordedProcess process : processes) {
      String title = "%d: %s".formatted(process.number(), Printable.of(process.command()));
      io.say("process " + title);
      summary(process.folder());
      if (traces.contains(process.trace())) {
        written.say("PROCESS " + title);
        Reporting.Listener listener = result -> merged.add(process.number(), result);
        worst = ExitStatus.worse(worst, written.analyze(process.trace(), listener));
      } else if (hasRaces(process.folder()) && checks.statusOfRaces() >= 0) {
        worst = ExitStatus.worse(worst, checks.statusOfRaces());
      }
    }
    written.add(merged.text());
    analysisStatus = written.finish(folder, folder.resolve("*/trace.sooth"), worst);
    return analysisStatus == ExitStatus.OK ? status : analysisStatus;
  }

  private RunReports reports(Interruptions interruptions) {
    Engine asked = !online.any() || online.checksAccesses() ? null : online.engine();
    return new RunReports(
        io,
        global,
        new RunReports.Choice(engines, deep, asked, timeout, witness, fullWitness),
        reports,
        interruptions);
  }

  private int report(Path folder, Path trace, int status, Interruptions interruptions)
      throws IOException {
    summary(folder);
    if (online.withoutTrace() || online.checksAccesses()) {
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
    RunReports written = reports(interruptions);
    written.open(folder, List.of(trace), program);
    int found = written.analyze(trace, result -> {});
    analysisStatus = written.finish(folder, trace, found);
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
    return agentJar() + "=" + checked("quiet," + where + options());
  }

  /** What the agent would refuse is refused before the program starts. */
  private String checked(String options) {
    boolean anyValue = online.any() || maxEvents != null || maxTraceSize != null || stacks != null;
    if (anyValue) { // classes of the agent take time
      try {
        AgentOptions.parse(null, options);
      } catch (IllegalArgumentException e) {
        throw new UsageException("--" + e.getMessage());
      }
    }
    return options;
  }

  /** Those of the agent that do not say where, each with a comma before it. */
  private String options() {
    StringBuilder agent = new StringBuilder();
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
    if (stacks != null || !online.checksAccesses()) {
      agent.append(",stacks=").append(stacks != null ? stacks : USUAL_STACKS);
    }
    if (online.inTheProgram(startsJvms)) {
      agent.append(",online=").append(online.name()).append(",trace=");
      agent.append(!online.withoutTrace()).append(suppressions().ofTheAgent());
      agent.append(online.checksAccesses() ? checks.ofTheAgent(startsJvms) : "");
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
      if (!online.any() || online.inTheProgram(startsJvms)) {
        return await(running, interruptions);
      }
      OnlineAnalysis analysis = OnlineAnalysis.start(online.engine(), trace, suppressed, io);
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

  private void summary(Path folder) throws IOException {
    Path summary = folder.resolve("recording.txt");
    if (!Files.exists(summary) || Files.size(summary) == 0) {
      io.say("the program ended without a chance to sum up; the trace ends at its last block");
    } else if (!global.quiet) {
      Files.readAllLines(summary).forEach(io::say);
    }
  }
}
