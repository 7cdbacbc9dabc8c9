package dev.sooth.detect.prefix;

import java.util.Arrays;

/**
 * Where one thread could have left the prefix: before the acquires of its open critical sections.
 * The same for all guesses in which it is in the prefix, so no guess is made before it is needed.
 *
 * <p>Points that cannot be best are dropped: leaving at a later point, or now, with no lock open
 * that the earlier one leaves open.
 */
final class StopPoints {
  /** A point before an acquire, and what the thread did since. */
  public static final class Point {
    private long position;
    private long eventsBefore;
    private boolean grainPossible;
    private final SmallSet heldBefore = new SmallSet();
    private final SmallSet taken = new SmallSet();
    private final SmallSet reads = new SmallSet();
    private final SmallSet writes = new SmallSet();

    /** The position of the acquire. */
    public long position() {
      return position;
    }

    /** How many events the thread had before. */
    public long eventsBefore() {
      return eventsBefore;
    }

    /** The locks that it held. */
    public SmallSet heldBefore() {
      return heldBefore;
    }

    /** The locks that it acquired since. */
    public SmallSet taken() {
      return taken;
    }

    /** The variables that it read since, from before or from other threads. */
    public SmallSet reads() {
      return reads;
    }

    /** The variables that it wrote since. */
    public SmallSet writes() {
      return writes;
    }

    /** Whether a grain can begin here, and no guess for it was made. */
    public boolean isGrainPossible() {
      return grainPossible;
    }

    public void forbidGrain() {
      grainPossible = false;
    }
  }

  private Point[] points = new Point[2];
  private int size;
  private boolean rigid;
  private final SmallSet held = new SmallSet();

  public int size() {
    return size;
  }

  public Point get(int index) {
    return points[index];
  }

  /** The locks that the thread holds now. */
  public SmallSet held() {
    return held;
  }

  /**
   * Whether some guesses for this thread were made already, so that one in which it is in the
   * prefix can no longer become all that one can in which it left.
   */
  public boolean isRigid() {
    return rigid;
  }

  public void acquire(int lock, long position, long eventsBefore) {
    dropDominatedBy(held);
    if (size == points.length) {
      points = Arrays.copyOf(points, 2 * size);
    }
    if (points[size] == null) {
      points[size] = new Point();
    }
    Point point = points[size++];
    point.position = position;
    point.eventsBefore = eventsBefore;
    point.grainPossible = true;
    point.heldBefore.set(held);
    point.taken.clear();
    point.reads.clear();
    point.writes.clear();
    for (int i = 0; i < size; i++) {
      points[i].taken.add(lock);
    }
    held.add(lock);
  }

  public void release(int lock) {
    held.remove(lock);
    dropDominatedBy(held);
    if (held.size() == 0) {
      rigid = false;
    }
  }

  private void dropDominatedBy(SmallSet laterHeld) {
    for (int i = size - 1; i >= 0; i--) {
      if (laterHeld.isWithin(points[i].heldBefore)) {
        remove(i);
      }
    }
  }

  private void remove(int index) {
    Point removed = points[index];
    System.arraycopy(points, index + 1, points, index, size - index - 1);
    points[--size] = removed;
  }

  /** Drops a point for which guesses were made. */
  public void drop(int index) {
    remove(index);
    rigid = true;
  }

  /** No grain begins at points that are so many events back; the thread had so many before. */
  public void forbidLongGrains(long events, int most) {
    for (int i = 0; i < size && events - points[i].eventsBefore >= most; i++) {
      points[i].grainPossible = false;
    }
  }

  /** Notes a write of the thread. */
  public void write(int variable) {
    for (int i = 0; i < size; i++) {
      if (points[i].grainPossible) {
        points[i].writes.add(variable);
      }
    }
  }

  /** Notes a read of the thread, before the variable is written again. */
  public void read(int thread, int variable, LastWrites last) {
    boolean own = last.thread(variable) == thread;
    for (int i = 0; i < size; i++) {
      Point point = points[i];
      if (!point.grainPossible || (own && last.position(variable) > point.position)) {
        continue; // no grain, or a grain from there reads its own write
      }
      point.reads.add(variable);
      if (point.writes.contains(variable)) {
        // In a grain it would read its own write, and not the later one of another thread.
        point.grainPossible = false;
      }
    }
  }
}
