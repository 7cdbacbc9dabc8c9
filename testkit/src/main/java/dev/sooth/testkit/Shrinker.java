package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes a failing trace smaller: drops threads, locks and variables, then single events and pairs
 * of events, as long as the trace stays well-formed and still fails. The result is minimal in that
 * no one of these steps leads further. An acquire goes together with its release.
 */
public final class Shrinker {
  private Shrinker() {}

  /**
   * A small well-formed trace on which the predicate holds.
   *
   * @param trace a well-formed trace on which the predicate holds
   * @param fails whether the failure is still there; only asked about well-formed traces
   */
  public static Trace shrink(Trace trace, Predicate<Trace> fails) {
    Trace best = trace;
    for (Trace next = smaller(best, fails); next != null; next = smaller(best, fails)) {
      best = next;
    }
    return best;
  }

  private static Trace smaller(Trace trace, Predicate<Trace> fails) {
    List<NamedEvent> events = Traces.events(trace);
    for (Set<Integer> drop : steps(new SmallTrace(trace), events)) {
      List<NamedEvent> rest = new ArrayList<>();
      for (int i = 0; i < events.size(); i++) {
        if (!drop.contains(i)) {
          rest.add(events.get(i));
        }
      }
      Trace candidate = Traces.of(Traces.withDefaultLocations(rest));
      if (!rest.isEmpty() && WellFormed.holds(candidate) && fails.test(candidate)) {
        return candidate;
      }
    }
    return null;
  }

  /** Sets of events to drop, the largest first. */
  private static List<Set<Integer>> steps(SmallTrace trace, List<NamedEvent> events) {
    List<Set<Integer>> steps = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (NamedEvent event : events) {
      if (seen.add("thread " + event.thread())) {
        steps.add(
            select(
                events,
                e -> e.thread().equals(event.thread()) || e.uses(Kind.FORK, event.thread())));
      }
      if (!event.target().isEmpty()
          && !Kind.isThreadOperation(event.kind())
          && seen.add((Kind.isAccess(event.kind()) ? "variable " : "lock ") + event.target())) {
        steps.add(select(events, e -> e.uses(event.kind(), event.target())));
      }
    }
    List<Set<Integer>> units = new ArrayList<>();
    for (SmallTrace.Section section : trace.sections) {
      if (section.release() != SmallTrace.NONE) {
        units.add(Set.of(section.acquire(), section.release()));
      }
    }
    for (int i = 0; i < events.size(); i++) {
      units.add(Set.of(i));
    }
    steps.addAll(units);
    for (Set<Integer> a : units) {
      for (Set<Integer> b : units) {
        if (!a.equals(b)) {
          Set<Integer> both = new HashSet<>(a);
          both.addAll(b);
          steps.add(both);
        }
      }
    }
    return steps;
  }

  private static Set<Integer> select(List<NamedEvent> events, Predicate<NamedEvent> wanted) {
    Set<Integer> positions = new HashSet<>();
    for (int i = 0; i < events.size(); i++) {
      if (wanted.test(events.get(i))) {
        positions.add(i);
      }
    }
    return positions;
  }
}
