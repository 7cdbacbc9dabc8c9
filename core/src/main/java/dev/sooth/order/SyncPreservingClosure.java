package dev.sooth.order;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * The least sets of events that a sync-preserving reordering must hold [SyncP21]: closed under
 * thread order, reads-from, fork and join, and such that of all acquires of a lock in the set every
 * one but the last has its release in the set, too. Listed in trace order, such a set is a correct
 * reordering.
 *
 * <p>A set is a prefix vector. The constructor computes, in one pass, the closed set that each
 * thread needs before each of its events; it changes only where a thread reads from another one, is
 * forked, joins, or acquires a lock that its set leaves open, and is stored only where it changed.
 * The closure of two events is then the join of two closed sets, in which only the open sections of
 * either can be wrong.
 *
 * <p>Everything in the closed set of an event comes before it in the trace, since a release is
 * added only for the sake of a later acquire. So of the pair only the first can be in the set of
 * both.
 *
 * <p>Time O(events), and for each change what differs; memory for what differs. Queries are not
 * thread-safe: each worker takes its own {@link Query}.
 */
public final class SyncPreservingClosure {
  private static final int NONE = -1;
  private static final int[] NO_SECTIONS = {};

  private final CriticalSections sections;
  private final PrefixStore store;
  private final StepValues neededBefore; // by slot: id of the set that the thread needs before it
  private final int[] neededAtRelease; // by section: the same at its release
  private final int threads;
  private final int[] threadOf;

  public SyncPreservingClosure(Trace trace, CriticalSections sections) {
    this.sections = sections;
    threads = trace.names().threads().size();
    threadOf = trace.threads();
    store = new PrefixStore(threads);
    neededAtRelease = new int[sections.count()];
    neededBefore = new Pass(trace).run();
  }

  /** The set of events that must precede the event at this position, for {@link #needed}. */
  public int needs(int position) {
    return neededBefore.get(sections.slots()[threadOf[position]] + sections.point(position));
  }

  /** How many events of the thread this set holds. */
  public int needed(int needs, int thread) {
    return store.get(needs, thread);
  }

  /** A set under construction: a vector, and the sections that may be open in it. */
  private class Growing {
    final PrefixSet prefix;
    int last; // no event of the set comes after this position
    int[] open = NO_SECTIONS;
    int openSize;

    Growing(PrefixSet prefix) {
      this.prefix = prefix;
    }

    void addOpen(int section) {
      if (!sections.canBeOvertaken(section)) {
        return;
      }
      for (int i = 0; i < openSize; i++) {
        if (open[i] == section) {
          return;
        }
      }
      if (openSize == open.length) {
        open = Arrays.copyOf(open, Math.max(8, openSize * 2));
      }
      open[openSize++] = section;
    }

    void addOpenAt(int thread, int point) {
      for (int c = sections.context(thread, point); c != 0; c = sections.outer(c, point)) {
        addOpen(sections.section(c));
      }
    }

    /** Adds the first events of a thread, and what they need, which is the stored set. */
    void add(int thread, int point, int needed) {
      prefix.add(store.vector(needed));
      for (int i = store.openFrom(needed); i < store.openTo(needed); i++) {
        addOpen(store.open(i));
      }
      prefix.raise(thread, point);
      addOpenAt(thread, point);
    }

    /**
     * Adds the releases of overtaken sections until none is left. Gives up, with the set not
     * closed, once it holds so many events of the thread.
     *
     * @return whether anything was added
     */
    boolean close(int thread, int limit) {
      boolean added = false;
      boolean stable = false;
      while (!stable && prefix.get(thread) < limit) {
        stable = true;
        int kept = 0;
        int size = openSize;
        for (int i = 0; i < size; i++) {
          int section = open[i];
          int holder = sections.thread(section);
          if (prefix.get(holder) >= sections.releasePoint(section)) {
            continue; // closed by now
          }
          if (sections.isOvertaken(section, prefix.counts(), last)) {
            stable = false;
            added = true;
            add(holder, sections.releasePoint(section), neededAtRelease[section]);
          } else {
            open[kept++] = section;
          }
        }
        // Sections that were added meanwhile stand behind the old ones.
        System.arraycopy(open, size, open, kept, openSize - size);
        openSize = kept + openSize - size;
      }
      return added;
    }
  }

  /** The sets of the threads, while the pass computes them. */
  private final class Pass {
    private final Trace trace;
    private final byte[] kinds;
    private final ThreadSet[] sets = new ThreadSet[threads];
    private final PrefixSet working = new PrefixSet(store.vectors());
    private final int nothing = store.add(PrefixVectors.ZERO, NO_SECTIONS, 0);
    private final int[] executed = new int[threads];
    private final int[] lastWrite;
    private final int[] neededByWrite; // by variable: what is needed before the last write
    private final int[] sectionOnLock; // by lock: the section that is open, or was last

    Pass(Trace trace) {
      this.trace = trace;
      this.kinds = trace.relevantKinds();
      lastWrite = new int[trace.names().variables().size()];
      neededByWrite = new int[lastWrite.length];
      Arrays.fill(lastWrite, NONE);
      sectionOnLock = new int[trace.names().locks().size()];
    }

    StepValues run() {
      int section = 0;
      int[] slots = sections.slots();
      StepValues.Builder before = new StepValues.Builder(slots);
      for (int i = 0; i < trace.size(); i++) {
        int t = threadOf[i];
        int target = trace.target(i);
        int point = sections.point(i);
        int needed = id(t);
        before.set(t, slots[t] + point, needed);
        executed[t] = point + 1;
        switch (kinds[i]) {
          case Kind.READ, Kind.VOLATILE_READ -> {
            addPast(t, lastWrite[target], neededByWrite[target], point, i);
          }
          case Kind.WRITE, Kind.VOLATILE_WRITE -> {
            lastWrite[target] = i;
            neededByWrite[target] = needed;
          }
          case Kind.ACQUIRE -> {
            sectionOnLock[target] = section++;
            if (sets[t] != null) {
              sets[t].acquired(target, point + 1, i);
            }
          }
          case Kind.RELEASE -> neededAtRelease[sectionOnLock[target]] = needed;
          case Kind.FORK -> addPast(target, i, needed, executed[target], i);
          case Kind.JOIN -> set(t).addThread(target, point, i);
          default -> {}
        }
      }
      return before.build();
    }

    /** The id of what the thread needs now. */
    private int id(int thread) {
      return sets[thread] == null ? nothing : sets[thread].id();
    }

    /** The set of a thread that needs something; most of a million threads need nothing. */
    private ThreadSet set(int thread) {
      if (sets[thread] == null) {
        sets[thread] = new ThreadSet(thread);
      }
      return sets[thread];
    }

    /**
     * The event at this position, of whichever thread, is needed by the thread from now on, when
     * that is at this point. What a write or a fork needs is what its thread needs before it.
     */
    private void addPast(int thread, int position, int needed, int ownPoint, int now) {
      if (position == NONE || threadOf[position] == thread) {
        return;
      }
      int other = threadOf[position];
      int point = sections.point(position) + 1;
      ThreadSet set = set(thread);
      if (store.vectors().get(set.vector, other) < point) {
        set.addAndClose(other, point, needed, ownPoint, now);
      }
    }

    /**
     * What a thread needs so far, of itself nothing. All threads have the same prefix to work with,
     * which is loaded from the vector of the one whose turn it is.
     */
    private final class ThreadSet extends Growing {
      private final int thread;
      private int vector = PrefixVectors.ZERO;
      private int id = NONE;

      ThreadSet(int thread) {
        super(working);
        this.thread = thread;
      }

      int id() {
        if (id == NONE) {
          id = store.add(vector, open, openSize);
        }
        return id;
      }

      /** All of the other thread is needed from now on. */
      void addThread(int other, int ownPoint, int now) {
        if (other != thread) {
          addAndClose(other, sections.events(other), Pass.this.id(other), ownPoint, now);
        }
      }

      private void addAndClose(int other, int point, int needed, int ownPoint, int now) {
        prefix.load(vector);
        add(other, point, needed);
        closeAndSave(ownPoint, now);
      }

      private void closeAndSave(int ownPoint, int now) {
        prefix.raise(thread, ownPoint);
        last = now;
        close(thread, Integer.MAX_VALUE);
        dropOwnOpen();
        vector = prefix.saveWithout(thread);
        id = NONE;
      }

      /** The thread has acquired a lock: sections that its set leaves open on it are overtaken. */
      void acquired(int lock, int ownPoint, int now) {
        if (leavesOpen(lock)) {
          prefix.load(vector);
          closeAndSave(ownPoint, now);
        }
      }

      private boolean leavesOpen(int lock) {
        for (int i = 0; i < openSize; i++) {
          if (sections.lock(open[i]) == lock) {
            return true;
          }
        }
        return false;
      }

      /** Own sections are known from the own point; the list is of other threads' sections. */
      private void dropOwnOpen() {
        int kept = 0;
        for (int i = 0; i < openSize; i++) {
          if (sections.thread(open[i]) != thread) {
            open[kept++] = open[i];
          }
        }
        openSize = kept;
      }
    }
  }

  /** A new query, for one worker. */
  public Query newQuery() {
    return new Query();
  }

  /** Decides pairs, one at a time. */
  public final class Query {
    private final Growing set = new Growing(new PrefixSet(store.vectors()));
    private int reached; // how many events of the first event's thread the set holds

    /**
     * Whether the first event is outside the closed set of what both need, in other words whether
     * both can be next in a sync-preserving reordering. The first comes before the second in the
     * trace, and their threads differ.
     */
    public boolean bothCanBeNext(int first, int second) {
      int thread = threadOf[first];
      int point = sections.point(first);
      reached = needed(needs(second), thread);
      if (reached > point) {
        return false;
      }
      return isClosedAlready(first, second) || close(first, second);
    }

    /** Whether both needs leave no section open, so that their join is closed as it is. */
    private boolean isClosedAlready(int first, int second) {
      return leavesNothingOpen(needs(first))
          && leavesNothingOpen(needs(second))
          && sections.context(threadOf[first], sections.point(first)) == 0;
    }

    private boolean leavesNothingOpen(int id) {
      return store.openFrom(id) == store.openTo(id);
    }

    /** Decides the same, and always computes the set that {@link #prefixes} tells of. */
    public boolean close(int first, int second) {
      int thread = threadOf[first];
      int point = sections.point(first);
      int needed = needs(second);
      set.prefix.load(store.vector(needed));
      set.openSize = 0;
      for (int i = store.openFrom(needed); i < store.openTo(needed); i++) {
        set.addOpen(store.open(i));
      }
      set.add(thread, point, needs(first));
      set.last = second;
      // The second's thread holds the locks of its own open sections until then: none is overtaken.
      set.prefix.raise(threadOf[second], sections.point(second));
      set.close(thread, point + 1);
      reached = set.prefix.get(thread);
      return reached <= point;
    }

    /** The set of the last {@link #close}: how many events of each thread it holds. */
    public int[] prefixes() {
      return set.prefix.counts().clone();
    }

    /**
     * After a query that said no: so many first events of the first event's thread are all in the
     * set.
     */
    public int reached() {
      return reached;
    }
  }
}
