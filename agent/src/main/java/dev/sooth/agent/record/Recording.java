package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.AtomicHooks;
import dev.sooth.agent.bootstrap.Backlog;
import dev.sooth.agent.bootstrap.CollectionHooks;
import dev.sooth.agent.bootstrap.HiddenClasses;
import dev.sooth.agent.bootstrap.Hooks;
import dev.sooth.agent.bootstrap.LoadedClasses;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.bootstrap.ThreadLogs;
import dev.sooth.agent.instrument.ClassFilter;
import dev.sooth.agent.instrument.ClassReport;
import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.JdkAccessTransformer;
import dev.sooth.agent.instrument.JdkCache;
import dev.sooth.agent.instrument.JdkClasses;
import dev.sooth.agent.instrument.JdkTransformer;
import dev.sooth.agent.instrument.NestedLoads;
import dev.sooth.agent.instrument.ProgramTransformer;
import dev.sooth.agent.instrument.SiteTable;
import dev.sooth.agent.instrument.UnrecordedClasses;
import dev.sooth.agent.online.DetectorSink;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The life of the agent in one JVM: installs everything, writes in the background, sums up. */
public final class Recording {
  private static final long FLUSH_NANOS = 500_000_000L;
  private static final long CLOSE_MILLIS = 60_000;

  private final Instrumentation instrumentation;
  private final AgentOptions options;
  private final ClassReport report;
  private final Names names;
  private final EventSink sink;
  private final Listening listening;
  private final EventMerger merger;
  private final Thread writer = new Thread(systemGroup(), this::write, "sooth-writer");
  private JdkCache cache; // set before the program starts
  private JdkTransformer models; // set before the program starts
  private volatile boolean closing;
  private volatile String stopped; // why recording ended early, or null

  private Recording(
      Instrumentation instrumentation,
      AgentOptions options,
      ClassReport report,
      Names names,
      EventSink sink,
      Listening listening) {
    this.instrumentation = instrumentation;
    this.options = options;
    this.report = report;
    this.names = names;
    this.sink = sink;
    this.listening = listening;
    merger =
        new EventMerger(
            new OperationTranslator(names, sink, options.maxEvents(), options.maxBytes()));
  }

  /** Called by the agent's entry through reflection, before the program's main method. */
  public static void start(String argument, Instrumentation instrumentation) throws Exception {
    AgentOptions options;
    SiteTable sites = new SiteTable();
    FieldTable fields = new FieldTable();
    Names names = new Names(sites, fields);
    EventSink sink;
    Listening listening;
    try {
      options = AgentOptions.parse(System.getenv("SOOTH_OPTIONS"), argument);
      Path folder = options.out().toAbsolutePath().getParent();
      Files.createDirectories(folder);
      listening = Listening.to(options.listener());
      sink = sink(options, names);
    } catch (IllegalArgumentException e) {
      System.err.println("sooth: " + e.getMessage());
      Runtime.getRuntime().halt(64);
      return;
    } catch (IOException e) {
      System.err.println("sooth: cannot write the trace: " + e);
      Runtime.getRuntime().halt(74);
      return;
    }
    ClassReport report = new ClassReport();
    Recording recording = new Recording(instrumentation, options, report, names, sink, listening);
    recording.install(sites, fields);
  }

  /** Where the events go: to a file, to a detector, to both, or to neither. */
  private static EventSink sink(AgentOptions options, Names names) throws IOException {
    List<EventSink> sinks = new ArrayList<>();
    if (options.trace()) {
      sinks.add(new FileSink(options.out(), names, options.stacks()));
    }
    if (!options.online().isEmpty()) {
      Path races = options.out().resolveSibling("online.txt");
      sinks.add(DetectorSink.of(options.online(), names, races));
    }
    return switch (sinks.size()) {
      case 0 -> new NoSink();
      case 1 -> sinks.get(0);
      default -> new BothSinks(sinks.get(0), sinks.get(1));
    };
  }

  private void install(SiteTable sites, FieldTable fields) throws Exception {
    long heap = Runtime.getRuntime().maxMemory();
    Backlog.limit(Math.min(256L << 20, heap / 8));
    AtomicHooks.install(fields::number);
    LoadedClasses.install(fields);
    openInternals();
    cache = new JdkCache(cacheFolder(), cacheKey(), sites, fields);
    NestedLoads nested = new NestedLoads(instrumentation, report);
    models = new JdkTransformer(sites, fields, report, nested, cache, options.values());
    models.warmUp();
    instrumentation.addTransformer(models, true);
    models.retransformLoaded(instrumentation);
    JdkClasses jdk = new JdkClasses(options.jdk());
    if (jdk.any()) {
      JdkAccessTransformer recorded =
          new JdkAccessTransformer(jdk, sites, fields, report, nested, options.values());
      instrumentation.addTransformer(recorded, true);
      recorded.retransformLoaded(instrumentation);
    }
    ClassFilter filter = new ClassFilter(options.include(), options.exclude());
    UnrecordedClasses unrecorded =
        new UnrecordedClasses(instrumentation, sites, fields, report, nested);
    instrumentation.addTransformer(unrecorded, true);
    HiddenClasses.install(unrecorded);
    ProgramTransformer program =
        new ProgramTransformer(
            filter,
            sites,
            fields,
            report,
            nested,
            unrecorded,
            options.values(),
            options.stacks() > 1,
            jdk);
    CollectionHooks.install(program.collections());
    instrumentation.addTransformer(program, false);
    nested.start(models, program, unrecorded);
    // The JVM runs the method at whose end we close only if there is a hook.
    Thread nothing = new Thread(systemGroup(), () -> {}, "sooth-closer");
    ThreadLogs.mute(nothing);
    Runtime.getRuntime().addShutdownHook(nothing);
    ThreadLogs.muteCurrent(); // until the writer runs: starting it is not the program's doing
    Hooks.jitter(options.jitter());
    listening.install(options.logs());
    Hooks.install(options.values(), options.stacks() > 1, this::ended, this::close);
    writer.setDaemon(true);
    ThreadLogs.mute(writer);
    writer.start();
    ThreadLogs.forgetCurrent();
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

  /** Where what is known of a JDK is kept; nothing is read that another user could have written. */
  private static Path cacheFolder() {
    String named = System.getenv("XDG_CACHE_HOME");
    String home = System.getProperty("user.home");
    if (named != null && !named.isEmpty()) {
      return Path.of(named, "sooth");
    }
    return home == null || home.isEmpty() || !Files.isDirectory(Path.of(home))
        ? null
        : Path.of(home, ".cache", "sooth");
  }

  private String cacheKey() {
    File agent =
        new File(Recording.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    return String.join(
        " ",
        System.getProperty("java.vendor"),
        System.getProperty("java.vm.version"),
        System.getProperty("java.home"),
        Long.toString(new File(System.getProperty("java.home"), "lib/modules").lastModified()),
        agent.getPath(),
        Long.toString(agent.length()),
        Long.toString(agent.lastModified()),
        Boolean.toString(options.values()));
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
  private static ThreadGroup systemGroup() {
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
      while (true) {
        boolean last = closing;
        boolean progress = merger.pass();
        sayIfListeningFailed();
        models.retransformMissed(instrumentation);
        if (!progress) {
          if (last) {
            break;
          }
          Thread.sleep(1);
        }
        long now = System.nanoTime();
        if (now - lastFlush > FLUSH_NANOS) {
          sink.flush();
          lastFlush = now;
        }
      }
      sink.close();
    } catch (RecordingEndedException e) {
      stop(e.getMessage(), !e.isExpected);
      closeOutput();
    } catch (IOException e) {
      stop("cannot write the trace: " + e.getMessage(), true);
    } catch (Throwable e) {
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

  /** When all shutdown hooks of the program have ended. */
  private void close() {
    ThreadLogs.muteCurrent();
    closing = true;
    try {
      writer.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<String> lines = new ArrayList<>();
    lines.addAll(sink.summary().lines().toList());
    lines.addAll(listening.report(names));
    if (stopped != null) {
      lines.add("recording stopped early: " + stopped);
    }
    if (writer.isAlive()) {
      lines.add("the writer did not finish in time; the trace ends at its last whole block");
    }
    lines.addAll(report.lines());
    if (!options.quiet()) {
      lines.forEach(line -> System.err.println("sooth: " + line));
    }
    try {
      Files.write(options.out().resolveSibling("recording.txt"), lines);
      Files.write(options.out().resolveSibling("not-observed.txt"), ClassReport.leftOut());
    } catch (IOException e) {
      System.err.println("sooth: cannot write the summary: " + e.getMessage());
    }
    cache.save();
    if (options.strict() && !report.failures().isEmpty()) {
      System.err.println("sooth: --strict: " + report.failures().size() + " classes failed");
      Runtime.getRuntime().halt(70);
    }
  }
}
