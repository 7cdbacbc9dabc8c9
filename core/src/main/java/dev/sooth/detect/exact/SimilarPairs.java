package dev.sooth.detect.exact;

import dev.sooth.order.solver.TraceIndex;
import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Refutation.Step;
import dev.sooth.race.Verdict;
import dev.sooth.race.Witness;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Verdicts that took a search, to be used again for later pairs in the same contexts ({@link
 * AccessContexts}). A refutation holds for them as it stands unless it speaks of the events in
 * between, which take place there. A witness is extended by these events, if they can be executed
 * at its end.
 *
 * <p>Remembers a few pairs, the latest. Not thread-safe.
 */
final class SimilarPairs {
  private static final int REMEMBERED = 64;

  private final TraceIndex index;
  private final Trace trace;
  private final AccessContexts contexts;
  private final int[] first = new int[REMEMBERED];
  private final int[] second = new int[REMEMBERED];
  private final Verdict[] verdicts = new Verdict[REMEMBERED];
  private int next;

  SimilarPairs(TraceIndex index) {
    this.index = index;
    trace = index.trace();
    contexts = new AccessContexts(index);
  }

  /** Remembers a verdict. */
  void add(int e1, int e2, Verdict verdict) {
    if (!(verdict instanceof Verdict.Unknown)) {
      first[next] = e1;
      second[next] = e2;
      verdicts[next] = verdict;
      next = (next + 1) % REMEMBERED;
    }
  }

  /** The verdict on this pair that follows from one that is remembered, or null. */
  Verdict find(int e1, int e2) {
    for (int k = 0; k < REMEMBERED && verdicts[k] != null; k++) {
      if (contexts.isAlike(first[k], e1) && contexts.isAlike(second[k], e2)) {
        if (verdicts[k] instanceof Verdict.NoRace none
            && !speaksOfBetween(none.refutation(), k, e1, e2)) {
          return none;
        }
        if (verdicts[k] instanceof Verdict.Race race) {
          int[] extended = extend(race.witness(), k, e1, e2);
          if (extended != null) {
            return new Verdict.Race(new Witness(extended));
          }
        }
      }
    }
    return null;
  }

  private boolean speaksOfBetween(Refutation refutation, int k, int e1, int e2) {
    if (!(refutation instanceof Refutation.Derivation derivation)) {
      return true; // others are about the two accesses themselves, and found at no cost
    }
    for (Step step : derivation.steps()) {
      int[] data = step.data();
      for (int i = 0; i < data.length; i++) {
        boolean isEvent = step.rule() != Rule.LEARNED || (i % 3 != 0 && data[i] >= 0);
        if (isEvent
            && (contexts.isBetween(data[i], first[k], e1)
                || contexts.isBetween(data[i], second[k], e2))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The witness and then the events in between, or null if a read there would see another write.
   */
  private int[] extend(Witness witness, int k, int e1, int e2) {
    int[] schedule = witness.schedule(trace);
    int more =
        index.sections().point(e1)
            - index.sections().point(first[k])
            + index.sections().point(e2)
            - index.sections().point(second[k]);
    int[] extended = Arrays.copyOf(schedule, schedule.length + more);
    int size = append(extended, schedule.length, first[k], e1);
    size = append(extended, size, second[k], e2);
    for (int i = schedule.length; i < size; i++) {
      if (TraceIndex.isRead(index.kind(extended[i]))
          && lastWrite(extended, i, trace.target(extended[i])) != index.writer(extended[i])) {
        return null;
      }
    }
    return extended;
  }

  private int append(int[] into, int at, int from, int to) {
    int size = at;
    int thread = trace.thread(from);
    for (int point = index.sections().point(from); point < index.sections().point(to); point++) {
      into[size++] = index.event(thread, point);
    }
    return size;
  }

  private int lastWrite(int[] schedule, int before, int variable) {
    for (int i = before - 1; i >= 0; i--) {
      int event = schedule[i];
      if (trace.target(event) == variable && TraceIndex.isWrite(index.kind(event))) {
        return event;
      }
    }
    return TraceIndex.NONE;
  }
}
