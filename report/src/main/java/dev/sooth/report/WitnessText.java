package dev.sooth.report;

import dev.sooth.analysis.Printable;
import dev.sooth.race.Race;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A witness for people. A short one is listed as it is. Of a long one stays what the two accesses
 * rest on: the last events of their threads, the locks that these hold, the reads by which they
 * depend on other threads with the writes, joins, the forks of all threads that are named, and the
 * places where the order is not that of the trace. What is left out is counted.
 */
final class WitnessText {
  private static final int SHORT = 41; // events of a witness that is listed whole
  private static final int VERY_SHORT = 12; // the same of a picture, which can be unfolded
  private static final int LAST = 3; // events of each of the two threads before its access
  private static final int LOCKS = 6;
  private static final int LINKS = 4; // reads from other threads, and joins
  private static final int FORKS = 6;
  private static final int TURNS = 2;
  private static final int MOST_WANTED = 64; // variables whose writes are looked for
  private static final int NAMED_THREADS = 3; // of those whose events are left out

  private final Trace trace;
  private final int[] schedule;
  private final int firstThread;
  private final int secondThread;
  private final BitSet shown = new BitSet(); // indices in the schedule

  // Of the way back through the schedule.
  private final BitSet named = new BitSet(); // threads
  private final Map<Integer, Integer> wanted = new HashMap<>(); // variable: the read
  private final Map<Long, Integer> released = new HashMap<>(); // thread and lock: releases
  private int firstEvents;
  private int secondEvents;
  private int locks;
  private int links;
  private int forks;
  private int turns;

  private WitnessText(Trace trace, int[] schedule, int firstThread, int secondThread) {
    this.trace = trace;
    this.schedule = schedule;
    this.firstThread = firstThread;
    this.secondThread = secondThread;
  }

  /** The lines for this witness of the race, all of them or those that tell most. */
  static List<String> lines(Trace trace, int[] schedule, Race race, boolean all) {
    WitnessText text =
        new WitnessText(trace, schedule, race.first().thread(), race.second().thread());
    if (all || schedule.length <= SHORT) {
      text.shown.set(0, schedule.length);
    } else {
      text.choose();
    }
    return text.list();
  }

  /** The indices in this schedule of the events that a picture shows; all, if they are few. */
  static BitSet shown(Trace trace, int[] schedule, Race race) {
    WitnessText text =
        new WitnessText(trace, schedule, race.first().thread(), race.second().thread());
    if (schedule.length <= VERY_SHORT) {
      text.shown.set(0, schedule.length);
    } else {
      text.choose();
    }
    return text.shown;
  }

  private void choose() {
    named.set(firstThread);
    named.set(secondThread);
    for (int i = schedule.length - 1; i >= 0; i--) {
      int event = schedule[i];
      int thread = trace.thread(event);
      boolean ofTheTwo = thread == firstThread || thread == secondThread;
      if (ofTheTwo && isLast(thread)) {
        show(i);
      }
      if (i + 1 < schedule.length && event > schedule[i + 1] && turns < TURNS) {
        turns++;
        show(i);
        show(i + 1);
      }
      look(i, trace.kind(event), thread, trace.target(event), ofTheTwo);
    }
  }

  private boolean isLast(int thread) {
    return (thread == firstThread ? firstEvents++ : secondEvents++) < LAST;
  }

  private void look(int i, byte kind, int thread, int target, boolean ofTheTwo) {
    switch (kind) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (ofTheTwo && wanted.size() < MOST_WANTED && links < LINKS) {
          wanted.putIfAbsent(target, i);
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> {
        Integer read = wanted.isEmpty() ? null : wanted.remove(target);
        if (read != null && trace.thread(schedule[read]) != thread && links < LINKS) {
          links++;
          show(read);
          show(i);
        }
      }
      case Kind.RELEASE -> {
        if (ofTheTwo) {
          released.merge(lockOf(thread, target), 1, Integer::sum);
        }
      }
      case Kind.ACQUIRE -> {
        if (ofTheTwo && isHeld(thread, target) && locks < LOCKS) {
          locks++;
          show(i);
        }
      }
      case Kind.JOIN -> {
        if (ofTheTwo && links < LINKS) {
          links++;
          show(i);
        }
      }
      case Kind.FORK -> {
        if (named.get(target) && forks < FORKS) {
          forks++;
          show(i);
        }
      }
      default -> {}
    }
  }

  private static long lockOf(int thread, int lock) {
    return (long) thread << 32 | lock;
  }

  /** Whether the acquire, met on the way back, has no release in the witness. */
  private boolean isHeld(int thread, int lock) {
    long key = lockOf(thread, lock);
    int later = released.getOrDefault(key, 0);
    if (later > 0) {
      released.put(key, later - 1);
    }
    return later == 0;
  }

  private void show(int i) {
    shown.set(i);
    named.set(trace.thread(schedule[i]));
  }

  private List<String> list() {
    List<String> lines = new ArrayList<>();
    int next = 0;
    for (int i = shown.nextSetBit(0); i >= 0; i = shown.nextSetBit(i + 1)) {
      gap(next, i, lines);
      lines.add(event(trace, schedule[i]));
      next = i + 1;
    }
    gap(next, schedule.length, lines);
    return lines;
  }

  private void gap(int from, int to, List<String> lines) {
    if (from == to) {
      return;
    }
    Map<Integer, int[]> counts = new HashMap<>();
    for (int i = from; i < to; i++) {
      counts.computeIfAbsent(trace.thread(schedule[i]), thread -> new int[1])[0]++;
    }
    List<Integer> threads = new ArrayList<>(counts.keySet());
    threads.sort(
        (a, b) ->
            counts.get(a)[0] != counts.get(b)[0]
                ? Integer.compare(counts.get(b)[0], counts.get(a)[0])
                : Integer.compare(a, b));
    StringBuilder line = new StringBuilder("… ");
    if (threads.size() > 1) {
      line.append(Printable.count(to - from, "event")).append(" left out: ");
    }
    int others = to - from;
    for (int i = 0; i < threads.size() && i < NAMED_THREADS; i++) {
      int count = counts.get(threads.get(i))[0];
      String name = Printable.of(trace.names().threads().get(threads.get(i)));
      line.append(i == 0 ? "" : ", ");
      line.append(threads.size() == 1 ? Printable.count(count, "event") : grouped(count));
      line.append(" of thread ").append(name);
      others -= count;
    }
    if (threads.size() == 1) {
      line.append(" left out");
    } else if (others > 0) {
      line.append(", ")
          .append(grouped(others))
          .append(" of ")
          .append(Printable.count(threads.size() - NAMED_THREADS, "other thread"));
    }
    lines.add(line.toString());
  }

  private static String grouped(int n) {
    String count = Printable.count(n, "event");
    return count.substring(0, count.indexOf(' '));
  }

  /** One event as people read it. */
  static String event(Trace trace, int index) {
    byte kind = trace.kind(index);
    String location = trace.names().locations().get(trace.location(index));
    return "event %d: thread %s: %s(%s) at %s"
        .formatted(
            trace.position(index),
            Printable.of(trace.names().threads().get(trace.thread(index))),
            Kind.symbol(kind),
            Printable.of(trace.names().target(kind, trace.target(index))),
            location.isEmpty() ? "unknown location" : Printable.of(location));
  }
}
