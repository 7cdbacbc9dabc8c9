package dev.sooth.suite;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongArrayList;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * From where to where each test of a trace went, and so which test an event belongs to: the one
 * that its thread was running, else the one in which its thread was started. A thread that was
 * started outside of any test, or in a test that has ended, as those of a pool are, works for the
 * test that was running; if that is more than one, all are named and the answer is not sure.
 */
public final class TestSpans {
  /** What the places of marks begin with. */
  static final String PREFIX = "test ";

  /** What comes next of a test that is checked by itself, before a number and its name. */
  static final String CHECKED = "checked ";

  /** What the names of whole classes begin with, of which a mark begins and ends what is common. */
  private static final String CLASS = "class ";

  private static final int NONE = -1;
  private static final long OPEN = Long.MAX_VALUE;

  /**
   * Whose event it is.
   *
   * @param tests no test, the one, or all that it may be
   * @param sure whether it is that of all these tests
   */
  public record Owner(Set<String> tests, boolean sure) {
    static final Owner NOBODY = new Owner(Set.of(), true);
  }

  /** What one thread did. */
  private static final class OfThread {
    private int parent = NONE;
    private long forked; // where, in the parent
    private final LongArrayList positions = new LongArrayList(); // of its marks
    private final IntArrayList running = new IntArrayList(); // the innermost span after each
    private final IntArrayList open = new IntArrayList(); // from the outermost to the innermost

    int runningAt(long position) {
      int low = 0;
      int high = positions.size();
      while (low < high) { // the first mark behind the position
        int middle = (low + high) >>> 1;
        if (positions.get(middle) <= position) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low == 0 ? NONE : running.get(low - 1);
    }
  }

  private final List<OfThread> threads = new ArrayList<>(); // by id of this pass
  private final Map<String, Integer> threadIds = new HashMap<>();
  private final List<String> names = new ArrayList<>(); // of each span
  private final LongArrayList begins = new LongArrayList();
  private final LongArrayList ends = new LongArrayList();

  /** Of nothing yet. */
  TestSpans() {}

  /** Reads a trace for its tests. */
  public static TestSpans of(TraceSource source) throws IOException {
    TestSpans spans = new TestSpans();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = source.open()) {
      cursor.leaveOutVariables();
      while (cursor.next(batch)) {
        spans.add(batch, cursor.names().threads(), cursor.names().locations());
      }
      spans.nameThreads(cursor.names().threads());
    }
    return spans;
  }

  /** Adds the next events. */
  void add(EventBatch batch, NameTable threadNames, NameTable places) {
    while (threads.size() < threadNames.size()) {
      threads.add(new OfThread());
    }
    for (int i = batch.from; i < batch.to; i++) {
      byte kind = batch.kind[i];
      if (kind == Kind.FORK) {
        OfThread child = threads.get(batch.target[i]);
        child.parent = batch.thread[i];
        child.forked = batch.base + i;
      } else if (kind == Kind.BEGIN || kind == Kind.END) {
        String place = places.get(batch.location[i]);
        if (place.startsWith(PREFIX)) {
          mark(threads.get(batch.thread[i]), kind, test(place), batch.base + i);
        }
      }
    }
  }

  private static String test(String place) {
    String test = place.substring(PREFIX.length());
    return test.startsWith(CHECKED)
        ? test.substring(test.indexOf(' ', CHECKED.length()) + 1)
        : test;
  }

  private void mark(OfThread thread, byte kind, String test, long position) {
    if (kind == Kind.BEGIN) {
      thread.open.add(names.size());
      names.add(test);
      begins.add(position);
      ends.add(OPEN);
    } else {
      for (int i = thread.open.size() - 1; i >= 0; i--) {
        if (names.get(thread.open.get(i)).equals(test)) {
          ends.set(thread.open.get(i), position);
          thread.open.resize(i); // and whatever was forgotten within it
          break;
        }
      }
    }
    thread.positions.add(position);
    thread.running.add(thread.open.isEmpty() ? NONE : thread.open.get(thread.open.size() - 1));
  }

  private void nameThreads(NameTable threadNames) {
    for (int id = 0; id < threads.size(); id++) {
      threadIds.put(threadNames.get(id), id);
    }
  }

  /** The tests that ran, without what is common to the tests of a class. */
  public Set<String> tests() {
    Set<String> tests = new LinkedHashSet<>(names);
    tests.removeIf(name -> name.startsWith(CLASS));
    return Collections.unmodifiableSet(tests);
  }

  /** Whose event this is. */
  public Owner ownerOf(String thread, long position) {
    return ownerOf(threadIds.getOrDefault(thread, NONE), position);
  }

  /** Whose event this is; of a thread by its number in the trace that was read. */
  Owner ownerOf(int thread, long position) {
    int at = thread;
    long where = position;
    int span = NONE;
    boolean started = false; // by one that ran it
    while (at != NONE) {
      span = threads.get(at).runningAt(where);
      if (span != NONE) {
        break;
      }
      where = threads.get(at).forked;
      at = threads.get(at).parent;
      started = true;
    }
    if (span != NONE && (!started || (!isClass(span) && ends.get(span) >= position))) {
      return new Owner(Set.of(names.get(span)), true);
    }
    Set<String> running = runningAt(position);
    if (span != NONE && running.isEmpty()) {
      running.add(names.get(span));
    }
    return running.isEmpty() ? Owner.NOBODY : new Owner(running, running.size() == 1);
  }

  private boolean isClass(int span) {
    return names.get(span).startsWith(CLASS);
  }

  private Set<String> runningAt(long position) {
    Set<String> running = new TreeSet<>();
    for (int span = 0; span < names.size() && begins.get(span) <= position; span++) {
      if (ends.get(span) >= position && !isClass(span)) {
        running.add(names.get(span));
      }
    }
    return running;
  }
}
