package dev.sooth.testkit;

/**
 * A relation between the events of a trace as a matrix of bits; row j holds the events that are
 * before j. All relations here agree with the order of the trace: i before j only if i &lt; j.
 */
public final class Relation {
  /** Whether a pair of events, the first earlier in the trace, is related. */
  @FunctionalInterface
  public interface Edge {
    boolean between(int earlier, int later);
  }

  private final int size;
  private final long[][] before;

  public Relation(int size) {
    this.size = size;
    this.before = new long[size][(size + 63) >>> 6];
  }

  /** The transitive closure of these edges. */
  public static Relation closureOf(int size, Edge edge) {
    Relation relation = new Relation(size);
    for (int j = 0; j < size; j++) {
      for (int i = j - 1; i >= 0; i--) {
        // What is before j already came with its own predecessors: rows of earlier events are done.
        if (!relation.holds(i, j) && edge.between(i, j)) {
          relation.add(i, j);
          relation.addAllBefore(i, j);
        }
      }
    }
    return relation;
  }

  public boolean holds(int earlier, int later) {
    return (before[later][earlier >>> 6] & 1L << earlier) != 0;
  }

  /** Relates the two; true if they were not related. */
  public boolean add(int earlier, int later) {
    boolean isNew = !holds(earlier, later);
    before[later][earlier >>> 6] |= 1L << earlier;
    return isNew;
  }

  /** Puts all that is before the first also before the second; true if that changed anything. */
  public boolean addAllBefore(int event, int later) {
    return addAll(before[event], later);
  }

  /** Puts all that is before the event in the other relation before {@code later} in this one. */
  public boolean addAllBefore(Relation other, int event, int later) {
    return addAll(other.before[event], later);
  }

  private boolean addAll(long[] row, int later) {
    boolean changed = false;
    for (int word = 0; word < row.length; word++) {
      long sum = before[later][word] | row[word];
      changed |= sum != before[later][word];
      before[later][word] = sum;
    }
    return changed;
  }

  public int size() {
    return size;
  }
}
