package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.ObjectArrayList;
import dev.sooth.race.RaceSink;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Collects the races that several automata find in one run of events, and passes them on by second
 * access, so that the output does not depend on how many automata there are. Where all pairs are
 * asked for, those of a second access wait until all of them are known.
 */
final class Reports {
  private record Pair(FirstAccess first, SecondAccess second, long knownAt) {}

  private static final Comparator<Pair> BY_SECOND =
      Comparator.<Pair>comparingLong(pair -> pair.second.position)
          .thenComparingLong(pair -> pair.first.position);

  private static final Comparator<Pair> BY_KNOWLEDGE =
      Comparator.<Pair>comparingLong(pair -> pair.knownAt).thenComparing(BY_SECOND);

  private final boolean all;

  /** By automaton; each list is written by the thread that runs it, and read between runs. */
  private final ObjectArrayList<ObjectArrayList<Pair>> lists = new ObjectArrayList<>();

  private final ObjectArrayList<Pair> waiting = new ObjectArrayList<>();

  Reports(int automata, boolean all) {
    this.all = all;
    for (int i = 0; i < automata; i++) {
      lists.add(new ObjectArrayList<>());
    }
  }

  /** Where one automaton reports to. */
  Automaton.Found of(int automaton) {
    ObjectArrayList<Pair> list = lists.get(automaton);
    return (first, second, knownAt) -> list.add(new Pair(first, second, knownAt));
  }

  /** Passes on what was found, but no second access at or after this position if all are asked. */
  void passOn(long earliestPending, RaceSink sink) {
    for (int i = 0; i < lists.size(); i++) {
      waiting.addAll(lists.get(i));
      lists.get(i).clear();
    }
    if (waiting.isEmpty()) {
      return;
    }
    Pair[] pairs = waiting.toArray(Pair.class);
    Arrays.sort(pairs, all ? BY_SECOND : BY_KNOWLEDGE);
    waiting.clear();
    for (Pair pair : pairs) {
      if (all && pair.second.position >= earliestPending) {
        waiting.add(pair);
      } else {
        pass(pair.first, pair.second, sink);
      }
    }
  }

  private static void pass(FirstAccess first, SecondAccess second, RaceSink sink) {
    sink.race(
        second.variable,
        first.position,
        first.kind,
        first.thread,
        first.location,
        second.position,
        second.kind,
        second.thread,
        second.location);
  }
}
