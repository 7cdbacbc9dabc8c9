package dev.sooth.trace;

import java.io.IOException;
import java.util.BitSet;

/**
 * The stream that an engine sees: nested re-entrant locking is {@link Kind#NOP}, and, when
 * filtering, so is every event that cannot matter to any other thread ({@link SharedUse}).
 * Positions stay those of the input.
 *
 * <p>Filtering a stream takes two passes, the first to learn who uses what, so a source that is not
 * repeatable is not filtered unless it is loaded as a whole.
 */
public final class RelevantSource extends ForwardingSource {
  private final boolean filter;
  private SharedUse sharedUse; // guarded by this; null until the first pass is done

  RelevantSource(TraceSource input, boolean filter) {
    super(input);
    this.filter = filter;
  }

  /** The relevant events of a well-formed source. */
  public static TraceSource of(TraceSource source, boolean filter) {
    if (source instanceof Trace trace) {
      return filter ? trace.filtered() : trace;
    }
    return new RelevantSource(source, filter);
  }

  @Override
  public TraceCursor open() throws IOException {
    SharedUse use = filter && input.repeatable() ? sharedUse() : null;
    return new RelevantCursor(input.open(), use);
  }

  /** The whole input in memory, with the same events relevant. */
  Trace load() throws IOException {
    Trace trace = Trace.load(input);
    return filter ? trace.filtered() : trace;
  }

  synchronized SharedUse sharedUse() throws IOException {
    if (sharedUse == null) {
      SharedUse use = new SharedUse();
      EventBatch batch = new EventBatch();
      try (TraceCursor cursor = input.open()) {
        while (cursor.next(batch)) {
          use.add(batch.kind, batch.thread, batch.target, batch.from, batch.to);
        }
      }
      sharedUse = use;
    }
    return sharedUse;
  }

  private static final class RelevantCursor extends ForwardingCursor {
    private final SharedUse use; // null when not filtering
    private final Reentrancy reentrancy = new Reentrancy();
    private byte[] kinds = new byte[0];

    RelevantCursor(TraceCursor input, SharedUse use) {
      super(input);
      this.use = use;
    }

    /** Who uses what was found out by id, before. */
    @Override
    public void forgetDead(BitSet exceptVariables) {
      if (use == null) {
        input.forgetDead(exceptVariables);
      }
    }

    @Override
    public boolean next(EventBatch batch) throws IOException {
      boolean more = input.next(batch);
      if (batch.forgottenLocks != null) {
        reentrancy.forget(batch.forgottenLocks);
      }
      if (kinds.length < batch.to) {
        kinds = new byte[batch.to];
      }
      System.arraycopy(batch.kind, batch.from, kinds, batch.from, batch.size());
      batch.kind = kinds;
      for (int i = batch.from; i < batch.to; i++) {
        byte kind = kinds[i];
        if (Kind.isLockOperation(kind) && reentrancy.isNested(kind, batch.target[i])) {
          kinds[i] = Kind.NOP;
        }
      }
      if (use != null) {
        use.blank(kinds, batch.target, batch.from, batch.to);
      }
      return more;
    }
  }
}
