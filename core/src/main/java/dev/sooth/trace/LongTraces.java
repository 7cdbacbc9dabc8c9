package dev.sooth.trace;

import java.io.IOException;

/**
 * Loads traces that are too long for the memory there is without what cannot matter: accesses to
 * variables that one thread alone uses, or that nobody writes. Most of a long trace is that, and no
 * engine, witness or check is changed by it; the events that stay keep their positions.
 */
public final class LongTraces {
  /** How much of the memory the columns of a trace may take before anything is left out. */
  private static final int SHARE = 4;

  private static final int BYTES_AN_EVENT = 14;

  private LongTraces() {}

  /** Loads a whole trace, or, if it is too long and can be read again, what can matter of it. */
  public static Trace load(TraceSource source) throws IOException {
    return load(source, Runtime.getRuntime().maxMemory() / SHARE / BYTES_AN_EVENT);
  }

  /** The same with this many events as the most that is loaded whole. */
  public static Trace load(TraceSource source, long most) throws IOException {
    if (source instanceof Trace trace) {
      return trace;
    }
    try (TraceCursor cursor = source.open()) {
      TraceBuilder builder = new TraceBuilder(source.name(), cursor.names());
      EventBatch batch = new EventBatch();
      while (cursor.next(batch)) {
        if (source.repeatable() && builder.size() + (long) batch.size() > most) {
          builder = null; // its memory is needed
          break;
        }
        builder.addAll(batch);
      }
      if (builder != null) {
        builder.notes().addAll(cursor.notes());
        return builder.build();
      }
    }
    return loadRelevant(source);
  }

  private static Trace loadRelevant(TraceSource source) throws IOException {
    SharedUse use = new RelevantSource(source, true).sharedUse();
    DenseIds variables = use.sharedVariables();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = source.open()) {
      TraceNames all = cursor.names();
      TraceNames names =
          new TraceNames(
              all.threads(), variables.names(all.variables()), all.locks(), all.locations());
      TraceBuilder builder = new TraceBuilder(source.name(), names);
      while (cursor.next(batch)) {
        for (int i = batch.from; i < batch.to; i++) {
          byte kind = batch.kind[i];
          int variable = Kind.isAccess(kind) ? variables.number(batch.target[i]) : 0;
          if (variable >= 0 && kind != Kind.NOP) {
            builder.addFrom(batch, i, Kind.isAccess(kind) ? variable : batch.target[i]);
          }
        }
      }
      builder.notes().addAll(cursor.notes());
      return builder.build();
    }
  }
}
