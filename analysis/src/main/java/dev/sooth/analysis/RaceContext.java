package dev.sooth.analysis;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The locks held at chosen events of a trace, and how the threads of these events were created.
 * Collected in one pass that ends at the last of the events; memory in threads and locks.
 */
public final class RaceContext {
  /** A lock that was held, and where it was acquired (the outermost time). */
  public record HeldLock(String lock, long position, String location) {}

  /**
   * The locks that were held at an access, the outermost first.
   *
   * @param named some of them, of which a person can read all
   * @param more how many others
   */
  public record Held(List<HeldLock> named, int more) {
    static final Held NONE = new Held(List.of(), 0);

    /** Whether no lock was held. */
    public boolean isNone() {
      return named.isEmpty();
    }
  }

  /** The fork of a thread. */
  public record Creation(String parent, long position, String location) {}

  private static final int NAMED_LOCKS = 8;

  private final Optional<String> whyUnknown;
  private final Map<Long, Held> held = new HashMap<>();
  private final Map<String, Creation> creations = new HashMap<>();

  private RaceContext(Optional<String> whyUnknown) {
    this.whyUnknown = whyUnknown;
  }

  /** Of a trace that cannot be read again. */
  public static RaceContext unknown(String why) {
    return new RaceContext(Optional.of(why));
  }

  /** Why nothing is known; empty if locks and creations are known. */
  public Optional<String> whyUnknown() {
    return whyUnknown;
  }

  /** The locks held at this event. */
  public Held held(long position) {
    return held.getOrDefault(position, Held.NONE);
  }

  /** The fork of this thread; empty for a thread that is there from the start. */
  public Optional<Creation> creation(String thread) {
    return Optional.ofNullable(creations.get(thread));
  }

  /** Collects what is known at these positions, which are sorted. */
  public static RaceContext collect(TraceCursor cursor, long[] positions) throws IOException {
    RaceContext context = new RaceContext(Optional.empty());
    Collector collector = new Collector(cursor.names(), context);
    cursor.leaveOutVariables();
    EventBatch batch = new EventBatch();
    int wanted = 0;
    while (wanted < positions.length && cursor.next(batch)) {
      for (int i = batch.from; i < batch.to && wanted < positions.length; i++) {
        long position = batch.base + i;
        if (position == positions[wanted]) {
          collector.note(position, batch.thread[i]);
          while (wanted < positions.length && positions[wanted] == position) {
            wanted++;
          }
        }
        collector.advance(
            batch.kind[i], batch.thread[i], batch.target[i], position, batch.location[i]);
      }
    }
    return context;
  }

  /** The state of the pass: a stack of acquired locks for each thread that has any. */
  private static final class Collector {
    private final TraceNames names;
    private final RaceContext context;
    private LockStack[] stacks = new LockStack[64];
    private final Map<Integer, Creation> forks = new HashMap<>();

    Collector(TraceNames names, RaceContext context) {
      this.names = names;
      this.context = context;
    }

    void note(long position, int thread) {
      LockStack stack = thread < stacks.length ? stacks[thread] : null;
      context.held.put(position, stack == null ? Held.NONE : stack.describe(names));
      Creation creation = forks.get(thread);
      if (creation != null) {
        context.creations.put(names.threads().get(thread), creation);
      }
    }

    void advance(byte kind, int thread, int target, long position, int location) {
      if (kind == Kind.ACQUIRE) {
        stack(thread).push(target, position, location);
      } else if (kind == Kind.RELEASE) {
        stack(thread).pop(target);
      } else if (kind == Kind.FORK) {
        forks.putIfAbsent(
            target,
            new Creation(names.threads().get(thread), position, names.locations().get(location)));
      }
    }

    private LockStack stack(int thread) {
      if (thread >= stacks.length) {
        stacks = Arrays.copyOf(stacks, Math.max(thread + 1, stacks.length * 2));
      }
      if (stacks[thread] == null) {
        stacks[thread] = new LockStack();
      }
      return stacks[thread];
    }
  }

  /** The acquires of one thread that are not released yet, nested ones included. */
  private static final class LockStack {
    private int[] locks = new int[4];
    private long[] positions = new long[4];
    private int[] locations = new int[4];
    private int size;

    void push(int lock, long position, int location) {
      if (size == locks.length) {
        locks = Arrays.copyOf(locks, size * 2);
        positions = Arrays.copyOf(positions, size * 2);
        locations = Arrays.copyOf(locations, size * 2);
      }
      locks[size] = lock;
      positions[size] = position;
      locations[size] = location;
      size++;
    }

    /** Locks need not be released in reverse order: takes the innermost acquire of this one. */
    void pop(int lock) {
      int at = size - 1;
      while (at >= 0 && locks[at] != lock) {
        at--;
      }
      if (at < 0) {
        return;
      }
      System.arraycopy(locks, at + 1, locks, at, size - at - 1);
      System.arraycopy(positions, at + 1, positions, at, size - at - 1);
      System.arraycopy(locations, at + 1, locations, at, size - at - 1);
      size--;
    }

    Held describe(TraceNames names) {
      Set<Integer> seen = new HashSet<>();
      List<HeldLock> named = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        if (seen.add(locks[i]) && named.size() < NAMED_LOCKS) { // the outermost time
          named.add(
              new HeldLock(
                  names.locks().get(locks[i]), positions[i], names.locations().get(locations[i])));
        }
      }
      return new Held(List.copyOf(named), seen.size() - named.size());
    }
  }
}
