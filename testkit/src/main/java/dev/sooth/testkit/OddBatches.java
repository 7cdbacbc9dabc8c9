package dev.sooth.testkit;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.TraceSource;
import java.util.Arrays;
import java.util.Random;

/**
 * A trace as a stream that is as awkward as the contract of {@link TraceCursor} allows: small
 * batches of changing size in the middle of fresh arrays that are spoilt at the next call, and
 * names that come with their first use.
 */
final class OddBatches implements TraceSource {
  private final Trace trace;
  private final byte[] kinds;
  private final boolean repeatable;
  private final Random random;
  private boolean opened;

  private OddBatches(Trace trace, byte[] kinds, boolean repeatable, Random random) {
    this.trace = trace;
    this.kinds = kinds;
    this.repeatable = repeatable;
    this.random = random;
  }

  /** The relevant events of the trace, for one pass. */
  static OddBatches pipe(Trace trace, Random random) {
    return new OddBatches(trace, trace.relevantKinds(), false, random);
  }

  /** The events as read, for any number of passes. */
  static OddBatches file(Trace trace, Random random) {
    return new OddBatches(trace, trace.kinds(), true, random);
  }

  @Override
  public String name() {
    return trace.name();
  }

  @Override
  public boolean repeatable() {
    return repeatable;
  }

  @Override
  public TraceCursor open() {
    if (opened && !repeatable) {
      throw new IllegalStateException("this source was opened before and is not repeatable");
    }
    opened = true;
    return new Cursor();
  }

  private final class Cursor implements TraceCursor {
    private final TraceNames names = TraceNames.empty();
    private final TraceNotes notes = new TraceNotes();
    private byte[] kind = {};
    private int[] thread = {};
    private int[] target = {};
    private int[] location = {};
    private int position;

    @Override
    public boolean next(EventBatch batch) {
      spoil();
      int size = Math.min(trace.size() - position, 1 + 2 * random.nextInt(3));
      int before = random.nextInt(3);
      int capacity = before + size + random.nextInt(3);
      kind = new byte[capacity];
      thread = new int[capacity];
      target = new int[capacity];
      location = new int[capacity];
      spoil();
      for (int i = 0; i < size; i++) {
        copy(position + i, before + i);
      }
      batch.kind = kind;
      batch.thread = thread;
      batch.target = target;
      batch.location = location;
      batch.from = before;
      batch.to = before + size;
      batch.base = (long) position - before;
      position += size;
      return size > 0;
    }

    private void copy(int from, int to) {
      TraceNames old = trace.names();
      kind[to] = kinds[from];
      thread[to] = names.threads().intern(old.threads().get(trace.thread(from)));
      location[to] = names.locations().intern(old.locations().get(trace.location(from)));
      // The target of an event that cannot matter stays what it is in the input.
      byte read = trace.kind(from);
      String name = old.target(read, trace.target(from));
      if (Kind.isAccess(read)) {
        target[to] = names.variables().intern(name);
      } else if (Kind.isLockOperation(read)) {
        target[to] = names.locks().intern(name);
      } else if (Kind.isThreadOperation(read)) {
        target[to] = names.threads().intern(name);
      } else {
        target[to] = 0;
      }
    }

    private void spoil() {
      Arrays.fill(kind, Kind.WRITE);
      Arrays.fill(thread, Integer.MAX_VALUE);
      Arrays.fill(target, Integer.MAX_VALUE);
      Arrays.fill(location, Integer.MAX_VALUE);
    }

    @Override
    public TraceNames names() {
      return names;
    }

    @Override
    public String where(long where) {
      return "event " + where;
    }

    @Override
    public TraceNotes notes() {
      return notes;
    }

    @Override
    public void close() {}
  }
}
