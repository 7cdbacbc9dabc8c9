package dev.sooth.trace;

import java.util.Arrays;

/** Collects events into a {@link Trace}. */
public final class TraceBuilder {
  private static final int LONG = 1 << 24;

  private final String name;
  private final TraceNames names;
  private final TraceNotes notes = new TraceNotes();
  private byte[] kinds = new byte[64];
  private int[] threads = new int[64];
  private int[] targets = new int[64];
  private int[] locations = new int[64];
  private Positions positions; // null while they are 0, 1, 2, …
  private int size;

  public TraceBuilder(String name, TraceNames names) {
    this.name = name;
    this.names = names;
  }

  /** The names to intern into. */
  public TraceNames names() {
    return names;
  }

  public TraceNotes notes() {
    return notes;
  }

  public int size() {
    return size;
  }

  /** Appends one event, given by ids. */
  public TraceBuilder add(byte kind, int thread, int target, int location) {
    ensure(1);
    kinds[size] = kind;
    threads[size] = thread;
    targets[size] = target;
    locations[size] = location;
    size++;
    return this;
  }

  /** Appends one event, given by names; the target's name is ignored for markers. */
  public TraceBuilder add(byte kind, String thread, String target, String location) {
    int id = 0;
    if (Kind.isAccess(kind)) {
      id = names.variables().intern(target);
    } else if (Kind.isLockOperation(kind)) {
      id = names.locks().intern(target);
    } else if (Kind.isThreadOperation(kind)) {
      id = names.threads().intern(target);
    }
    return add(kind, names.threads().intern(thread), id, names.locations().intern(location));
  }

  /** Appends all events of a batch. */
  public void addAll(EventBatch batch) {
    int n = batch.size();
    ensure(n);
    System.arraycopy(batch.kind, batch.from, kinds, size, n);
    System.arraycopy(batch.thread, batch.from, threads, size, n);
    System.arraycopy(batch.target, batch.from, targets, size, n);
    System.arraycopy(batch.location, batch.from, locations, size, n);
    size += n;
  }

  /** Appends the event at this index of a batch, which keeps its position, with another target. */
  void addFrom(EventBatch batch, int i, int target) {
    if (positions == null) {
      positions = new Positions();
    }
    positions.add(batch.base + i);
    add(batch.kind[i], batch.thread[i], target, batch.location[i]);
  }

  /** Points the batch at all that was appended so far. */
  void show(EventBatch batch) {
    batch.kind = kinds;
    batch.thread = threads;
    batch.target = targets;
    batch.location = locations;
    batch.from = 0;
    batch.to = size;
    batch.base = 0;
  }

  /** The trace; the builder must not be used afterwards. */
  public Trace build() {
    if (kinds.length - size > size / 8) { // what grew too far would stay too large for good
      resize(size);
    }
    byte[] relevant = Reentrancy.flatten(kinds, targets, size);
    return new Trace(
        name,
        names,
        notes,
        size,
        kinds,
        relevant,
        threads,
        targets,
        locations,
        positions == null ? null : positions.trim());
  }

  private void ensure(int more) {
    if (size + (long) more > Integer.MAX_VALUE - 16) {
      throw new TraceTooLargeException("more than 2^31 events do not fit in memory");
    }
    if (size + more > kinds.length) {
      int capacity =
          (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(size + more, grown(kinds.length)));
      resize(capacity);
    }
  }

  /** Long columns grow by less: what is not filled in the end must fit as well. */
  private static long grown(int capacity) {
    return capacity < LONG ? capacity * 3L / 2 : capacity * 9L / 8;
  }

  private void resize(int capacity) {
    kinds = Arrays.copyOf(kinds, capacity);
    threads = Arrays.copyOf(threads, capacity);
    targets = Arrays.copyOf(targets, capacity);
    locations = Arrays.copyOf(locations, capacity);
  }
}
