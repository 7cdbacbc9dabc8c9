package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.AtomicHooks;
import dev.sooth.agent.bootstrap.Backlog;
import dev.sooth.agent.bootstrap.CollectionHooks;
import dev.sooth.agent.bootstrap.HiddenClasses;
import dev.sooth.agent.bootstrap.Hooks;
import dev.sooth.agent.bootstrap.Inline;
import dev.sooth.agent.bootstrap.LoadedClasses;
import dev.sooth.agent.bootstrap.ShadowMemory;
import dev.sooth.agent.bootstrap.TestMarks;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.bootstrap.ThreadLogs;
import dev.sooth.agent.instrument.ClassFilter;
import dev.sooth.agent.instrument.ClassReport;
import dev.sooth.agent.instrument.EarlierClasses;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.JdkAccessTransformer;
import dev.sooth.agent.instrument.JdkClasses;
import dev.sooth.agent.instrument.JdkTransformer;
import dev.sooth.agent.instrument.NestedLoads;
import dev.sooth.agent.instrument.ProgramTransformer;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.agent.instrument.UnrecordedClasses;
import dev.sooth.agent.online.DetectorSink;
import dev.sooth.race.Suppressions;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/** The life of the agent in one JVM: installs everything, writes in the background, sums up. */
public final class Recording implements ParentWatch.Recorded, TestMarks.Recorder {
  private static final long FLUSH_NANOS = 500_000_000L;
  private static final long PASS_NANOS = 1_000_000L;
  private static final long CLOSE_MILLIS = 60_000;
  private static final long MOST_BACKLOG = 64L << 20; // bytes; more makes nothing faster

  private static final String OK = "ok"; // what an answer starts with if all is well

  private static volatile boolean started; // whether classes may have been changed
  private static volatile Recording only; // of this JVM, when all is in place

  private final Instrumentation instrumentation;
  private final AgentOptions options;
  private final ClassReport report;
  private final BenignFile benign;
  private final Names names;
  private final EventSink sink;
  private final Listening listening;
  private final OnlineNews news;
  private final OperationTranslator translator;
  private final EventMerger merger;
  private final LateRecording late; // null if the program had not started
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread writer = new Thread(systemGroup(), this::write, "sooth-writer");
  private Caches caches; // set before the program starts
  private JdkTransformer models; // set before the program starts
  private ParentWatch watch; // set before the program starts; null if nobody waits for it
  private volatile long events; // written so far
  private volatile long bytes;
  private volatile boolean closing;
  private volatile boolean flushAsked;
  private volatile long passes; // the writer's
  private volatile boolean failed; // because something could not be written
  private volatile String stopped; // why recording ended early, or null

  private Recording(
      Instrumentation instrumentation,
      AgentOptions options,
      ClassReport report,
      Names names,
      EventSink sink,
      Listening listening,
      OnlineNews news,
      LateRecording late) {
    this.news = news;
    this.late = late;
    this.instrumentation = instrumentation;
    this.options = options;
    this.report = report;
    benign = new BenignFile(options.out());
    this.names = names;
    this.sink = sink;
    this.listening = listening;
    translator = new OperationTranslator(names, sink, options.maxEvents(), options.maxBytes());
    merger = new EventMerger(translator);
  }

  /** Called by the agent's entry through reflection, before the program's main method. */
  public static void start(String argument, Instrumentation instrumentation) throws Exception {
    try {
      prepare(argument, instrumentation, null).install();
    } catch (IllegalArgumentException e) {
      System.err.println("sooth: " + e.getMessage());
      Runtime.getRuntime().halt(64);
    } catch (SetupException e) {
      System.err.println("sooth: " + e.getMessage());
      Runtime.getRuntime().halt(e.status);
    } catch (IOException e) {
      System.err.println("sooth: cannot write the trace: " + e);
      Runtime.getRuntime().halt(74);
    }
  }

  /**
   * Called by the agent's entry through reflection, in a program that runs. Whatever goes wrong,
   * the program goes on.
   *
   * @return {@code ok}, or why there is no recording
   */
  public static String startLate(String argument, Instrumentation instrumentation) {
    if (earlier() != null) {
      return earlier();
    }
    try {
      prepare(argument, instrumentation, new LateRecording(instrumentation)).install();
      return OK;
    } catch (IllegalArgumentException | SetupException e) {
      return e.getMessage();
    } catch (IOException e) {
      return "cannot write the trace: " + e;
    } catch (Exception | LinkageError e) {
      return "internal error: " + e;
    }
  }

  /** Called by the agent's entry through reflection when the recording should end. */
  public static String end(String reason) {
    Recording recording = only;
    if (recording == null || recording.closed.get()) {
      return "it is not recorded now";
    }
    recording.endLate(reason);
    return OK + " " + recording.options.out().toAbsolutePath();
  }

  /** Why there can be no recording, because of an earlier one; null if there was none. */
  private static String earlier() {
    Recording recording = only;
    if (recording == null) {
      return started ? "an earlier attempt to record it has failed" : null;
    }
    return recording.closed.get()
        ? "it was recorded before, and a JVM can be recorded once"
        : "it is being recorded already, to " + recording.options.out().toAbsolutePath();
  }

  private static Recording prepare(
      String argument, Instrumentation instrumentation, LateRecording late) throws IOException {
    Names names = new Names(new SiteTable(), new FieldTable());
    AgentOptions options = AgentOptions.parse(System.getenv("SOOTH_OPTIONS"), argument);
    Files.createDirectories(options.out().toAbsolutePath().getParent());
    if (late != null && options.checks()) {
      throw new IllegalArgumentException(
          "objects of a program that runs already cannot carry what online checks need");
    }
    Suppressions suppressions = options.checking().readSuppressions();
    Listening listening = Listening.to(options.listenerClass());
    listening.suppress(suppressions);
    Optional<TraceFile> file =
        options.trace() ? Optional.of(TraceFile.claim(options.out())) : Optional.empty();
    options = file.isPresent() ? options.withOut(file.get().path()) : options;
    if (options.parent() != 0) {
      Files.writeString(options.out().resolveSibling("process.txt"), JvmTitle.ofThis() + "\n");
    }
    EventSink sink = sink(options, file, names, suppressions);
    return new Recording(
        instrumentation,
        options,
        new ClassReport(suppressions::learn),
        names,
        sink,
        listening,
        OnlineNews.of(options, names),
        late);
  }

  /** Where the events go: to a file, to a detector, to both, or to neither. */
  private static EventSink sink(
      AgentOptions options, Optional<TraceFile> file, Names names, Suppressions suppressions)
      throws IOException {
    List<EventSink> sinks = new ArrayList<>();
    if (file.isPresent()) {
      sinks.add(new FileSink(file.get(), names, options.stacks(), options.dataflow()));
    }
    if (options.streams()) {
      Path races = options.out().resolveSibling("online.txt");
      sinks.add(DetectorSink.of(options.online(), names, suppressions, races));
    }
    return switch (sinks.size()) {
      case 0 -> new NoSink();
      case 1 -> sinks.get(0);
      default -> new BothSinks(sinks.get(0), sinks.get(1));
    };
  }

  private void install() throws Exception {
    started = true;
    ShadowMemory.limit(options.checking().shadowMemory());
    listening.load(options.checking());
    listening.install(options.logs(), options.repeats(), late != null); // before any hook can run
    long heap = Runtime.getRuntime().maxMemory();
    Backlog.limit(Math.min(MOST_BACKLOG, heap / 8));
    instrument(names.sites(), names.fields());
    // The JVM runs the method at whose end we close only if there is a hook.
    Thread nothing = new Thread(systemGroup(), () -> {}, "sooth-closer");
    ThreadLogs.mute(nothing);
    Runtime.getRuntime().addShutdownHook(nothing);
    ThreadLogs.muteCurrent(); // until the writer runs: starting it is not the program's doing
    Hooks.jitter(options.jitter());
    Hooks.install(options.values(), options.stacks() > 1, this::ended, this::close);
    writer.setDaemon(true);
    ThreadLogs.mute(writer);
    writer.start();
    watchParent();
    only = this;
    TestMarks.install(this);
    ThreadLogs.forgetCurrent();
  }

  @Override
  public ToIntFunction<String> places() {
    return names.sites()::number;
  }

  @Override
  public String trace() {
    return options.trace() && !closed.get() ? options.out().toAbsolutePath().toString() : "";
  }

  @Override
  public void flushSoon() {
    flushAsked = true;
  }

  @Override
  public String found() {
    if (!options.checks() || options.samples()) { // a sample is no answer
      return null;
    }
    // A pass may be under way that has taken the news already; the next one takes all.
    long enough = passes + 2;
    while (passes < enough && writer.isAlive()) {
      LockSupport.parkNanos(PASS_NANOS);
    }
    return Inline.failure() == null ? news.all() : null; // who has failed has seen only a part
  }

  private void instrument(SiteTable sites, FieldTable fields) throws Exception {
    AtomicHooks.install(fields::number);
    LoadedClasses.install(fields);
    openInternals();
    caches = new Caches(options, late != null, sites, fields);
    NestedLoads nested = new NestedLoads(instrumentation, report);
    models = new JdkTransformer(sites, fields, report, nested, caches.jdk, options.values());
    models.warmUp();
    add(models, true);
    models.retransformLoaded(instrumentation);
    JdkClasses jdk = new JdkClasses(options.jdk());
    if (jdk.any()) {
      JdkAccessTransformer recorded =
          new JdkAccessTransformer(jdk, sites, fields, report, nested, options.values());
      add(recorded, true);
      recorded.retransformLoaded(instrumentation);
    }
    UnrecordedClasses unrecorded =
        new UnrecordedClasses(instrumentation, sites, fields, report, nested);
    add(unrecorded, true);
    HiddenClasses.install(unrecorded);
    ProgramTransformer program =
        new ProgramTransformer(
            new ClassFilter(options.include(), options.exclude()),
            sites,
            fields,
            report,
            nested,
            unrecorded,
            options.values(),
            options.stacks() > 1,
            jdk,
            options.checks(),
            options.samples(),
            options.checksOnly() && options.stacks() <= 1,
            options.dataflow(),
            caches.program);
    CollectionHooks.install(program.collections());
    add(program, false);
    List<Class<?>> earlier = nested.start(models, program, unrecorded);
    if (late != null) {
      EarlierClasses loaded =
          new EarlierClasses(instrumentation, report, nested, program, unrecorded);
      add(loaded, true);
      late.instrument(earlier, loaded);
    }
  }

  private void add(ClassFileTransformer transformer, boolean canRetransform) {
    instrumentation.addTransformer(transformer, canRetransform);
    if (late != null) {
      late.removeAtEnd(transformer);
    }
  }

  private void watchParent() {
    if (options.parent() != 0) {
      watch = new ParentWatch(options, this);
      Thread thread = new Thread(systemGroup(), watch, "sooth-watch");
      thread.setDaemon(true);
      ThreadLogs.mute(thread);
      thread.start();
    }
  }

  @Override
  public long events() {
    return events;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  /** The hooks have ended the recording, in a thread of the program. */
  private void ended(String reason) {
    stopped = reason;
    if (reason.equals(ThreadLog.STUCK)) {
      dumpThreads();
    }
  }

  /** Who does not come back, and why, can only be seen now. */
  private void dumpThreads() {
    List<String> lines = new ArrayList<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              lines.add(thread.getName() + " " + thread.getState());
              for (StackTraceElement frame : stack) {
                lines.add("    at " + frame);
              }
            });
    try {
      Files.write(options.out().resolveSibling("stuck.txt"), lines);
    } catch (IOException e) {
      System.err.println("sooth: cannot write the stacks of the threads: " + e.getMessage());
    }
  }

  /** Lets the hooks use what they need of the JDK's internals. */
  private void openInternals() {
    Set<Module> hooks = Set.of(Hooks.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", hooks),
        Map.of("java.util", hooks, "java.util.stream", hooks),
        Set.of(),
        Map.of());
  }

  /** Not the program's: a program may wait until its group has no other thread. */
  static ThreadGroup systemGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  private void write() {
    ThreadLogs.muteCurrent();
    try {
      long lastFlush = System.nanoTime();
      long pass = 0;
      while (true) {
        boolean last = closing;
        boolean asked = flushAsked; // before the pass, which takes what was recorded until now
        boolean progress = merger.pass();
        events = translator.events();
        bytes = sink.bytes();
        sayIfListeningFailed();
        news.say(listening);
        passes = ++pass;
        models.retransformMissed(instrumentation);
        if (late != null) {
          late.retransformMissed();
        }
        if (!progress) {
          if (last) {
            break;
          }
          Thread.sleep(1);
        }
        long now = System.nanoTime();
        if (asked || now - lastFlush > FLUSH_NANOS) {
          if (asked) {
            flushAsked = false;
          }
          benign.keepIfPossible(
              report.benign()); // before what needs it: somebody may follow the trace
          sink.flush();
          lastFlush = now;
        }
      }
      sink.close();
    } catch (RecordingEndedException e) {
      stop(e.getMessage(), !e.isExpected);
      closeOutput();
    } catch (IOException e) {
      failed = true;
      stop("cannot write the trace: " + (e.getMessage() == null ? e : e.getMessage()), true);
    } catch (Throwable e) {
      failed = true;
      stop("internal error: " + e, true);
    }
  }

  /** The listener may have failed under a lock or without stack, so it is said here. */
  private void sayIfListeningFailed() {
    String failure = listening.takeFailure();
    if (failure != null) {
      System.err.println("sooth: listening stopped, the program goes on: " + failure);
      if (!options.logs()) {
        Hooks.stop("nobody listens"); // and so the program need not be slower
      }
    }
  }

  private void closeOutput() {
    try {
      sink.close();
    } catch (IOException e) {
      failed = true;
      System.err.println("sooth: cannot write the trace: " + e.getMessage());
    }
  }

  /** Ends the recording; the summary gives the reason even if the program has ended just now. */
  private void stop(String reason, boolean sayNow) {
    Hooks.stop(reason);
    stopped = reason;
    if (sayNow) {
      System.err.println("sooth: recording stopped, the program goes on: " + reason);
    }
  }

  /** The program goes on without us. */
  private void endLate(String reason) {
    Hooks.end();
    stopped = stopped == null && !reason.isEmpty() ? reason : stopped;
    close();
    if (late != null) {
      late.undo();
    }
  }

  @Override
  public void parentGone() {
    if (late == null) {
      ParentWatch.die();
    } else {
      endLate("sooth run has gone");
    }
  }

  /** When all shutdown hooks of the program have ended, or when it was asked for. */
  private void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    ThreadLogs.muteCurrent();
    closing = true;
    try {
      writer.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (watch != null) {
      watch.end(failed);
    }
    news.say(listening);
    listening.save(options.checking());
    List<String> lines = new ArrayList<>();
    for (String line : sink.summary().split("\n", -1)) {
      if (!line.isEmpty()) {
        lines.add(line);
      }
    }
    if (!writer.isAlive() && merger.leftOut() > 0) {
      lines.add("left out: " + merger.leftOut() + " reads that repeat recorded ones");
    }
    lines.addAll(listening.report(names));
    if (stopped != null) {
      lines.add("recording stopped early: " + stopped);
    }
    if (writer.isAlive()) {
      lines.add("the writer did not finish in time; the trace ends at its last whole block");
    }
    lines.addAll(report.lines());
    if (late != null) {
      lines.addAll(late.lines(translator.threads()));
    }
    if (!options.quiet()) {
      lines.forEach(line -> System.err.println("sooth: " + line));
    }
    keep(lines);
    caches.save();
    if (options.strict() && late == null && !report.failures().isEmpty()) {
      System.err.println("sooth: --strict: " + report.failures().size() + " classes failed");
      Runtime.getRuntime().halt(70);
    }
    if (news.status() != 0) {
      Runtime.getRuntime().halt(news.status());
    }
  }

  /** Leaves beside the trace what there is to say about it. */
  private void keep(List<String> lines) {
    try {
      Files.write(options.out().resolveSibling("recording.txt"), lines);
      Files.write(options.out().resolveSibling("not-observed.txt"), ClassReport.leftOut());
      benign.keep(report.benign());
      if (listening.worthRecording() != null) {
        Path worth = options.out().resolveSibling("worth-recording.txt");
        Files.write(worth, listening.worthRecording());
      }
    } catch (IOException e) {
      System.err.println("sooth: cannot write the summary: " + e.getMessage());
    }
  }
}
