package dev.sooth.detect;

import dev.sooth.race.Verdict;
import dev.sooth.trace.Trace;
import java.util.function.Function;

/**
 * Verdicts on the conflicting pairs of one trace, within a budget: what is called a race has a
 * witness, what is called none has a refutation, and the rest is unknown. Made by {@link
 * Engines#verdicts}.
 */
public interface Verdicts {
  /**
   * What may be spent.
   *
   * @param choices wrong choices of the search, for each pair
   * @param pairMillis time for each pair
   * @param totalMillis time for all pairs
   * @param maxDistance look only for witnesses with so many reversals; {@link #ANY_DISTANCE} for
   *     all
   */
  record Budget(long choices, long pairMillis, long totalMillis, int maxDistance) {
    /** Witnesses may reverse as much as they like. */
    public static final int ANY_DISTANCE = -1;

    /** No limit. */
    public static final Budget UNLIMITED =
        new Budget(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, ANY_DISTANCE);
  }

  /**
   * A cheaper engine that is asked for a witness before the complete search.
   *
   * @param name as on the command line
   * @param search makes its search for a trace
   */
  record Stage(String name, Function<Trace, WitnessSearch> search) {}

  /** Sees the verdict on each pair that was not refuted by counting. */
  @FunctionalInterface
  interface Listener {
    void decided(int first, int second, Verdict verdict);
  }

  /** Decides one pair: two plain accesses to one variable by different threads, one a write. */
  Verdict decide(int first, int second);

  /**
   * The least number of reversals of a witness, or a negative number if it is larger than the
   * budget says or could not be found out.
   */
  int distance(int first, int second);

  /** Decides all pairs and counts the verdicts. */
  void decideAll(Listener listener);

  /** All conflicting pairs. */
  long pairs();

  /** Pairs of which one access must come before the other. */
  long contained();

  /** Other pairs of accesses that hold one lock. */
  long locked();

  /** Races with a witness in the order of the trace. */
  long inTraceOrder();

  /** All races. */
  long races();

  /** The cheaper engines that were asked, in this order. */
  Stage[] stages();

  /** Races for which this stage had the witness. */
  long byStage(int stage);

  /** Races whose witness is that of a similar pair, and a little more. */
  long bySimilarity();

  /** Races that needed the search. */
  long bySearch();

  /** Of those refuted by a derivation: by that of a similar pair. */
  long reusedDerivations();

  /** Pairs that are refuted by a derivation. */
  long byDerivation();

  /** Pairs that could not be decided. */
  long unknown();

  /** Distinct second accesses that race. */
  int racyEvents();

  /** Distinct source locations of these. */
  int racyLocations();

  /** Distinct variables of these. */
  int racyVariables();
}
