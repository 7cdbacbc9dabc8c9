package dev.sooth.trace;

import java.io.IOException;

/**
 * The filtered events of a file, with ids that count the variables and locks that matter and no
 * others: an engine that keeps something for each id needs no room for what only one thread uses.
 */
public final class DenseSource extends ForwardingSource {
  private final RelevantSource relevant;
  private DenseIds variables; // null until the first pass
  private DenseIds locks;

  /**
   * A view of a source that can be read twice.
   *
   * @param source not checked for what matters; it is read once more for that
   */
  public DenseSource(TraceSource source) {
    this(new RelevantSource(source, true));
  }

  private DenseSource(RelevantSource relevant) {
    super(relevant);
    this.relevant = relevant;
  }

  @Override
  public TraceCursor open() throws IOException {
    if (variables == null) {
      SharedUse use = relevant.sharedUse();
      variables = use.sharedVariables();
      locks = use.sharedLocks();
    }
    return new DenseCursor(relevant.open());
  }

  /** The id in the source of a variable of this one. */
  public int variable(int dense) {
    return variables.id(dense);
  }

  private final class DenseCursor extends ForwardingCursor {
    private final TraceNames names;
    private int[] targets = {};

    DenseCursor(TraceCursor input) {
      super(input);
      TraceNames all = input.names();
      names =
          new TraceNames(
              all.threads(),
              variables.names(all.variables()),
              locks.names(all.locks()),
              all.locations());
    }

    @Override
    public TraceNames names() {
      return names;
    }

    @Override
    public boolean next(EventBatch batch) throws IOException {
      boolean more = input.next(batch);
      if (targets.length < batch.to) {
        targets = new int[batch.to];
      }
      byte[] kinds = batch.kind; // the filter's own, and not those of the reader
      for (int i = batch.from; i < batch.to; i++) {
        byte kind = kinds[i];
        int target = batch.target[i];
        if (Kind.isAccess(kind)) {
          target = variables.number(target);
        } else if (Kind.isLockOperation(kind)) {
          target = locks.number(target);
        }
        if (target < 0) { // the file has grown since the first pass
          kinds[i] = Kind.NOP;
          target = 0;
        }
        targets[i] = target;
      }
      batch.target = targets;
      return more;
    }
  }
}
