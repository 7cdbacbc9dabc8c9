package dev.sooth.bench;

import java.util.Arrays;

/**
 * A vector clock kept as a tree [TC22]: the children of u are the threads of which u learned
 * directly, latest first, each with the time of u at which it did (its attachment time). A join
 * then visits only the entries that change, and the children at which it can stop: whoever knows u
 * at the attachment time of v knows the whole subtree of v.
 *
 * <p>Legend to the paper: {@code time} is clk, {@code attached} is aclk, {@code root} is the thread
 * whose view it is.
 */
final class TreeClock {
  private static final int NONE = -1;

  private int root;
  private int[] time;
  private int[] attached;
  private int[] parent;
  private int[] firstChild;
  private int[] next;
  private int[] previous;
  private int[] updated = new int[8]; // threads to move, each after its descendants
  private int updates;

  /** A clock that knows nothing; its root is set by the first {@link #copy}. */
  TreeClock() {
    this(NONE, 0);
  }

  /** The clock of a thread that starts at this time. */
  TreeClock(int thread, int startTime) {
    root = thread;
    int size = Math.max(4, Integer.highestOneBit(Math.max(1, thread)) * 2);
    time = new int[size];
    attached = new int[size];
    parent = none(size);
    firstChild = none(size);
    next = none(size);
    previous = none(size);
    if (thread != NONE) {
      time[thread] = startTime;
    }
  }

  private static int[] none(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NONE);
    return array;
  }

  int time(int thread) {
    return thread < time.length ? time[thread] : 0;
  }

  void tick() {
    time[root]++;
  }

  /** Whether all that the other clock knows is known here: its root's time tells. */
  boolean knows(TreeClock other) {
    return other.root == NONE || other.time[other.root] <= time(other.root);
  }

  /** Learns all that the other clock knows. The root stays. */
  void join(TreeClock other) {
    if (knows(other)) {
      return;
    }
    ensure(other.time.length);
    updates = 0;
    collect(other, other.root, NONE);
    move(other);
    int top = other.root;
    attached[top] = time[root];
    attach(top, root);
  }

  /** Becomes a copy of the other clock, which must know all that this one knows. */
  void copyMonotone(TreeClock other) {
    ensure(other.time.length);
    updates = 0;
    collect(other, other.root, root);
    move(other);
    root = other.root;
    parent[root] = NONE;
  }

  /** Becomes a copy of the other clock, whatever it knew. */
  void copy(TreeClock other) {
    root = other.root;
    time = other.time.clone();
    attached = other.attached.clone();
    parent = other.parent.clone();
    firstChild = other.firstChild.clone();
    next = other.next.clone();
    previous = other.previous.clone();
  }

  /**
   * Collects the threads below u of which the other clock knows more, children before parents. In a
   * copy the old root must move as well, even if its time did not change.
   */
  private void collect(TreeClock other, int u, int oldRoot) {
    for (int v = other.firstChild[u]; v != NONE; v = other.next[v]) {
      if (time[v] < other.time[v]) {
        collect(other, v, oldRoot);
      } else {
        if (v == oldRoot) {
          push(v);
        }
        if (other.attached[v] <= time[u]) {
          break; // all further children were attached earlier still
        }
      }
    }
    push(u);
  }

  private void push(int thread) {
    if (updates == updated.length) {
      updated = Arrays.copyOf(updated, updates * 2);
    }
    updated[updates++] = thread;
  }

  private void move(TreeClock other) {
    for (int i = 0; i < updates; i++) {
      detach(updated[i]);
    }
    for (int i = updates - 1; i >= 0; i--) {
      int u = updated[i];
      time[u] = other.time[u];
      int above = other.parent[u];
      if (above != NONE) {
        attached[u] = other.attached[u];
        attach(u, above);
      }
    }
  }

  private void detach(int u) {
    int above = parent[u];
    if (above == NONE) {
      return;
    }
    int before = previous[u];
    int after = next[u];
    if (before == NONE) {
      firstChild[above] = after;
    } else {
      next[before] = after;
    }
    if (after != NONE) {
      previous[after] = before;
    }
    parent[u] = NONE;
  }

  private void attach(int u, int above) {
    int first = firstChild[above];
    parent[u] = above;
    previous[u] = NONE;
    next[u] = first;
    if (first != NONE) {
      previous[first] = u;
    }
    firstChild[above] = u;
  }

  private void ensure(int size) {
    int old = time.length;
    if (size > old) {
      // Powers of two, so that clocks that learn from each other do not outgrow each other in turn.
      int capacity = Integer.highestOneBit(size - 1) * 2;
      time = Arrays.copyOf(time, capacity);
      attached = Arrays.copyOf(attached, capacity);
      parent = grown(parent, capacity);
      firstChild = grown(firstChild, capacity);
      next = grown(next, capacity);
      previous = grown(previous, capacity);
    }
  }

  private static int[] grown(int[] array, int capacity) {
    int[] bigger = Arrays.copyOf(array, capacity);
    Arrays.fill(bigger, array.length, capacity, NONE);
    return bigger;
  }
}
