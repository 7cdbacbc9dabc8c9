package dev.sooth.detect.exact;

import dev.sooth.detect.Verdicts;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.order.solver.ConflictingPairs;
import dev.sooth.order.solver.ReversalSearch;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.Refutation;
import dev.sooth.race.Verdict;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/**
 * A verdict for every conflicting pair of a trace, within a budget. In this order: the first access
 * in the cone of the second, a lock that both hold, a witness in the order of the trace, and the
 * complete search of {@link PairDecider}. The first two are counted without looking at each pair.
 *
 * <p>Guarantee: what is counted as a race has a witness, what is counted as none has a refutation,
 * and the rest is counted as unknown.
 */
public final class Portfolio implements Verdicts {
  private static final long NANOS = 1_000_000;

  private final Trace trace;
  private final TraceIndex index;
  private final SyncPreservingClosure.Query query;
  private final PairDecider decider;
  private final ReversalSearch reversals;
  private final Budget budget;
  private final long start = System.nanoTime();
  private final BitSet racyEvents = new BitSet();
  private final BitSet racyLocations = new BitSet();
  private final BitSet racyVariables = new BitSet();
  private ConflictingPairs conflicts;
  private long inTraceOrder;
  private long bySearch;
  private long byDerivation;
  private long unknown;

  public Portfolio(Trace trace, Budget budget) {
    this.trace = trace;
    this.budget = budget;
    index = new TraceIndex(trace);
    query = new SyncPreservingClosure(trace, index.sections()).newQuery();
    decider = new PairDecider(index);
    reversals = new ReversalSearch(index);
    conflicts = new ConflictingPairs(index);
  }

  @Override
  public Verdict decide(int first, int second) {
    Refutation cheap = decider.cheapRefutation(first, second);
    if (cheap != null) {
      return new Verdict.NoRace(cheap);
    }
    if (query.close(first, second)) {
      return new Verdict.Race(witnessInTraceOrder(second));
    }
    long left = millisLeft();
    if (left <= 0) {
      return new Verdict.Unknown("the time for all pairs ran out");
    }
    if (budget.maxDistance() != Budget.ANY_DISTANCE) {
      return decideWithinDistance(first, second);
    }
    long nanos = Math.min(Math.min(budget.pairMillis(), left), Long.MAX_VALUE / NANOS) * NANOS;
    long begin = System.nanoTime();
    BooleanSupplier stop = () -> System.nanoTime() - begin >= nanos;
    return decider.decide(first, second, budget.choices(), stop);
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
      if (query.bothCanBeNext(first, second)) {
        inTraceOrder++;
      } else {
        bySearch++;
      }
      racyEvents.set(second);
      racyLocations.set(trace.location(second));
      racyVariables.set(trace.target(second));
    } else if (verdict instanceof Verdict.NoRace) {
      byDerivation++;
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

  /** The set of the last query, listed in the order of the trace. */
  private Witness witnessInTraceOrder(int second) {
    int[] schedule = new int[second];
    int size = 0;
    for (int i = 0; i < second; i++) {
      if (index.sections().point(i) < query.prefix(trace.thread(i))) {
        schedule[size++] = i;
      }
    }
    return new Witness(Arrays.copyOf(schedule, size));
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
  public long bySearch() {
    return bySearch;
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
