package dev.sooth.analysis;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.ForwardingCursor;
import dev.sooth.trace.ForwardingSource;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;

/**
 * A source that keeps what is read from it, unless that is much for the memory there is: a short
 * trace need not be read again for its proofs. What it has is that of the last pass.
 */
final class KeptTrace extends ForwardingSource {
  /** How much of the memory the kept events may take: little, since engines stream to save it. */
  private static final int SHARE = 32;

  private static final int BYTES_AN_EVENT = 14;

  /** How many events are few. */
  static final long MOST = Runtime.getRuntime().maxMemory() / SHARE / BYTES_AN_EVENT;

  private final long most;
  private TraceBuilder kept; // null if nothing is kept
  private boolean isWhole;

  /** Keeps a trace of at most so many events. */
  KeptTrace(TraceSource input, long most) {
    super(input);
    this.most = most;
  }

  /** The trace, if the last pass came to its end and the trace is short enough. */
  Optional<Trace> trace() {
    return isWhole ? Optional.of(kept.build()) : Optional.empty();
  }

  @Override
  public TraceCursor open() throws IOException {
    TraceCursor cursor = input.open();
    kept = new TraceBuilder(name(), cursor.names());
    isWhole = false;
    return new KeepingCursor(cursor);
  }

  private final class KeepingCursor extends ForwardingCursor {
    private BitSet toForgetExcept; // null if nothing is to be forgotten

    KeepingCursor(TraceCursor cursor) {
      super(cursor);
    }

    /** Not while the events are kept: an id would be that of two variables. */
    @Override
    public void forgetDead(BitSet exceptVariables) {
      toForgetExcept = exceptVariables;
      if (kept == null || most == 0) {
        input.forgetDead(exceptVariables);
      }
    }

    @Override
    public boolean next(EventBatch batch) throws IOException {
      boolean more = input.next(batch);
      if (kept == null || isWhole) {
        return more;
      }
      if (!more) {
        kept.notes().addAll(input.notes());
        isWhole = true;
      } else if (kept.size() + (long) batch.size() <= most) {
        kept.addAll(batch);
      } else {
        kept = null;
        if (toForgetExcept != null) {
          input.forgetDead(toForgetExcept);
        }
      }
      return more;
    }
  }
}
