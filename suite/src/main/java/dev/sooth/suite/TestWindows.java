package dev.sooth.suite;

import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.cursors.IntIntCursor;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Cuts the parts out of a trace in which tests ran that are to be checked, each once, while the
 * trace is being written. A part has the events of all threads from the test's begin to its end,
 * and before them an acquire of each lock that was held when it began. So a reordering of the part,
 * put behind all that was before, is one of the trace, and a race of the part is one of the trace:
 * what a read of the part has read before it is for the part the variable's first value.
 */
final class TestWindows implements Closeable {
  /** What stands before the name of a test that is to be checked, with a number for it. */
  private static final String CHECKED = TestSpans.PREFIX + TestSpans.CHECKED;

  /** A part. */
  record Window(Trace trace, long base, int added) {
    /** Where an event of the part stands in the whole trace. */
    long positionOf(long inWindow) {
      return base + inWindow - added;
    }
  }

  /** A part that is being cut out. */
  private static final class Open {
    private final TraceBuilder events;
    private final long base;
    private final int added;

    Open(TraceBuilder events, long base) {
      this.events = events;
      this.base = base;
      added = events.size();
    }
  }

  private final TraceCursor cursor;
  private final EventBatch batch = new EventBatch();
  private final TestSpans spans = new TestSpans();
  private final Map<Integer, Open> open = new HashMap<>(); // by number of the check
  private final Map<Integer, Window> complete = new HashMap<>();
  private final IntIntHashMap holders = new IntIntHashMap(); // of locks
  private final IntIntHashMap taken = new IntIntHashMap(); // where they were

  TestWindows(TraceSource trace) throws IOException {
    cursor = trace.open();
  }

  /** The part of this check, which is then forgotten; null if the trace ends before. */
  Window take(int check) throws IOException {
    while (!complete.containsKey(check)) {
      if (!cursor.next(batch)) {
        return null;
      }
      add();
    }
    return complete.remove(check);
  }

  /** The tests of all that was read so far. */
  TestSpans spans() {
    return spans;
  }

  private void add() {
    TraceNames names = cursor.names();
    spans.add(batch, names.threads(), names.locations());
    for (int i = batch.from; i < batch.to; i++) {
      byte kind = batch.kind[i];
      int target = batch.target[i];
      if (kind == Kind.BEGIN) {
        int check = check(names.locations(), batch.location[i]);
        if (check >= 0) {
          open.put(check, begin(names, check, batch.base + i));
        }
      }
      for (Open each : open.values()) {
        each.events.add(kind, batch.thread[i], target, batch.location[i]);
      }
      if (kind == Kind.ACQUIRE) {
        holders.put(target, batch.thread[i]);
        taken.put(target, batch.location[i]);
      } else if (kind == Kind.RELEASE) {
        holders.remove(target);
        taken.remove(target);
      } else if (kind == Kind.END) {
        Open ended = open.remove(check(names.locations(), batch.location[i]));
        if (ended != null) {
          int check = check(names.locations(), batch.location[i]);
          complete.put(check, new Window(ended.events.build(), ended.base, ended.added));
        }
      }
    }
  }

  private Open begin(TraceNames names, int check, long position) {
    TraceBuilder events = new TraceBuilder("check " + check, names);
    for (IntIntCursor held : holders) {
      events.add(Kind.ACQUIRE, held.value, held.key, taken.get(held.key));
    }
    return new Open(events, position);
  }

  /** The number of a check that begins or ends at this place, or -1. */
  private static int check(NameTable places, int location) {
    String place = places.get(location);
    if (!place.startsWith(CHECKED)) {
      return -1;
    }
    int end = place.indexOf(' ', CHECKED.length());
    return Integer.parseInt(place.substring(CHECKED.length(), end));
  }

  @Override
  public void close() throws IOException {
    cursor.close();
  }
}
