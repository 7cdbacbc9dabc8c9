package dev.sooth.trace;

import java.io.IOException;
import java.util.Arrays;

/**
 * A trace in memory: four columns of primitives, 13 bytes an event, up to 15 when filtered, 2 more
 * where events were left out. Immutable.
 *
 * <p>An event is known by its index, which is its position in the input unless events were left out
 * because a trace is too long, see {@link LongTraces}: what people are told is {@link #position}.
 *
 * <p>There are two kind columns. {@link #kinds()} is the input. {@link #relevantKinds()} is what an
 * analysis looks at: the same, with {@link Kind#NOP} in the place of every event that cannot matter
 * (nested re-entrant locking, and what {@link #filtered()} finds).
 */
public final class Trace implements TraceSource {
  private static final int BATCH = 1 << 16;

  private final String name;
  private final TraceNames names;
  private final TraceNotes notes;
  private final int size;
  private final byte[] kinds;
  private final byte[] unfilteredKinds; // relevant as far as re-entrancy goes
  private final byte[] relevantKinds;
  private final int[] threads;
  private final int[] targets;
  private final int[] locations;
  private final Positions positions; // null if they are 0, 1, 2, …

  Trace(
      String name,
      TraceNames names,
      TraceNotes notes,
      int size,
      byte[] kinds,
      byte[] relevantKinds,
      int[] threads,
      int[] targets,
      int[] locations,
      Positions positions) {
    this(
        name,
        names,
        notes,
        size,
        kinds,
        relevantKinds,
        relevantKinds,
        threads,
        targets,
        locations,
        positions);
  }

  private Trace(
      String name,
      TraceNames names,
      TraceNotes notes,
      int size,
      byte[] kinds,
      byte[] unfilteredKinds,
      byte[] relevantKinds,
      int[] threads,
      int[] targets,
      int[] locations,
      Positions positions) {
    this.name = name;
    this.names = names;
    this.notes = notes;
    this.size = size;
    this.kinds = kinds;
    this.unfilteredKinds = unfilteredKinds;
    this.relevantKinds = relevantKinds;
    this.threads = threads;
    this.targets = targets;
    this.locations = locations;
    this.positions = positions;
  }

  /** Reads the whole source into memory; a source that is a trace already is returned as it is. */
  public static Trace load(TraceSource source) throws IOException {
    if (source instanceof Trace trace) {
      return trace;
    }
    if (source instanceof RelevantSource relevant) {
      return relevant.load(); // what is not relevant is still part of the trace
    }
    try (TraceCursor cursor = source.open()) {
      TraceBuilder builder = new TraceBuilder(source.name(), cursor.names());
      EventBatch batch = new EventBatch();
      while (cursor.next(batch)) {
        builder.addAll(batch);
      }
      builder.notes().addAll(cursor.notes());
      return builder.build();
    }
  }

  /** The same trace, in whose {@link #relevantKinds()} all that cannot matter is NOP. */
  public Trace filtered() {
    SharedUse use = new SharedUse();
    use.add(relevantKinds, threads, targets, 0, size);
    int first = use.firstBlank(relevantKinds, targets, 0, size);
    if (first == size) {
      return this;
    }
    byte[] filtered = Arrays.copyOf(relevantKinds, size);
    use.blank(filtered, targets, first, size);
    return withRelevantKinds(filtered);
  }

  /**
   * The same trace, in whose {@link #relevantKinds()} no lock is filtered. For an engine whose
   * class is defined by locks that other threads need not use, such as OSR: there a filtered lock
   * would matter.
   */
  public Trace withAllLocks() {
    if (relevantKinds == unfilteredKinds) {
      return this;
    }
    byte[] withLocks = relevantKinds;
    for (int i = 0; i < size; i++) {
      if (withLocks[i] != unfilteredKinds[i] && Kind.isLockOperation(unfilteredKinds[i])) {
        if (withLocks == relevantKinds) {
          withLocks = Arrays.copyOf(relevantKinds, size);
        }
        withLocks[i] = unfilteredKinds[i];
      }
    }
    return withLocks == relevantKinds ? this : withRelevantKinds(withLocks);
  }

  private Trace withRelevantKinds(byte[] relevant) {
    return new Trace(
        name,
        names,
        notes,
        size,
        kinds,
        unfilteredKinds,
        relevant,
        threads,
        targets,
        locations,
        positions);
  }

  /** Whether it has all events, so that indices are positions. */
  public boolean isWhole() {
    return positions == null;
  }

  /** The position in the input of the event with this index. */
  public long position(int index) {
    return positions == null ? index : positions.position(index);
  }

  /** The index of the event at this position of the input, or -1 if it was left out. */
  public int index(long position) {
    if (positions != null) {
      return positions.index(position);
    }
    return position < size ? (int) position : -1;
  }

  /** How many events there are; they have the indices 0 to size - 1. */
  public int size() {
    return size;
  }

  public byte kind(int position) {
    return kinds[position];
  }

  public int thread(int position) {
    return threads[position];
  }

  public int target(int position) {
    return targets[position];
  }

  public int location(int position) {
    return locations[position];
  }

  /** The kinds as read; may be longer than the trace. Do not write to it. */
  public byte[] kinds() {
    return kinds;
  }

  /** The kinds for the analyses, see above; may be longer than the trace. Do not write to it. */
  public byte[] relevantKinds() {
    return relevantKinds;
  }

  /** Thread ids; may be longer than the trace. Do not write to it. */
  public int[] threads() {
    return threads;
  }

  /** Target ids; may be longer than the trace. Do not write to it. */
  public int[] targets() {
    return targets;
  }

  /** Location ids; may be longer than the trace. Do not write to it. */
  public int[] locations() {
    return locations;
  }

  public TraceNames names() {
    return names;
  }

  public TraceNotes notes() {
    return notes;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean repeatable() {
    return true;
  }

  /** A pass over the relevant kinds. */
  @Override
  public TraceCursor open() {
    return new MemoryCursor(relevantKinds);
  }

  /** A pass over the kinds as read, for writing the trace out again. */
  public TraceCursor openUnfiltered() {
    return new MemoryCursor(kinds);
  }

  /** The event in STD form, for messages and tests. */
  public String describe(int position) {
    byte kind = kinds[position];
    return names.threads().get(threads[position])
        + "|"
        + Kind.symbol(kind)
        + "("
        + names.target(kind, targets[position])
        + ")|"
        + names.locations().get(locations[position]);
  }

  private final class MemoryCursor implements TraceCursor {
    private final byte[] column;
    private int next;

    MemoryCursor(byte[] column) {
      this.column = column;
    }

    @Override
    public boolean next(EventBatch batch) {
      batch.kind = column;
      batch.thread = threads;
      batch.target = targets;
      batch.location = locations;
      batch.base = 0;
      batch.from = next;
      next = Math.min(size, next + BATCH);
      batch.to = next;
      return batch.from < batch.to;
    }

    @Override
    public TraceNames names() {
      return names;
    }

    @Override
    public String where(long position) {
      return "event " + position;
    }

    @Override
    public TraceNotes notes() {
      return notes;
    }

    @Override
    public void close() {}
  }
}
