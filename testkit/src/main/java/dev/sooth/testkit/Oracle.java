package dev.sooth.testkit;

import dev.sooth.trace.Trace;
import java.util.NavigableSet;

/**
 * The classes of races by definition, for small traces: what the engines are compared to. One class
 * a notion, written on {@link SmallTrace} from the definitions and from nothing else; to add a
 * notion, write its class and add a line here. Each method gives all pairs of its class.
 */
public final class Oracle {
  private Oracle() {}

  /** All races that some correct reordering shows. */
  public static NavigableSet<Pair> predictable(Trace trace) {
    return PredictableOracle.races(trace);
  }

  /** Pairs that happens-before leaves unordered. */
  public static NavigableSet<Pair> hb(Trace trace) {
    return HbOracle.races(trace);
  }

  /** Pairs that schedulable happens-before leaves unordered. */
  public static NavigableSet<Pair> shb(Trace trace) {
    return ShbOracle.races(trace);
  }

  /** Pairs that weak-causal precedence leaves unordered. */
  public static NavigableSet<Pair> wcp(Trace trace) {
    return WcpOracle.races(trace);
  }

  /** Races that a correct reordering shows in which each lock keeps the order of its sections. */
  public static NavigableSet<Pair> syncp(Trace trace) {
    return SyncPOracle.races(trace);
  }

  /** Pairs that become neighbours when independent neighbours are swapped. */
  public static NavigableSet<Pair> m(Trace trace) {
    return MazurkiewiczOracle.races(trace);
  }

  /** Races after a prefix and a grain, both in the order of the trace. */
  public static NavigableSet<Pair> gprefix(Trace trace) {
    return GPrefixOracle.racesByReordering(trace);
  }
}
