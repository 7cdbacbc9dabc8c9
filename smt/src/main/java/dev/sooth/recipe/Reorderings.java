package dev.sooth.recipe;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.WitnessSearch;
import dev.sooth.race.RaceSink;
import dev.sooth.race.Witness;
import dev.sooth.recipe.Candidates.Candidate;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Schedules in which every read sees what it saw, by the searches of the engines on orders: where
 * no value has to change, they answer at once what a solver may not answer at all. They are checked
 * as any other schedule.
 */
final class Reorderings {
  private static final int MOST_FOR_OSR = 100_000; // events
  private static final int MOST_OF_A_PAIR = 5;

  private final Trace trace;
  private final Unfolding unfolding;
  private final Window whole;
  private final WitnessSearch search;
  private final Map<Long, Node> byPosition = new HashMap<>();

  Reorderings(Trace trace, Unfolding unfolding, List<Node> recorded) {
    this.trace = trace;
    this.unfolding = unfolding;
    whole = new Windows(unfolding, recorded).next(0, Long.MAX_VALUE);
    search = Engines.OSR.witnessSearch(trace);
    for (Node node : recorded) {
      if (node.kind != Kind.END) {
        byPosition.put(node.position, node);
      }
    }
  }

  /** Some pairs of accesses of each two lines that race in another order of the trace. */
  List<Candidate> races(Stop stop) {
    Engine engine = trace.size() <= MOST_FOR_OSR ? Engines.OSR : Engines.SYNCP;
    List<Candidate> races = new ArrayList<>();
    Map<Long, Integer> ofPair = new HashMap<>();
    RaceSink sink =
        (variable, one, oneKind, oneThread, oneLine, other, otherKind, otherThread, otherLine) -> {
          Node first = byPosition.get(one);
          Node second = byPosition.get(other);
          if (first != null && second != null && first.isPlain() && second.isPlain()) {
            Candidate race = new Candidate(first, second);
            if (ofPair.merge(race.pair(), 1, Integer::sum) <= MOST_OF_A_PAIR) {
              races.add(race);
            }
          }
        };
    try {
      engine.create().run(trace.filtered(), Pairs.FIRST_PER_EVENT, sink, stop);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
    return races;
  }

  /** A schedule after which both are next, if one is found. */
  Optional<Schedule> find(Candidate race) {
    Node first = race.first();
    Node second = race.second();
    int one = trace.index(Math.min(first.position, second.position));
    int other = trace.index(Math.max(first.position, second.position));
    if (one < 0 || other < 0) {
      return Optional.empty();
    }
    return search.find(one, other).map(witness -> schedule(witness, first, second));
  }

  private Schedule schedule(Witness witness, Node first, Node second) {
    List<Node> order = new ArrayList<>();
    Set<Node> ended = new HashSet<>();
    for (int event : witness.schedule(trace)) {
      Node node = byPosition.get(trace.position(event));
      if (node == null) {
        continue; // an event that orders nothing
      }
      if (node.kind == Kind.JOIN) {
        for (Node end : unfolding.ends(node.target)) {
          if (end.isExecuted() && ended.add(end)) {
            order.add(end);
          }
        }
      }
      order.add(node);
    }
    return new Schedule(whole, order, first, second);
  }
}
