package dev.sooth.trace.generate;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.TraceSource;

/**
 * A trace that is made up while it is read: well-formed, the same for the same {@link Workload},
 * and never in memory as a whole. Time constant an event, space in threads, locks and variables.
 */
public final class SyntheticTrace implements TraceSource {
  private final Workload workload;

  public SyntheticTrace(Workload workload) {
    this.workload = workload;
  }

  @Override
  public String name() {
    return "synthetic trace";
  }

  @Override
  public boolean repeatable() {
    return true;
  }

  @Override
  public TraceCursor open() {
    return new Cursor(new SyntheticProgram(workload));
  }

  private static final class Cursor implements TraceCursor {
    private static final int BATCH = 1 << 14;

    private final SyntheticProgram program;
    private final TraceNotes notes = new TraceNotes();
    private final EventBatch buffer = new EventBatch();
    private long emitted;

    Cursor(SyntheticProgram program) {
      this.program = program;
      buffer.kind = new byte[BATCH];
      buffer.thread = new int[BATCH];
      buffer.target = new int[BATCH];
      buffer.location = new int[BATCH];
    }

    @Override
    public boolean next(EventBatch batch) {
      int size = 0;
      while (size < BATCH && program.step()) {
        buffer.kind[size] = program.kind();
        buffer.thread[size] = program.thread();
        buffer.target[size] = program.target();
        buffer.location[size] = program.location();
        size++;
      }
      batch.kind = buffer.kind;
      batch.thread = buffer.thread;
      batch.target = buffer.target;
      batch.location = buffer.location;
      batch.from = 0;
      batch.to = size;
      batch.base = emitted;
      emitted += size;
      return size > 0;
    }

    @Override
    public TraceNames names() {
      return program.names();
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
