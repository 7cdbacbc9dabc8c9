package dev.sooth.detect.exact;

import dev.sooth.detect.Verdicts;
import dev.sooth.detect.WitnessSearch;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.order.solver.ConflictingPairs;
import dev.sooth.order.solver.ReversalSearch;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.Refutation;
import dev.sooth.race.Verdict;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A verdict for every conflicting pair of a trace, within a budget. In this order: the first access
 * in the cone of the second, a lock that both hold, a witness in the order of the trace, a verdict
 * on a similar pair ({@link SimilarPairs}), a witness that a cheaper engine knows, the complete
 * search of {@link ExactDecision}, and, where that gave up, witnesses with few reversals. The first
 * two are counted without looking at each pair.
 *
 * <p>Guarantee: what is counted as a race has a witness, what is counted as none has a refutation,
 * and the rest is counted as unknown.
 */
public final class Portfolio implements Verdicts {
  private static final long NANOS = 1_000_000;
  private static final int LAST_DISTANCE = 2; // reversals that are tried when the search gave up
  private static final int LAST_ORDERS = 1_000;
  private static final Verdict OUT_OF_TIME = new Verdict.Unknown("the time for all pairs ran out");

  // What decided the last pair, if it was no stage.
  private static final int BY_SEARCH = -1;
  private static final int BY_TRACE_ORDER = -2;
  private static final int BY_SIMILARITY = -3;

  private final Trace trace;
  private final TraceIndex index;
  private final SyncPreservingClosure.Query query;
  private final ExactDecision decider;
  private final ReversalSearch reversals;
  private final SimilarPairs similar;
  private final Stage[] stages;
  private final WitnessSearch[] searches; // of the stages, made when they are needed
  private final long[] racesByStage;
  private final Budget budget;
  private final long start = System.nanoTime();
  private final BitSet racyEvents = new BitSet();
  private final BitSet racyLocations = new BitSet();
  private final BitSet racyVariables = new BitSet();
  private ConflictingPairs conflicts;
  private long inTraceOrder;
  private long bySearch;
  private long bySimilarity;
  private long byDerivation;
  private long reusedDerivations;
  private long unknown;
  private int decidedBy;

  /** A portfolio without cheaper engines. */
  public Portfolio(Trace trace, Budget budget) {
    this(trace, budget, new Stage[0]);
  }

  /** A portfolio that asks these engines, in order, before it searches itself. */
  public Portfolio(Trace trace, Budget budget, Stage[] stages) {
    this.trace = trace;
    this.budget = budget;
    this.stages = stages.clone();
    searches = new WitnessSearch[stages.length];
    racesByStage = new long[stages.length];
    index = new TraceIndex(trace);
    query = new SyncPreservingClosure(trace, index.sections()).newQuery();
    decider = new ExactDecision(index);
    reversals = new ReversalSearch(index);
    similar = new SimilarPairs(index);
    conflicts = new ConflictingPairs(index);
  }

  @Override
  public Verdict decide(int first, int second) {
    decidedBy = BY_SEARCH;
    Refutation cheap = decider.cheapRefutation(first, second);
    if (cheap != null) {
      return new Verdict.NoRace(cheap);
    }
    if (query.close(first, second)) {
      decidedBy = BY_TRACE_ORDER;
      return new Verdict.Race(Witness.ofCut(query.prefixes()));
    }
    if (budget.maxDistance() != Budget.ANY_DISTANCE) {
      return millisLeft() > 0 ? decideWithinDistance(first, second) : OUT_OF_TIME;
    }
    Verdict known = similar.find(first, second);
    if (known != null) {
      decidedBy = BY_SIMILARITY;
      return known;
    }
    Verdict verdict = ask(first, second);
    similar.add(first, second, verdict);
    return verdict;
  }

  /** Asks the cheaper engines, and then searches. */
  private Verdict ask(int first, int second) {
    for (int stage = 0; stage < stages.length; stage++) {
      if (searches[stage] == null) {
        searches[stage] = stages[stage].search().apply(trace);
      }
      Optional<Witness> witness = searches[stage].find(first, second);
      if (witness.isPresent()) {
        decidedBy = stage;
        return new Verdict.Race(witness.get());
      }
    }
    long left = millisLeft();
    if (left <= 0) {
      return OUT_OF_TIME;
    }
    long nanos = Math.min(Math.min(budget.pairMillis(), left), Long.MAX_VALUE / NANOS) * NANOS;
    long begin = System.nanoTime();
    BooleanSupplier stop = () -> System.nanoTime() - begin >= nanos;
    Verdict verdict = decider.decide(first, second, budget.choices(), stop);
    return verdict instanceof Verdict.Unknown && !stop.getAsBoolean()
        ? lookNearTheTrace(first, second, verdict)
        : verdict;
  }

  /**
   * After too many wrong choices: a witness with few reversals may still be found. Measured on the
   * recorded traces it is tens of times slower than the search and finds less, so it comes last.
   */
  private Verdict lookNearTheTrace(int first, int second, Verdict otherwise) {
    return reversals.distance(first, second, LAST_DISTANCE, LAST_ORDERS) >= 0
        ? new Verdict.Race(new Witness(reversals.schedule()))
        : otherwise;
  }

  private Verdict decideWithinDistance(int first, int second) {
    int distance = reversals.distance(first, second, budget.maxDistance(), budget.choices());
    if (distance >= 0) {
      return new Verdict.Race(new Witness(reversals.schedule()));
    }
    return new Verdict.Unknown(
        distance == ReversalSearch.NONE_WITHIN_BOUND
            ? "no witness has at most %d reversals".formatted(budget.maxDistance())
            : "the past of both is too large, or too many orders were tried");
  }

  @Override
  public int distance(int first, int second) {
    return decider.cheapRefutation(first, second) != null
        ? ReversalSearch.NONE_WITHIN_BOUND
        : reversals.distance(first, second, budget.maxDistance(), budget.choices());
  }

  @Override
  public void decideAll(Listener listener) {
    conflicts = new ConflictingPairs(index);
    for (int i = 0; i < trace.size(); i++) {
      if (conflicts.advance(i)) {
        conflicts.visit(i, (first, second) -> count(first, second, listener));
      }
    }
  }

  private boolean count(int first, int second, Listener listener) {
    Verdict verdict = decide(first, second);
    if (verdict instanceof Verdict.Race) {
      switch (decidedBy) {
        case BY_TRACE_ORDER -> inTraceOrder++;
        case BY_SIMILARITY -> bySimilarity++;
        case BY_SEARCH -> bySearch++;
        default -> racesByStage[decidedBy]++;
      }
      racyEvents.set(second);
      racyLocations.set(trace.location(second));
      racyVariables.set(trace.target(second));
    } else if (verdict instanceof Verdict.NoRace) {
      byDerivation++;
      reusedDerivations += decidedBy == BY_SIMILARITY ? 1 : 0;
    } else {
      unknown++;
    }
    listener.decided(first, second, verdict);
    return true;
  }

  private long millisLeft() {
    return budget.totalMillis() == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : budget.totalMillis() - (System.nanoTime() - start) / NANOS;
  }

  @Override
  public long pairs() {
    return conflicts.pairs();
  }

  @Override
  public long contained() {
    return conflicts.contained();
  }

  @Override
  public long locked() {
    return conflicts.locked();
  }

  @Override
  public long inTraceOrder() {
    return inTraceOrder;
  }

  @Override
  public long races() {
    long races = inTraceOrder + bySimilarity + bySearch;
    for (long count : racesByStage) {
      races += count;
    }
    return races;
  }

  @Override
  public Stage[] stages() {
    return stages.clone();
  }

  @Override
  public long byStage(int stage) {
    return racesByStage[stage];
  }

  @Override
  public long bySimilarity() {
    return bySimilarity;
  }

  @Override
  public long bySearch() {
    return bySearch;
  }

  @Override
  public long reusedDerivations() {
    return reusedDerivations;
  }

  @Override
  public long byDerivation() {
    return byDerivation;
  }

  @Override
  public long unknown() {
    return unknown;
  }

  @Override
  public int racyEvents() {
    return racyEvents.cardinality();
  }

  @Override
  public int racyLocations() {
    return racyLocations.cardinality();
  }

  @Override
  public int racyVariables() {
    return racyVariables.cardinality();
  }
}
