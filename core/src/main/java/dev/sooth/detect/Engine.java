package dev.sooth.detect;

import dev.sooth.detect.exact.ExactDetector;
import dev.sooth.detect.exact.ExactWitnesses;
import dev.sooth.detect.exact.Portfolio;
import dev.sooth.detect.hb.HbDetector;
import dev.sooth.detect.m2.M2Detector;
import dev.sooth.detect.osr.OsrDetector;
import dev.sooth.detect.osr.OsrWitnesses;
import dev.sooth.detect.prefix.MazurkiewiczDetector;
import dev.sooth.detect.prefix.PrefixDetector;
import dev.sooth.detect.prefix.PrefixWitnesses;
import dev.sooth.detect.shb.ShbDetector;
import dev.sooth.detect.syncp.SyncPDetector;
import dev.sooth.detect.syncp.SyncPreservingWitnesses;
import dev.sooth.detect.wcp.WcpDetector;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The engines: the one table from which the command line, the report and the tests take them. */
public enum Engine {
  HB(
      "hb",
      "unordered by happens-before; only the first race of the trace is guaranteed",
      "one pass, time linear in the events, space in threads, locks and variables",
      true,
      false,
      HbDetector::new,
      SyncPreservingWitnesses::new),
  SHB(
      "shb",
      "every report is a race",
      "one pass, time linear in the events, space in threads, locks and variables",
      true,
      true,
      ShbDetector::new,
      SyncPreservingWitnesses::new),
  WCP(
      "wcp",
      "unordered by weak-causal precedence; with nested locking the first report is a race or a deadlock",
      "one pass, time linear in the events, space up to linear in the critical sections",
      true,
      false,
      WcpDetector::new,
      SyncPreservingWitnesses::new),
  SYNCP(
      "syncp",
      "every report is a race; finds all that keep the order of critical sections",
      "trace in memory, time about linear in the events",
      false,
      true,
      SyncPDetector::new,
      SyncPreservingWitnesses::new),
  M(
      "m",
      "every report is a race; finds those that swapping independent neighbours shows",
      "one pass, time linear in the events, space in threads, locks and variables",
      true,
      true,
      MazurkiewiczDetector::new,
      SyncPreservingWitnesses::new),
  SEQP(
      "seqp",
      "every report is a race; finds the same as syncp",
      "one pass, constant space; time and space in the states, of which there are many with many"
          + " variables, threads and locks",
      true,
      true,
      PrefixDetector::prefixRaces,
      SyncPreservingWitnesses::new),
  GPREFIX(
      "gprefix",
      "every report is a race; finds those of syncp and some that reverse critical sections",
      "one pass, constant space; time and space in the states, of which there are many with many"
          + " variables, threads and locks",
      true,
      true,
      PrefixDetector::granularPrefixRaces,
      PrefixWitnesses::new),
  OSR(
      "osr",
      "every report is a race; finds those whose open critical sections can move behind closed"
          + " ones",
      "trace in memory, time from linear to quadratic in the events",
      false,
      true,
      OsrDetector::new,
      OsrWitnesses::new),
  M2(
      "m2",
      "every report is a race; finds all on two threads, and elsewhere those whose witness ends"
          + " the critical sections of all other threads",
      "trace in memory, one search in the past of both accesses for each pair that is left",
      false,
      true,
      M2Detector::new,
      ExactWitnesses::new),
  EXACT(
      "exact",
      "every report is a race, and what is not reported is none",
      "trace in memory, one search for each pair that is left; exponential at worst",
      false,
      true,
      ExactDetector::new,
      ExactWitnesses::new);

  private final String id;
  private final String guarantee;
  private final String cost;
  private final boolean streaming;
  private final boolean sound;
  private final Supplier<Detector> factory;
  private final Function<Trace, WitnessSearch> witnesses;

  Engine(
      String id,
      String guarantee,
      String cost,
      boolean streaming,
      boolean sound,
      Supplier<Detector> factory,
      Function<Trace, WitnessSearch> witnesses) {
    this.id = id;
    this.guarantee = guarantee;
    this.cost = cost;
    this.streaming = streaming;
    this.sound = sound;
    this.factory = factory;
    this.witnesses = witnesses;
  }

  /** The name on the command line and in JSON. */
  public String id() {
    return id;
  }

  /** What a report of this engine means, in one sentence. */
  public String guarantee() {
    return guarantee;
  }

  /** Time and space, for the user's choice. */
  public String cost() {
    return cost;
  }

  /**
   * Whether it runs over a cursor, without loading the trace, for {@link Pairs#FIRST_PER_EVENT},
   * with the current {@link PrefixOptions}.
   */
  public boolean streaming() {
    return streaming && heuristics().map(h -> h.grains() != Grains.CONTIGUOUS).orElse(true);
  }

  /** Whether its time is polynomial, so that {@code all} includes it on a trace of any size. */
  public boolean polynomial() {
    return this != SEQP && this != GPREFIX && this != M2 && this != EXACT;
  }

  /** Which heuristics its search uses now; nothing if it always finds all of its class. */
  public Optional<PrefixOptions> heuristics() {
    return this == GPREFIX ? Optional.of(PrefixOptions.current()) : Optional.empty();
  }

  /** Whether every report is a race, so that a report without an accepted witness is a bug. */
  public boolean sound() {
    return sound;
  }

  /** The search for witnesses of this engine's reports on one trace. */
  public WitnessSearch witnessSearch(Trace trace) {
    return witnesses.apply(trace);
  }

  /**
   * Verdicts on the pairs of this trace, by the complete engine and all cheap answers before it. To
   * have another engine asked first, add it to the stages.
   */
  public static Verdicts verdicts(Trace trace, Verdicts.Budget budget) {
    return new Portfolio(trace, budget, new Verdicts.Stage[] {stage(OSR)});
  }

  private static Verdicts.Stage stage(Engine engine) {
    return new Verdicts.Stage(engine.id, engine.witnesses);
  }

  /** The engine with this name on the command line, or nothing. */
  public static Optional<Engine> find(String id) {
    return Arrays.stream(values()).filter(e -> e.id.equals(id)).findFirst();
  }

  /** A new detector for one run. */
  public Detector create() {
    return factory.get();
  }
}
