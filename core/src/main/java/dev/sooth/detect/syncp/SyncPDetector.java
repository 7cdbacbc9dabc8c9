package dev.sooth.detect.syncp;

import dev.sooth.detect.Detector;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.order.CriticalSections;
import dev.sooth.order.Grouping;
import dev.sooth.order.LockSets;
import dev.sooth.order.SyncPreservingClosure;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.Kind;
import dev.sooth.trace.PairIds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.Arrays;

/**
 * Sync-preserving races [SyncP21]: pairs that are both next in some correct reordering that keeps
 * the order of the critical sections of each lock. Guarantee: every report is a race, and all races
 * of this kind are found. By [Ang25] Prop. 3.2 these are the SeqP races, too.
 *
 * <p>A second access is compared with the earlier accesses of one thread and kind (a
 * <em>group</em>) from the first one outside the set that the second needs. A first access that is
 * inside the set of the pair is inside the set of all later pairs of the same two threads, so it is
 * never looked at again: each group keeps, for each second thread, how far it is refuted. Time
 * O(events · threads) queries of {@link SyncPreservingClosure} at worst. Mostly none is needed: a
 * lock that all accesses to a variable so far have held, or that both accesses hold, refutes at
 * once, for the section of the first access would have to end before the second's begins.
 *
 * <p>Departs from the paper in keeping one closed set for each thread and not one for each two
 * threads and variable: memory does not grow with the variables.
 */
public final class SyncPDetector implements Detector {
  private static final int POLL = 1 << 14;

  private Trace trace;
  private byte[] kinds;
  private CriticalSections sections;
  private SyncPreservingClosure closure;
  private SyncPreservingClosure.Query query;
  private Pairs pairs;
  private RaceSink sink;

  private Grouping accesses; // by variable, then by thread * 2, + 1 for writes
  private Grouping.Inverse groupOf; // of the access at a position
  private int[] filled; // by group: index after the last item that the pass has reached
  private final PairIds refutedPairs = new PairIds(); // group, second thread
  private int[] refuted = new int[64]; // by such a pair: the first item not refuted yet
  private LockSets lockSets;
  private int[] commonLocks; // by variable: lock set held at all accesses so far

  @Override
  public void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException {
    this.trace = Trace.load(source);
    this.pairs = pairs;
    this.sink = sink;
    if (stop.now()) {
      return;
    }
    prepare();
    int[] held = new int[trace.names().threads().size()]; // lock sets, by thread
    for (int i = 0; i < trace.size(); i++) {
      if (i % POLL == 0 && stop.now()) {
        return;
      }
      int thread = trace.thread(i);
      switch (kinds[i]) {
        case Kind.READ, Kind.WRITE -> access(i, thread, held[thread]);
        case Kind.ACQUIRE -> held[thread] = lockSets.with(held[thread], trace.target(i));
        case Kind.RELEASE -> held[thread] = lockSets.without(held[thread], trace.target(i));
        default -> {}
      }
    }
  }

  private void prepare() {
    kinds = trace.relevantKinds();
    int threads = trace.names().threads().size();
    int variables = trace.names().variables().size();
    sections = new CriticalSections(trace);
    closure = new SyncPreservingClosure(trace, sections);
    query = closure.newQuery();
    accesses =
        new Grouping(
            trace.size(),
            variables,
            threads * 2,
            i -> Kind.isPlainAccess(kinds[i]) ? trace.target(i) : -1,
            i -> trace.thread(i) * 2 + (kinds[i] == Kind.WRITE ? 1 : 0));
    filled = new int[accesses.groups()];
    groupOf = accesses.inverse(trace.size());
    for (int group = 0; group < filled.length; group++) {
      filled[group] = accesses.start(group);
    }
    lockSets = new LockSets();
    commonLocks = new int[variables];
    Arrays.fill(commonLocks, LockSets.ALL);
  }

  private void access(int second, int thread, int held) {
    int variable = trace.target(second);
    boolean isWrite = kinds[second] == Kind.WRITE;
    commonLocks[variable] = lockSets.intersection(commonLocks[variable], held);
    boolean done = commonLocks[variable] != LockSets.NONE; // no earlier access can race then
    int needs = closure.needs(second);
    // Groups stand in the order of their first accesses: those that the pass has reached come
    // first.
    int to = accesses.groupsTo(variable);
    for (int group = accesses.groupsFrom(variable);
        group < to && filled[group] > accesses.start(group) && !done;
        group++) {
      int key = accesses.secondKey(group);
      if (key >> 1 != thread && (isWrite || (key & 1) == 1)) {
        done = compare(group, key >> 1, second, thread, needs) && pairs == Pairs.FIRST_PER_EVENT;
      }
    }
    filled[groupOf.of(second, variable)]++;
  }

  /** Compares the access with the earlier ones of a group of another thread; true if one races. */
  private boolean compare(int group, int firstThread, int second, int thread, int needs) {
    int end = filled[group];
    int outside = closure.needed(needs, firstThread);
    if (sections.point(accesses.item(end - 1)) < outside) {
      return false; // all of them must come before it
    }
    int pair = refutedPairs.find(group, thread);
    int from = pair < 0 ? accesses.start(group) : refuted[pair];
    if (from == end) {
      return false;
    }
    boolean found = false;
    int point = sections.point(second);
    int next = firstOutside(from, end, outside);
    int refutedTo = next; // all items before are inside the set of this pair of threads for good
    while (next < end && !(found && pairs == Pairs.FIRST_PER_EVENT)) {
      int first = accesses.item(next);
      int after = next + 1;
      if (!sections.shareLock(firstThread, sections.point(first), thread, point)) {
        if (query.bothCanBeNext(first, second)) {
          report(first, second);
          found = true;
          next = after;
          continue;
        }
        after = firstOutside(after, end, query.reached());
      }
      if (refutedTo == next) {
        refutedTo = after;
      }
      next = after;
    }
    if (refutedTo > from) {
      refute(pair < 0 ? refutedPairs.intern(group, thread) : pair, refutedTo);
    }
    return found;
  }

  private void refute(int pair, int to) {
    if (pair >= refuted.length) {
      refuted = Arrays.copyOf(refuted, 2 * pair);
    }
    refuted[pair] = to;
  }

  /** The first item outside; a look at the first one may save the search. */
  private int firstOutside(int from, int to, int point) {
    return from < to && sections.point(accesses.item(from)) >= point
        ? from
        : sections.firstOutside(accesses, from, to, point);
  }

  private void report(int first, int second) {
    sink.race(trace, first, second);
  }
}
