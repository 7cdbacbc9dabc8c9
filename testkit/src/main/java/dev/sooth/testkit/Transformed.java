package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.NameList;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;

/**
 * A trace made from another one in a way that must not change which of its events race.
 *
 * @param trace the new trace
 * @param positions for each event of the original its position in the new trace
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Transformed(Trace trace, int[] positions) {
  /** Pairs of the original, as pairs of the new trace. */
  NavigableSet<Pair> map(Collection<Pair> pairs) {
    NavigableSet<Pair> mapped = new TreeSet<>();
    for (Pair pair : pairs) {
      mapped.add(new Pair(positions[pair.first()], positions[pair.second()]));
    }
    return mapped;
  }

  /** Other names for threads, variables, locks and locations, and other ids. */
  static Transformed renamed(Trace trace, Random random) {
    TraceNames names = TraceNames.empty();
    TraceNames old = trace.names();
    int[] threads = shuffle(old.threads().size(), random);
    int[] variables = shuffle(old.variables().size(), random);
    int[] locks = shuffle(old.locks().size(), random);
    int[] locations = shuffle(old.locations().size(), random);
    threads = intern(names.threads(), threads, random);
    variables = intern(names.variables(), variables, random);
    locks = intern(names.locks(), locks, random);
    locations = intern(names.locations(), locations, random);
    TraceBuilder builder = new TraceBuilder(trace.name(), names);
    int[] positions = new int[trace.size()];
    for (int i = 0; i < trace.size(); i++) {
      byte kind = trace.kind(i);
      int target = 0;
      if (Kind.isAccess(kind)) {
        target = variables[trace.target(i)];
      } else if (Kind.isLockOperation(kind)) {
        target = locks[trace.target(i)];
      } else if (Kind.isThreadOperation(kind)) {
        target = threads[trace.target(i)];
      }
      builder.add(kind, threads[trace.thread(i)], target, locations[trace.location(i)]);
      positions[i] = i;
    }
    return new Transformed(builder.build(), positions);
  }

  private static int[] shuffle(int size, Random random) {
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      ids.add(i);
    }
    Collections.shuffle(ids, random);
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  /** New names in the order of the permuted ids; the result gives for each old id the new one. */
  private static int[] intern(NameList table, int[] oldIdsInNewOrder, Random random) {
    int[] newId = new int[oldIdsInNewOrder.length];
    for (int old : oldIdsInNewOrder) {
      newId[old] = table.intern("n" + Integer.toHexString(random.nextInt(256)) + "_" + old);
    }
    return newId;
  }

  /** Some neighbours exchanged that do not depend on each other. */
  static Transformed permuted(Trace trace, Random random) {
    List<NamedEvent> events = Traces.events(trace);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      order.add(i);
    }
    for (int swaps = 3 * events.size(); swaps > 0 && events.size() > 1; swaps--) {
      int i = random.nextInt(events.size() - 1);
      if (!dependent(events.get(order.get(i)), events.get(order.get(i + 1)))) {
        Collections.swap(order, i, i + 1);
      }
    }
    List<NamedEvent> permuted = new ArrayList<>();
    int[] positions = new int[events.size()];
    for (int i = 0; i < events.size(); i++) {
      permuted.add(events.get(order.get(i)));
      positions[order.get(i)] = i;
    }
    return new Transformed(Traces.of(permuted), positions);
  }

  /**
   * Whether exchanging the two, when they are neighbours, could change anything. All classes of
   * races are defined by the order of the trace only between events that this holds for: events of
   * one thread, accesses to one variable of which one writes, operations on one lock, and a fork or
   * join with the events (and forks and joins) of the thread concerned.
   */
  private static boolean dependent(NamedEvent a, NamedEvent b) {
    return a.thread().equals(b.thread())
        || (Kind.isLockOperation(a.kind()) && b.uses(a.kind(), a.target()))
        || (Kind.isAccess(a.kind())
            && b.uses(a.kind(), a.target())
            && (isWrite(a.kind()) || isWrite(b.kind())))
        || concerns(a, b)
        || concerns(b, a);
  }

  private static boolean concerns(NamedEvent forkOrJoin, NamedEvent other) {
    return Kind.isThreadOperation(forkOrJoin.kind())
        && (other.thread().equals(forkOrJoin.target())
            || other.uses(forkOrJoin.kind(), forkOrJoin.target()));
  }

  private static boolean isWrite(byte kind) {
    return kind == Kind.WRITE || kind == Kind.VOLATILE_WRITE;
  }

  /**
   * Some events put in that can matter to nobody: accesses to variables that one thread uses or
   * that nobody writes, markers, locks that one thread uses.
   */
  static Transformed padded(Trace trace, Random random) {
    List<NamedEvent> events = new ArrayList<>(Traces.events(trace));
    List<NamedEvent> original = List.copyOf(events);
    List<Integer> origin = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      origin.add(i);
    }
    for (int pads = 1 + random.nextInt(6); pads > 0; pads--) {
      String thread = original.get(random.nextInt(original.size())).thread();
      int at = positionIn(thread, events, random);
      switch (random.nextInt(8)) {
        case 0 -> insert(events, origin, at, Kind.WRITE, thread, "local" + thread);
        case 1 -> insert(events, origin, at, Kind.READ, thread, "local" + thread);
        case 2 -> insert(events, origin, at, Kind.READ, thread, "constant");
        case 3 -> {
          byte[] markers = {Kind.BEGIN, Kind.END, Kind.NOP};
          int anywhere = random.nextInt(events.size() + 1);
          insert(events, origin, anywhere, markers[random.nextInt(3)], thread, "");
        }
        case 4 -> insert(events, origin, at, Kind.NOP, thread, "");
        case 5 -> insert(events, origin, at, Kind.VOLATILE_READ, thread, "constant");
        case 6 -> {
          int other = positionIn(thread, events, random);
          String variable = "volatile" + thread;
          insert(events, origin, Math.max(at, other), Kind.VOLATILE_READ, thread, variable);
          insert(events, origin, Math.min(at, other), Kind.VOLATILE_WRITE, thread, variable);
        }
        default -> {
          int other = positionIn(thread, events, random);
          String lock = "own" + thread + pads;
          insert(events, origin, Math.max(at, other), Kind.RELEASE, thread, lock);
          insert(events, origin, Math.min(at, other), Kind.ACQUIRE, thread, lock);
        }
      }
    }
    int[] positions = new int[original.size()];
    for (int i = 0; i < events.size(); i++) {
      if (origin.get(i) >= 0) {
        positions[origin.get(i)] = i;
      }
    }
    return new Transformed(Traces.of(events), positions);
  }

  private static void insert(
      List<NamedEvent> events,
      List<Integer> origin,
      int at,
      byte kind,
      String thread,
      String target) {
    events.add(at, new NamedEvent(kind, thread, target, "padding"));
    origin.add(at, -1);
  }

  /** A place after the fork and before the join of the thread. */
  private static int positionIn(String thread, List<NamedEvent> events, Random random) {
    int from = 0;
    int to = events.size();
    for (int i = 0; i < events.size(); i++) {
      NamedEvent event = events.get(i);
      if (event.kind() == Kind.FORK && event.target().equals(thread)) {
        from = i + 1;
      } else if (event.kind() == Kind.JOIN && event.target().equals(thread)) {
        to = Math.min(to, i);
      }
    }
    return from + random.nextInt(to - from + 1);
  }
}
