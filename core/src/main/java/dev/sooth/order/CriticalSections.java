package dev.sooth.order;

import com.carrotsearch.hppc.IntIntHashMap;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * The critical sections of a trace, numbered in the order of their acquires, and for each point of
 * a thread the sections that it is in.
 *
 * <p>A point of a thread is how many of its events have been executed, counting all events of the
 * input, so that a point says exactly which prefix of the thread it stands for. Built in two
 * passes; memory 4 bytes an event and about 60 a section.
 */
public final class CriticalSections {
  /** No section, or no event: a lock that is never released has this as its release's point. */
  public static final int NONE = -1;

  private static final int NEVER = Integer.MAX_VALUE;
  private static final int MOST_COMPARED = 1024; // pairs of sections, before a table is made
  private static final int NEAR_SECTIONS = 16; // so many are looked at before all are searched

  private final int[] point; // by position: the point of its thread before the event
  private final int[] threadStart; // by thread: its first slot; one more at the end
  private final StepValues contextAt; // by thread and point: the context, 0 for none
  private final int[] lockers; // threads that have sections

  private int count;
  private final int[] lock;
  private final int[] thread;
  private final int[] acquirePosition;
  private final int[] acquirePoint; // point before the acquire
  private final int[] releasePoint; // point after the release, or NEVER
  private final int[] nextOnLock; // next section on the same lock, or NONE

  // A context is a list of sections, innermost first; contexts share their tails. The first is
  // open;
  // others may have been released since, and are at most as many as the open ones. So a thread that
  // releases its locks in the order in which it took them does not copy the list at each release.
  private int contexts = 1;
  private int[] contextSection = new int[64];
  private int[] contextOuter = new int[64];

  private final Grouping byLockAndThread;

  public CriticalSections(Trace trace) {
    this(trace, points(trace));
  }

  /** The same, with the points that have been computed already. */
  public CriticalSections(Trace trace, int[] points) {
    int size = trace.size();
    int threads = trace.names().threads().size();
    point = points;
    threadStart = new int[threads + 1];
    int acquires = 0;
    int[] executed = new int[threads];
    byte[] kinds = trace.relevantKinds();
    int[] threadOf = trace.threads();
    for (int i = 0; i < size; i++) {
      executed[threadOf[i]]++;
      if (kinds[i] == Kind.ACQUIRE) {
        acquires++;
      }
    }
    for (int t = 0; t < threads; t++) {
      threadStart[t + 1] = threadStart[t] + executed[t] + 1;
    }
    lock = new int[acquires];
    thread = new int[acquires];
    acquirePosition = new int[acquires];
    acquirePoint = new int[acquires];
    releasePoint = new int[acquires];
    nextOnLock = new int[acquires];
    contextAt = findSections(trace, kinds);
    lockers = lockers(threads);
    byLockAndThread =
        new Grouping(count, trace.names().locks().size(), threads, this::lock, this::thread);
  }

  /** For each position, how many events of its thread come before it. */
  public static int[] points(Trace trace) {
    int[] points = new int[trace.size()];
    int[] executed = new int[trace.names().threads().size()];
    int[] threadOf = trace.threads();
    for (int i = 0; i < points.length; i++) {
      points[i] = executed[threadOf[i]]++;
    }
    return points;
  }

  /** Returns the contexts. */
  private StepValues findSections(Trace trace, byte[] kinds) {
    StepValues.Builder contexts = new StepValues.Builder(threadStart);
    int[] threads = trace.threads();
    int[] targets = trace.targets();
    int[] lastOnLock = new int[trace.names().locks().size()];
    Arrays.fill(lastOnLock, NONE);
    OpenSections[] open = new OpenSections[threadStart.length - 1];
    for (int i = 0; i < trace.size(); i++) {
      int t = threads[i];
      if (kinds[i] == Kind.ACQUIRE) {
        int section = count++;
        int l = targets[i];
        lock[section] = l;
        thread[section] = t;
        acquirePosition[section] = i;
        acquirePoint[section] = point[i];
        releasePoint[section] = NEVER;
        nextOnLock[section] = NONE;
        if (lastOnLock[l] != NONE) {
          nextOnLock[lastOnLock[l]] = section;
        }
        lastOnLock[l] = section;
        if (open[t] == null) {
          open[t] = new OpenSections();
        }
        open[t].acquired(section);
        contexts.set(t, threadStart[t] + point[i] + 1, open[t].context);
      } else if (kinds[i] == Kind.RELEASE) {
        int section = lastOnLock[targets[i]]; // the lock's holder is its last acquirer
        releasePoint[section] = point[i] + 1;
        open[t].released(section);
        contexts.set(t, threadStart[t] + point[i] + 1, open[t].context);
      }
    }
    return contexts.build();
  }

  private int[] lockers(int threads) {
    boolean[] locks = new boolean[threads];
    int number = 0;
    for (int section = 0; section < count; section++) {
      number += locks[thread[section]] ? 0 : 1;
      locks[thread[section]] = true;
    }
    int[] list = new int[number];
    for (int t = threads - 1; t >= 0; t--) {
      if (locks[t]) {
        list[--number] = t;
      }
    }
    return list;
  }

  private int newContext(int section, int outer) {
    if (contexts == contextSection.length) {
      contextSection = Arrays.copyOf(contextSection, contexts * 2);
      contextOuter = Arrays.copyOf(contextOuter, contexts * 2);
    }
    contextSection[contexts] = section;
    contextOuter[contexts] = outer;
    return contexts++;
  }

  /** What a thread is in, while its sections are found. */
  private final class OpenSections {
    private int context;
    private int open;
    private int closed; // in the list

    void acquired(int section) {
      context = newContext(section, context);
      open++;
    }

    /**
     * A context stands for one set of sections, so it is a new one if the list keeps the section.
     */
    void released(int section) {
      open--;
      if (contextSection[context] != section) {
        closed++;
        context =
            closed > open ? copy() : newContext(contextSection[context], contextOuter[context]);
        return;
      }
      context = contextOuter[context];
      while (context != 0 && !isOpen(context)) {
        context = contextOuter[context];
        closed--;
      }
      if (closed > 0) {
        context =
            closed > open ? copy() : newContext(contextSection[context], contextOuter[context]);
      }
    }

    /** The list without the closed sections. */
    private int copy() {
      int[] sections = new int[open];
      int n = 0;
      for (int c = context; c != 0; c = contextOuter[c]) {
        if (isOpen(c)) {
          sections[n++] = contextSection[c];
        }
      }
      int list = 0;
      while (n > 0) {
        list = newContext(sections[--n], list);
      }
      closed = 0;
      return list;
    }

    private boolean isOpen(int c) {
      return releasePoint[contextSection[c]] == NEVER;
    }
  }

  /** The threads that are ever in a section, in their order; not to be written to. */
  public int[] lockers() {
    return lockers;
  }

  /** How many sections there are. */
  public int count() {
    return count;
  }

  /** The point of its thread before the event at this position. */
  public int point(int position) {
    return point[position];
  }

  /**
   * The first item from this index, of events of one thread in their order, whose event is not
   * among so many first events of the thread.
   */
  public int firstOutside(Grouping events, int from, int to, int points) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (point[events.item(middle)] < points) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The points before all positions; do not write to it. */
  public int[] points() {
    return point;
  }

  /** How many events the thread has. */
  public int events(int t) {
    return threadStart[t + 1] - threadStart[t] - 1;
  }

  /** Where the points of the threads begin, if they are laid out one thread after the other. */
  int[] slots() {
    return threadStart;
  }

  /** The context of the thread after this many of its events; 0 if it is in no section. */
  public int context(int t, int atPoint) {
    return contextAt.get(threadStart[t] + atPoint);
  }

  /** The innermost section of a context that is not 0. */
  public int section(int context) {
    return contextSection[context];
  }

  /** The context around the innermost section; 0 if there is none open at this point. */
  public int outer(int context, int atPoint) {
    int outer = contextOuter[context];
    while (outer != 0 && releasePoint[contextSection[outer]] <= atPoint) {
      outer = contextOuter[outer];
    }
    return outer;
  }

  public int lock(int section) {
    return lock[section];
  }

  public int thread(int section) {
    return thread[section];
  }

  /** The position of the section's acquire. */
  public int acquirePosition(int section) {
    return acquirePosition[section];
  }

  /**
   * The point of the thread after the section's release; larger than any if it is never released.
   */
  public int releasePoint(int section) {
    return releasePoint[section];
  }

  /** Whether two threads hold one lock after so many of their events. */
  public boolean shareLock(int t, int atPoint, int other, int otherPoint) {
    return commonLock(t, atPoint, other, otherPoint) != NONE;
  }

  /** The sections of two threads on one lock, the first one above the other's 32 bits, or NONE. */
  public long commonLock(int t, int atPoint, int other, int otherPoint) {
    int otherContext = context(other, otherPoint);
    if (otherContext == 0) {
      return NONE;
    }
    int tries = 0;
    for (int a = context(t, atPoint); a != 0; a = outer(a, atPoint)) {
      for (int b = otherContext; b != 0; b = outer(b, otherPoint)) {
        if (lock[contextSection[a]] == lock[contextSection[b]]) {
          return (long) contextSection[a] << 32 | contextSection[b];
        }
        if (++tries == MOST_COMPARED) {
          return commonOfMany(t, atPoint, otherContext, otherPoint);
        }
      }
    }
    return NONE;
  }

  /** The same for long lists. */
  private long commonOfMany(int t, int atPoint, int otherContext, int otherPoint) {
    IntIntHashMap sectionOn = new IntIntHashMap();
    for (int b = otherContext; b != 0; b = outer(b, otherPoint)) {
      sectionOn.put(lock[contextSection[b]], contextSection[b]);
    }
    for (int a = context(t, atPoint); a != 0; a = outer(a, atPoint)) {
      int slot = sectionOn.indexOf(lock[contextSection[a]]);
      if (slot >= 0) {
        return (long) contextSection[a] << 32 | sectionOn.indexGet(slot);
      }
    }
    return NONE;
  }

  /** Whether the trace has a later section on the same lock. */
  public boolean canBeOvertaken(int section) {
    return nextOnLock[section] != NONE;
  }

  /**
   * Whether the prefix holds an acquire of the section's lock that comes later in the trace.
   *
   * @param last no event of the prefix has a position after this one
   */
  public boolean isOvertaken(int section, int[] prefix, int last) {
    int later = nextOnLock[section];
    for (int tries = 0; tries < NEAR_SECTIONS; tries++) {
      if (later == NONE || acquirePosition[later] > last) {
        return false;
      }
      if (acquirePoint[later] < prefix[thread[later]]) {
        return true;
      }
      later = nextOnLock[later];
    }
    return later != NONE && isOvertakenByAnyThread(section, prefix);
  }

  /** Looks for the last acquire of each thread inside the prefix, by binary search. */
  private boolean isOvertakenByAnyThread(int section, int[] prefix) {
    Grouping groups = byLockAndThread;
    int l = lock[section];
    for (int g = groups.groupsFrom(l); g < groups.groupsTo(l); g++) {
      int reached = prefix[groups.secondKey(g)];
      int low = groups.start(g);
      int high = groups.end(g);
      while (low < high) { // first section whose acquire is not inside
        int middle = (low + high) >>> 1;
        if (acquirePoint[groups.item(middle)] < reached) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low > groups.start(g)
          && acquirePosition[groups.item(low - 1)] > acquirePosition[section]) {
        return true;
      }
    }
    return false;
  }

  /** The last section on the lock whose release is inside the prefix, or NONE. */
  public int lastClosed(int ofLock, int[] prefix) {
    Grouping groups = byLockAndThread;
    int last = NONE;
    for (int g = groups.groupsFrom(ofLock); g < groups.groupsTo(ofLock); g++) {
      int reached = prefix[groups.secondKey(g)];
      int low = groups.start(g);
      int high = groups.end(g);
      while (low < high) { // first section whose release is not inside
        int middle = (low + high) >>> 1;
        if (releasePoint[groups.item(middle)] <= reached) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low > groups.start(g)) {
        last = Math.max(last, groups.item(low - 1));
      }
    }
    return last;
  }
}
