package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Seeded random neighbours of given traces: a few events removed, added, moved or changed. The
 * examples of the papers are where one class of races ends and the next begins, and few random
 * traces come near that.
 */
public final class MutatedTraces {
  private static final int MOST_EDITS = 4;
  private static final byte[] KINDS = {
    Kind.READ,
    Kind.WRITE,
    Kind.READ,
    Kind.WRITE,
    Kind.ACQUIRE,
    Kind.RELEASE,
    Kind.VOLATILE_READ,
    Kind.VOLATILE_WRITE,
    Kind.JOIN
  };

  private final List<List<NamedEvent>> originals = new ArrayList<>();
  private final int mostEvents;
  private final Random random;

  /** Neighbours of those of these traces that have at most this number of events. */
  public MutatedTraces(List<Trace> traces, int mostEvents, long seed) {
    for (Trace trace : traces) {
      if (trace.size() <= mostEvents) {
        originals.add(Traces.events(trace));
      }
    }
    this.mostEvents = mostEvents;
    this.random = new Random(seed);
  }

  /** The next trace: well-formed, and with at most the given number of events. */
  public Trace next() {
    List<NamedEvent> events = originals.get(random.nextInt(originals.size()));
    Trace trace = Traces.of(Traces.withDefaultLocations(events));
    for (int edits = 1 + random.nextInt(MOST_EDITS); edits > 0; edits--) {
      Trace edited = Traces.of(Traces.withDefaultLocations(edit(Traces.events(trace))));
      if (edited.size() <= mostEvents && edited.size() > 0 && WellFormed.holds(edited)) {
        trace = edited;
      }
    }
    return trace;
  }

  private List<NamedEvent> edit(List<NamedEvent> events) {
    int i = random.nextInt(events.size());
    NamedEvent event = events.get(i);
    switch (random.nextInt(6)) {
      case 0 -> events.remove(i);
      case 1 -> events.add(random.nextInt(events.size()), events.remove(i));
      case 2 -> {
        NamedEvent other = events.get(random.nextInt(events.size()));
        events.set(i, event.withThread(other.thread()));
      }
      case 3 -> {
        byte[] opposite = {0, Kind.WRITE, Kind.READ};
        if (Kind.isPlainAccess(event.kind())) {
          events.set(i, event.withKind(opposite[event.kind()]));
        }
      }
      case 4 -> {
        // A critical section around one event.
        events.add(i, new NamedEvent(Kind.ACQUIRE, event.thread(), "l", ""));
        events.add(i + 2, new NamedEvent(Kind.RELEASE, event.thread(), "l", ""));
      }
      default -> {
        byte kind = KINDS[random.nextInt(KINDS.length)];
        NamedEvent other = events.get(random.nextInt(events.size()));
        String target =
            NamedEvent.sameSpace(kind, other.kind())
                ? other.target()
                : Kind.isThreadOperation(kind) ? other.thread() : Kind.isAccess(kind) ? "x" : "l";
        events.add(i, new NamedEvent(kind, event.thread(), target, ""));
      }
    }
    return events;
  }
}
