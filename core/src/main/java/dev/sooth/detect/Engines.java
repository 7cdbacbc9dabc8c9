package dev.sooth.detect;

import dev.sooth.detect.Engine.Growth;
import dev.sooth.detect.Engine.Trust;
import dev.sooth.detect.EngineOptions.Threads;
import dev.sooth.detect.exact.ExactDetector;
import dev.sooth.detect.exact.ExactWitnesses;
import dev.sooth.detect.exact.Portfolio;
import dev.sooth.detect.hb.HbDetector;
import dev.sooth.detect.m2.M2Detector;
import dev.sooth.detect.osr.OsrDetector;
import dev.sooth.detect.osr.OsrWitnesses;
import dev.sooth.detect.prefix.MazurkiewiczDetector;
import dev.sooth.detect.prefix.PrefixDetector;
import dev.sooth.detect.prefix.PrefixOptions;
import dev.sooth.detect.prefix.PrefixWitnesses;
import dev.sooth.detect.shb.ShbDetector;
import dev.sooth.detect.syncp.SyncPDetector;
import dev.sooth.detect.syncp.SyncPreservingWitnesses;
import dev.sooth.detect.wcp.WcpDetector;
import dev.sooth.trace.Trace;
import java.util.List;
import java.util.Optional;

/** The engines: the one table from which the command line, the report and the tests take them. */
public final class Engines {
  private static final String LINEAR_PASS =
      "one pass, time linear in the events, space in threads, locks and variables";
  private static final String STATES_PASS =
      "one pass, constant space; time and space in the states, of which there are many with many"
          + " variables, threads and locks";

  public static final Engine HB =
      Engine.named("hb")
          .guarantee(
              "unordered by happens-before; only the first race of the trace is guaranteed",
              Trust.NEEDS_PROOF)
          .cost(LINEAR_PASS, Growth.LINEAR)
          .streaming()
          .cheaperThanFilter()
          .detector(HbDetector::new)
          .witnesses(SyncPreservingWitnesses::new);

  public static final Engine SHB =
      Engine.named("shb")
          .guarantee("every report is a race", Trust.EACH_REPORT)
          .cost(LINEAR_PASS, Growth.LINEAR)
          .streaming()
          .detector(ShbDetector::new)
          .witnesses(SyncPreservingWitnesses::new);

  public static final Engine WCP =
      Engine.named("wcp")
          .guarantee(
              "unordered by weak-causal precedence; with nested locking the first report is a race"
                  + " or a deadlock",
              Trust.NEEDS_PROOF)
          .cost(
              "one pass, time linear in the events, space up to linear in the critical sections",
              Growth.LINEAR)
          .streaming()
          .detector(WcpDetector::new)
          .witnesses(SyncPreservingWitnesses::new);

  public static final Engine SYNCP =
      Engine.named("syncp")
          .guarantee(
              "every report is a race; finds all that keep the order of critical sections",
              Trust.EACH_REPORT)
          .cost("trace in memory, time about linear in the events", Growth.LINEAR)
          .detector(SyncPDetector::new)
          .witnesses(SyncPreservingWitnesses::new);

  public static final Engine M =
      Engine.named("m")
          .guarantee(
              "every report is a race; finds those that swapping independent neighbours shows",
              Trust.EACH_REPORT)
          .cost(LINEAR_PASS, Growth.LINEAR)
          .streaming()
          .detector(MazurkiewiczDetector::new)
          .witnesses(SyncPreservingWitnesses::new);

  public static final Engine SEQP =
      Engine.named("seqp")
          .guarantee("every report is a race; finds the same as syncp", Trust.EACH_REPORT)
          .cost(STATES_PASS, Growth.EXPONENTIAL)
          .streaming()
          .detector(
              Threads.ONE, Threads.class, options -> PrefixDetector.prefixRaces(options.threads()))
          .witnesses(SyncPreservingWitnesses::new);

  public static final Engine GPREFIX =
      Engine.named("gprefix")
          .guarantee(
              "every report is a race; finds those of syncp and some that reverse critical sections",
              Trust.EACH_REPORT)
          .cost(STATES_PASS, Growth.EXPONENTIAL)
          .streaming()
          .detector(PrefixOptions.defaults(), PrefixOptions.class, PrefixDetector::new)
          .witnesses(PrefixWitnesses::new);

  public static final Engine OSR =
      Engine.named("osr")
          .guarantee(
              "every report is a race; finds those whose open critical sections can move behind"
                  + " closed ones",
              Trust.EACH_REPORT)
          .cost("trace in memory, time from linear to quadratic in the events", Growth.POLYNOMIAL)
          .detector(Threads.ONE, Threads.class, options -> new OsrDetector(options.threads()))
          .witnesses(OsrWitnesses::new);

  public static final Engine M2 =
      Engine.named("m2")
          .guarantee(
              "every report is a race; finds all on two threads, and elsewhere those whose witness"
                  + " ends the critical sections of all other threads",
              Trust.EACH_REPORT)
          .cost(
              "trace in memory, one search in the past of both accesses for each pair that is left",
              Growth.EXPONENTIAL)
          .detector(M2Detector::new)
          .witnesses(ExactWitnesses::new);

  public static final Engine EXACT =
      Engine.named("exact")
          .guarantee("every report is a race, and what is not reported is none", Trust.EACH_REPORT)
          .cost(
              "trace in memory, one search for each pair that is left; exponential at worst",
              Growth.EXPONENTIAL)
          .detector(ExactDetector::new)
          .witnesses(ExactWitnesses::new);

  private static final List<Engine> ALL =
      List.of(HB, SHB, WCP, SYNCP, M, SEQP, GPREFIX, OSR, M2, EXACT);

  private Engines() {}

  /** All engines, with the options that are on when nothing is said. */
  public static List<Engine> all() {
    return ALL;
  }

  /** The engine with this name on the command line, or nothing. */
  public static Optional<Engine> find(String id) {
    for (Engine engine : ALL) {
      if (engine.id().equals(id)) {
        return Optional.of(engine);
      }
    }
    return Optional.empty();
  }

  /**
   * Verdicts on the pairs of this trace, by the complete engine and all cheap answers before it. To
   * have another engine asked first, add it to the stages.
   */
  public static Verdicts verdicts(Trace trace, Verdicts.Budget budget) {
    Verdicts.Stage osr = new Verdicts.Stage(OSR.id(), OSR::witnessSearch);
    return new Portfolio(trace, budget, new Verdicts.Stage[] {osr});
  }
}
