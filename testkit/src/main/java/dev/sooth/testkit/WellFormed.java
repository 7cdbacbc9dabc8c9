package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * What the test kit takes for a trace: written from the model and apart from the reader's check, so
 * that the two can be compared.
 *
 * <ul>
 *   <li>A lock is acquired when it is free or held by the same thread, and released by its holder.
 *   <li>A thread is forked at most once, by another thread and before its first event; or later by
 *       a thread that descends from it, which some recorders write who give an artificial first
 *       thread the name of a real one.
 *   <li>A thread that is joined is known (it was forked or has an event) and is another thread than
 *       the joining one; it has no event after the join.
 * </ul>
 *
 * <p>Markers are no such events: they may stand anywhere, before the fork and after the join too.
 */
public final class WellFormed {
  private static final int NONE = -1;

  private WellFormed() {}

  /** The first thing that is wrong, or null. */
  public static String complaint(Trace trace) {
    int threads = trace.names().threads().size();
    int[] holder = new int[trace.names().locks().size()];
    Arrays.fill(holder, NONE);
    int[] depth = new int[holder.length];
    boolean[] active = new boolean[threads];
    boolean[] marked = new boolean[threads];
    boolean[] forked = new boolean[threads];
    boolean[] joined = new boolean[threads];
    int[] root = new int[threads]; // the thread that it descends from by forks
    Arrays.setAll(root, t -> t);
    for (int i = 0; i < trace.size(); i++) {
      int thread = trace.thread(i);
      int target = trace.target(i);
      if (isMarker(trace.kind(i))) {
        marked[thread] = true;
        continue;
      }
      if (joined[thread]) {
        return "event %d comes after the join of its thread".formatted(i);
      }
      active[thread] = true;
      switch (trace.kind(i)) {
        case Kind.ACQUIRE -> {
          if (holder[target] != NONE && holder[target] != thread) {
            return "event %d acquires a lock that another thread holds".formatted(i);
          }
          holder[target] = thread;
          depth[target]++;
        }
        case Kind.RELEASE -> {
          if (holder[target] != thread) {
            return "event %d releases a lock that its thread does not hold".formatted(i);
          }
          if (--depth[target] == 0) {
            holder[target] = NONE;
          }
        }
        case Kind.FORK -> {
          if (forked[target] || joined[target] || target == thread) {
            return "event %d forks its own thread, or one forked or joined before".formatted(i);
          }
          if (active[target] && root[thread] != target) {
            return "event %d forks a thread that runs already".formatted(i);
          }
          forked[target] = true;
          root[target] = root[thread];
        }
        case Kind.JOIN -> {
          if (target == thread
              || !(active[target] || forked[target] || joined[target] || marked[target])) {
            return "event %d joins an unknown thread or its own".formatted(i);
          }
          joined[target] = true;
        }
        default -> {}
      }
    }
    return null;
  }

  /** Whether events of this kind have no effect. */
  static boolean isMarker(byte kind) {
    return kind == Kind.NOP || kind == Kind.BEGIN || kind == Kind.END;
  }

  public static boolean holds(Trace trace) {
    return complaint(trace) == null;
  }
}
