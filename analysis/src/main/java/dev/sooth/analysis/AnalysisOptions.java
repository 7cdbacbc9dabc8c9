package dev.sooth.analysis;

import dev.sooth.detect.Pairs;
import java.time.Duration;
import java.util.Optional;

/**
 * What to do with a trace, whichever engine runs.
 *
 * @param pairs which of the pairs of one access to report
 * @param firstOnly end each run at its first race
 * @param perVariable report the first race of each variable only
 * @param filter leave out what cannot matter to any other thread; results are the same
 * @param maxRaces how many races to keep; all are counted
 * @param timeout for one engine on one trace, reading included
 * @param proveBudget time for the proofs of one run; empty switches proving off
 * @param restBudget of that, the most for races of lines and fields of which one race was tried
 * @param keepWitnesses whether all witnesses will be looked at
 */
public record AnalysisOptions(
    Pairs pairs,
    boolean firstOnly,
    boolean perVariable,
    boolean filter,
    int maxRaces,
    Optional<Duration> timeout,
    Optional<Duration> proveBudget,
    Duration restBudget,
    boolean keepWitnesses) {
  /** The most races that can be kept. */
  public static final int ALL_RACES = Integer.MAX_VALUE - 16;

  private static final AnalysisOptions DEFAULTS =
      new AnalysisOptions(
          Pairs.FIRST_PER_EVENT,
          false,
          false,
          true,
          1_000_000,
          Optional.empty(),
          Optional.of(Duration.ofSeconds(30)),
          Duration.ofSeconds(5),
          false);

  public AnalysisOptions {
    if (maxRaces < 0 || maxRaces > ALL_RACES) {
      throw new IllegalArgumentException("races to keep: " + maxRaces);
    }
    if (timeout.filter(Duration::isNegative).isPresent()
        || proveBudget.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("negative time: %s, %s".formatted(timeout, proveBudget));
    }
  }

  /**
   * One pair an access, a million races, no limit of time, 30 seconds for the proofs, 5 of them for
   * more races of the same lines.
   */
  public static AnalysisOptions defaults() {
    return DEFAULTS;
  }

  /** The same with other pairs of each access. */
  public AnalysisOptions withPairs(Pairs which) {
    return new AnalysisOptions(
        which,
        firstOnly,
        perVariable,
        filter,
        maxRaces,
        timeout,
        proveBudget,
        restBudget,
        keepWitnesses);
  }

  /** The same, ending at the first race or not. */
  public AnalysisOptions withFirstOnly(boolean only) {
    return new AnalysisOptions(
        pairs,
        only,
        perVariable,
        filter,
        maxRaces,
        timeout,
        proveBudget,
        restBudget,
        keepWitnesses);
  }

  /** The same, with one race a variable or not. */
  public AnalysisOptions withPerVariable(boolean one) {
    return new AnalysisOptions(
        pairs, firstOnly, one, filter, maxRaces, timeout, proveBudget, restBudget, keepWitnesses);
  }

  /** The same, filtered or not. */
  public AnalysisOptions withFilter(boolean on) {
    return new AnalysisOptions(
        pairs,
        firstOnly,
        perVariable,
        on,
        maxRaces,
        timeout,
        proveBudget,
        restBudget,
        keepWitnesses);
  }

  /** The same, keeping so many races. */
  public AnalysisOptions withMaxRaces(int most) {
    return new AnalysisOptions(
        pairs,
        firstOnly,
        perVariable,
        filter,
        most,
        timeout,
        proveBudget,
        restBudget,
        keepWitnesses);
  }

  /** The same with this time for one engine. */
  public AnalysisOptions withTimeout(Duration time) {
    return new AnalysisOptions(
        pairs,
        firstOnly,
        perVariable,
        filter,
        maxRaces,
        Optional.of(time),
        proveBudget,
        restBudget,
        keepWitnesses);
  }

  /** The same with this time for the proofs of one engine, all of it for any race. */
  public AnalysisOptions withProveBudget(Duration time) {
    return new AnalysisOptions(
        pairs,
        firstOnly,
        perVariable,
        filter,
        maxRaces,
        timeout,
        Optional.of(time),
        time,
        keepWitnesses);
  }

  /** The same without proofs: all races are candidates. */
  public AnalysisOptions withoutProofs() {
    return new AnalysisOptions(
        pairs,
        firstOnly,
        perVariable,
        filter,
        maxRaces,
        timeout,
        Optional.empty(),
        restBudget,
        keepWitnesses);
  }

  /** The same, keeping witnesses or not. */
  public AnalysisOptions withWitnesses(boolean keep) {
    return new AnalysisOptions(
        pairs, firstOnly, perVariable, filter, maxRaces, timeout, proveBudget, restBudget, keep);
  }
}
