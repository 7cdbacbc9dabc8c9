package dev.sooth.testkit;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The races that an engine reports on a trace, checked for what every report must be: an ordered
 * pair with the right thread, kind and location, reported once, pairs of one second access
 * together, second accesses in trace order.
 */
final class EngineRun {
  private EngineRun() {}

  static List<Race> races(Engine engine, TraceSource source, Pairs pairs, Stop stop) {
    List<Race> races = new ArrayList<>();
    try {
      engine
          .create()
          .run(
              source,
              pairs,
              (variable, p1, k1, t1, l1, p2, k2, t2, l2) ->
                  races.add(
                      new Race(variable, new Access(p1, k1, t1, l1), new Access(p2, k2, t2, l2))),
              stop);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long last = -1;
    for (Race race : races) {
      if (race.second().position() < last) {
        throw new AssertionError("reports are not in the order of second accesses: " + races);
      }
      last = race.second().position();
    }
    return races;
  }

  /** The races on a trace in memory, whose ids are those of the reports. */
  static List<Race> races(Engine engine, Trace trace, Pairs pairs) {
    List<Race> races = races(engine, trace, pairs, Stop.NEVER);
    for (Race race : races) {
      checkAccess(trace, race.variable(), race.first());
      checkAccess(trace, race.variable(), race.second());
    }
    return races;
  }

  private static void checkAccess(Trace trace, int variable, Access access) {
    int position = Math.toIntExact(access.position());
    Access expected =
        new Access(
            position, trace.kind(position), trace.thread(position), trace.location(position));
    if (!access.equals(expected) || trace.target(position) != variable) {
      throw new AssertionError(
          "report says variable %d, %s, trace says variable %d, %s"
              .formatted(variable, access, trace.target(position), expected));
    }
  }

  /** The positions of the races; none may be reported twice. */
  static NavigableSet<Pair> pairs(List<Race> races) {
    NavigableSet<Pair> pairs = new TreeSet<>();
    for (Race race : races) {
      Pair pair =
          new Pair(
              Math.toIntExact(race.first().position()), Math.toIntExact(race.second().position()));
      if (!pairs.add(pair)) {
        throw new AssertionError("pair " + pair + " is reported twice");
      }
    }
    return pairs;
  }

  static NavigableSet<Integer> seconds(Iterable<Pair> pairs) {
    NavigableSet<Integer> seconds = new TreeSet<>();
    for (Pair pair : pairs) {
      seconds.add(pair.second());
    }
    return seconds;
  }
}
