package dev.sooth.analysis;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.race.RaceList;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.DenseSource;
import dev.sooth.trace.LongTraces;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.TraceTooLargeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The runs of the engines on one trace. Engines that can do with a stream get one, so that memory
 * does not grow with the trace; if any engine or mode needs the trace in memory, it is loaded once
 * and all engines share it. From a pipe there is one pass only, so several engines share it too.
 */
final class EngineRuns {
  /** Measured: columns, checker and search take about 36 bytes an event; see docs/cli.md. */
  private static final long PROOF_BYTES_AN_EVENT = 40;

  /** How many races of one pair of lines and field are proved one by one. */
  private static final int MOST_OF_A_KIND = 10_000;

  private static final String NO_PROVING = "proving was switched off";
  private static final String CANCELLED = "not checked: the analysis was stopped";
  private static final String PIPE = "read from a pipe: keep the trace in a file to have it proved";

  private final TraceSource source;
  private final List<Engine> engines;
  private final AnalysisOptions options;
  private final AnalysisProgress progress;
  private final Stop cancelled;
  private Optional<Trace> loaded = Optional.empty();
  private EarlierProofs earlier = EarlierProofs.NOTHING;
  private long loadNanos;
  private TraceCounts loadedCounts; // of the whole trace, when it is loaded
  private boolean readFailed;
  private Optional<ObservedSource> unfinished = Optional.empty(); // what was not read to its end
  private RunStatus whyUnfinished = RunStatus.COMPLETE;

  EngineRuns(
      TraceSource source,
      List<Engine> engines,
      AnalysisOptions options,
      AnalysisProgress progress,
      Stop cancelled) {
    this.source = source;
    this.engines = engines;
    this.options = options;
    this.progress = progress;
    this.cancelled = cancelled;
  }

  /** Whether the trace has to be in memory for what is asked. */
  boolean needsLoading() {
    boolean all = options.pairs() == Pairs.ALL;
    boolean notStreaming = engines.stream().anyMatch(engine -> !engine.streaming());
    boolean onePassForSeveral = engines.size() > 1 && !source.repeatable();
    return all || notStreaming || onePassForSeveral;
  }

  /** Whether the trace itself is the problem, so that no other engine needs to try. */
  boolean readFailed() {
    return readFailed;
  }

  /** Runs one engine. Engines are run one after the other, on the same object. */
  RunResult run(Engine engine) throws IOException {
    return needsLoading() ? runLoaded(engine) : runStreamed(engine);
  }

  /**
   * Without the filter all variables are kept that are not known to be dead. Where these do not fit
   * into memory, those that more than one thread uses may, as in a program of large arrays.
   */
  private RunResult runStreamed(Engine engine) throws IOException {
    long start = System.nanoTime();
    boolean mayFilter = options.filter() && source.repeatable();
    boolean filter = mayFilter && StreamFilter.pays(engine, engine.create(), source.name());
    try {
      return runStreamed(engine, filter, start);
    } catch (OutOfMemoryError e) {
      if (filter || !mayFilter) {
        throw e;
      }
    }
    return runStreamed(engine, true, start);
  }

  private RunResult runStreamed(Engine engine, boolean filter, long start) throws IOException {
    Deadline deadline = deadline(start, options.timeout());
    RaceCollector collector = new RaceCollector(options, deadline);
    KeptTrace kept = new KeptTrace(source, canBeKept() ? KeptTrace.MOST : 0);
    ObservedSource observed = new ObservedSource(kept, deadline, progress);
    progress.phase(engine.id());
    Detector detector = engine.create();
    try {
      detect(detector, observed, filter, collector);
    } catch (StoppedException e) {
      // What was found so far stands.
    } catch (IOException e) {
      readFailed = true;
      throw e;
    }
    long found = System.nanoTime();
    TraceCounts counts = observed.counts();
    progress.expect(counts.events());
    RaceList races = collector.races();
    if (races.size() > 0 && canBeKept()) {
      loaded = kept.trace();
    }
    ProofTable proofs = proveStreamed(engine, observed, races);
    long reading = observed.readNanos();
    return RunResult.of(source.name(), engine, options.pairs())
        .status(status(deadline, observed.notes()))
        .read(counts, observed.names())
        .timings(Timings.ofNanos(reading, found - start - reading, System.nanoTime() - found))
        .races(races, proofs)
        .trace(loaded)
        .context(context())
        .notes(notes(observed.notes(), detector.remark(), deadline.status(), races, counts))
        .build();
  }

  /** Whether what is read may serve for the proofs, and is not in memory already. */
  private boolean canBeKept() {
    return options.proveBudget().isPresent()
        && loaded.isEmpty()
        && source.repeatable()
        && !(source instanceof Trace);
  }

  private static RunStatus status(Deadline deadline, TraceNotes reading) {
    RunStatus ended = deadline.status();
    return ended == RunStatus.COMPLETE && reading.truncated() ? RunStatus.TRUNCATED : ended;
  }

  /** A method of its own, so that what the filter knows is forgotten before the proofs. */
  private void detect(
      Detector detector, TraceSource observed, boolean filter, RaceCollector collector)
      throws IOException {
    if (filter) {
      DenseSource dense = new DenseSource(observed);
      RaceSink races = new TranslatedRaces(collector.sink(), dense::variable, p -> p);
      detector.run(dense, options.pairs(), races, collector);
    } else {
      TraceSource all = RelevantSource.of(observed, false);
      detector.run(all, options.pairs(), collector.sink(), collector);
    }
  }

  private RunResult runLoaded(Engine engine) throws IOException {
    if (loaded.isEmpty() && unfinished.isEmpty()) {
      load();
    }
    if (unfinished.isPresent()) {
      return stoppedWhileReading(engine, unfinished.get());
    }
    Trace trace = loaded.get();
    long start = System.nanoTime();
    Deadline deadline = deadline(start - loadNanos, options.timeout());
    RaceCollector collector = new RaceCollector(options, deadline);
    progress.phase(engine.id());
    Detector detector = engine.create();
    RaceSink sink =
        trace.isWhole()
            ? collector.sink()
            : new TranslatedRaces(collector.sink(), v -> v, index -> trace.position((int) index));
    detector.run(trace, options.pairs(), sink, collector);
    long found = System.nanoTime();
    RaceList races = collector.races();
    TraceNames names = trace.names();
    TraceCounts counts = loadedCounts;
    ProofTable proofs = proveLoaded(engine, trace, races, names, found);
    return RunResult.of(source.name(), engine, options.pairs())
        .status(status(deadline, trace.notes()))
        .read(counts, names)
        .timings(Timings.ofNanos(loadNanos, found - start, System.nanoTime() - found))
        .races(races, proofs)
        .trace(loaded)
        .context(context())
        .notes(notes(trace.notes(), detector.remark(), deadline.status(), races, counts))
        .build();
  }

  private void load() throws IOException {
    long start = System.nanoTime();
    Deadline deadline = deadline(start, options.timeout());
    ObservedSource observed = new ObservedSource(source, deadline, progress);
    progress.phase("reading");
    readFailed = true;
    try {
      loaded =
          Optional.of(
              options.filter() ? LongTraces.load(observed).filtered() : Trace.load(observed));
      loadedCounts = observed.counts();
    } catch (StoppedException e) {
      unfinished = Optional.of(observed);
      whyUnfinished = deadline.status();
    }
    readFailed = false;
    loadNanos = System.nanoTime() - start;
  }

  private RunResult stoppedWhileReading(Engine engine, ObservedSource observed) {
    RaceList none = new RaceList();
    TraceCounts counts = observed.counts();
    return RunResult.of(source.name(), engine, options.pairs())
        .status(whyUnfinished)
        .read(counts, observed.names())
        .timings(Timings.ofReading(loadNanos))
        .context(ContextLookup.unavailable("the trace was not read to its end"))
        .notes(notes(observed.notes(), Optional.empty(), whyUnfinished, none, counts))
        .build();
  }

  private Deadline deadline(long start, Optional<Duration> limit) {
    return Deadline.of(start, limit, cancelled);
  }

  private ProofTable proveStreamed(Engine engine, ObservedSource observed, RaceList races)
      throws IOException {
    if (races.size() == 0 || options.proveBudget().isEmpty()) {
      return new ProofTable(races.size(), NO_PROVING, false);
    }
    if (!source.repeatable()) {
      return new ProofTable(races.size(), PIPE, false);
    }
    if (loaded.isEmpty() && !options.filter() && !fitsForProofs(observed.counts().events())) {
      return new ProofTable(races.size(), tooLargeForProofs(observed.counts().events()), false);
    }
    long start = System.nanoTime();
    try {
      if (loaded.isEmpty()) {
        progress.phase("reading again");
        Deadline deadline = deadline(start, options.proveBudget());
        ObservedSource again = new ObservedSource(source, deadline, progress);
        loaded = Optional.of(options.filter() ? LongTraces.load(again) : Trace.load(again));
      }
      if (!fitsForProofs(loaded.get().size())) {
        return new ProofTable(races.size(), tooLargeForProofs(loaded.get().size()), false);
      }
      return proveLoaded(engine, loaded.get(), races, observed.names(), start);
    } catch (StoppedException e) {
      return new ProofTable(races.size(), overdue(), false);
    } catch (OutOfMemoryError | TraceTooLargeException e) {
      loaded = Optional.empty();
      return new ProofTable(races.size(), tooLargeForProofs(observed.counts().events()), false);
    }
  }

  private ProofTable proveLoaded(
      Engine engine, Trace trace, RaceList races, TraceNames names, long start) {
    if (races.size() == 0 || options.proveBudget().isEmpty()) {
      return new ProofTable(races.size(), NO_PROVING, false);
    }
    Deadline deadline = deadline(start, options.proveBudget());
    try {
      progress.phase("proving");
      TimedProofs.Limits limits =
          new TimedProofs.Limits(
              deadline,
              () -> deadline(System.nanoTime(), Optional.of(options.restBudget())),
              mostOfAKind());
      TimedProofs.Reasons reasons = new TimedProofs.Reasons(overdue(), notOneByOne());
      ProofTable proofs =
          TimedProofs.prove(
              engine,
              trace,
              earlier.on(trace),
              races,
              names,
              limits,
              reasons,
              options.keepWitnesses());
      if (engines.size() > 1) {
        earlier = earlier.orMore(trace, races, proofs);
      }
      return proofs;
    } catch (OutOfMemoryError | TraceTooLargeException e) {
      String reason = tooLargeForProofs(trace.size());
      return new ProofTable(races.size(), reason, false); // the races still stand
    }
  }

  /** Who gives the rest more time wants it proved. */
  private int mostOfAKind() {
    boolean isMore = options.restBudget().compareTo(AnalysisOptions.defaults().restBudget()) > 0;
    return isMore ? Integer.MAX_VALUE : MOST_OF_A_KIND;
  }

  private static boolean fitsForProofs(long events) {
    return events <= Integer.MAX_VALUE
        && events * PROOF_BYTES_AN_EVENT <= Runtime.getRuntime().maxMemory();
  }

  private static String tooLargeForProofs(long events) {
    long needed = Math.max(events * PROOF_BYTES_AN_EVENT, 2 * Runtime.getRuntime().maxMemory());
    return "not checked: the proof needs more memory, and " + Failure.heapHint(needed);
  }

  private String overdue() {
    if (cancelled.now()) {
      return CANCELLED;
    }
    Duration budget = options.proveBudget().orElseThrow();
    return "not checked: the budget of "
        + Printable.duration(budget)
        + " was used up (--prove-budget)";
  }

  private String notOneByOne() {
    return "not checked one by one: another race of these lines and this field is verified (--prove-budget gives"
        + " the rest more than %s)".formatted(Printable.duration(options.restBudget()));
  }

  private ContextLookup context() {
    return new SourceLookup(source, loaded.filter(Trace::isWhole));
  }

  private List<String> notes(
      TraceNotes reading,
      Optional<String> remark,
      RunStatus status,
      RaceList races,
      TraceCounts counts) {
    List<String> notes = new ArrayList<>(reading.lines());
    if (loaded.isPresent() && !loaded.get().isWhole()) {
      notes.add(
          "the trace is too long for the memory: accesses that only one thread can see, or that"
              + " only read, were left out, of witnesses too");
    }
    remark.ifPresent(notes::add);
    if (status == RunStatus.COMPLETE && counts.events() == 0) {
      notes.add("the trace has no events");
    }
    if (races.pairs() > races.size()) {
      notes.add(
          "the first %s of %s are listed (--max-races); the figures count all"
              .formatted(
                  Printable.count(races.size(), "race"), Printable.count(races.pairs(), "race")));
    }
    if (options.firstOnly() && races.pairs() > 0) {
      notes.add("ended at the first race (--first)");
    }
    if (status == RunStatus.TIMEOUT) {
      notes.add(
          "time ran out after %s (--timeout); %s had been read"
              .formatted(
                  Printable.duration(options.timeout().orElse(Duration.ZERO)),
                  Printable.count(counts.events(), "event")));
    }
    if (status == RunStatus.CANCELLED) {
      notes.add("stopped after %s".formatted(Printable.count(counts.events(), "event")));
    }
    return notes;
  }
}
