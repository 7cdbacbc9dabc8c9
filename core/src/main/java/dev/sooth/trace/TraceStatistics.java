package dev.sooth.trace;

import java.io.IOException;
import java.util.Arrays;

/**
 * What a trace is made of, counted in one pass. The memory that it takes is bounded by the number
 * of names, not of events.
 *
 * @param events all events, those without effect included
 * @param threads names of threads
 * @param locks names of locks
 * @param variables names of variables
 * @param reads plain reads
 * @param writes plain writes
 * @param acquires acquires, nested ones included
 * @param releases releases, nested ones included
 * @param volatileAccesses volatile reads and writes
 * @param skipped events without effect: kinds that mean nothing to us, and what was dropped
 * @param deepestNesting how many different locks a thread held at once, at most
 * @param threadLocalAccesses accesses, plain or volatile, to variables that one thread alone uses
 * @param readOnlyAccesses accesses to variables that several threads read and none writes
 * @param topology which threads communicate with which
 */
public record TraceStatistics(
    long events,
    int threads,
    int locks,
    int variables,
    long reads,
    long writes,
    long acquires,
    long releases,
    long forks,
    long joins,
    long volatileAccesses,
    long markers,
    long skipped,
    int deepestNesting,
    long threadLocalAccesses,
    long readOnlyAccesses,
    Topology.Shape topology) {

  /** Reads the whole source, which must be well-formed. */
  public static TraceStatistics of(TraceSource source) throws IOException {
    Counter counter = new Counter();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor =
        source instanceof Trace trace ? trace.openUnfiltered() : source.open()) {
      while (cursor.next(batch)) {
        counter.add(batch, cursor.names());
      }
      return counter.result(cursor.names());
    }
  }

  /** Plain and volatile reads and writes. */
  public long accesses() {
    return reads + writes + volatileAccesses;
  }

  /** The share of accesses that are to thread-local variables, 0 to 1. */
  public double threadLocalShare() {
    return share(threadLocalAccesses);
  }

  /** The share of accesses that are to variables that are only read, 0 to 1. */
  public double readOnlyShare() {
    return share(readOnlyAccesses);
  }

  private double share(long part) {
    return accesses() == 0 ? 0 : part / (double) accesses();
  }

  private static final class Counter {
    private final long[] ofKind = new long[Kind.COUNT];
    private final SharedUse use = new SharedUse();
    private final Topology topology = new Topology();
    private long[] accesses = new long[0]; // per variable
    private int[] depth = new int[0]; // per lock
    private int[] held = new int[0]; // per thread: different locks held
    private int deepest;

    void add(EventBatch batch, TraceNames names) {
      accesses = grown(accesses, names.variables().size());
      depth = grown(depth, names.locks().size());
      held = grown(held, names.threads().size());
      use.add(batch.kind, batch.thread, batch.target, batch.from, batch.to);
      topology.add(batch, names);
      for (int i = batch.from; i < batch.to; i++) {
        byte kind = batch.kind[i];
        int target = batch.target[i];
        ofKind[kind]++;
        if (Kind.isAccess(kind)) {
          accesses[target]++;
        } else if (kind == Kind.ACQUIRE && depth[target]++ == 0) {
          deepest = Math.max(deepest, ++held[batch.thread[i]]);
        } else if (kind == Kind.RELEASE && --depth[target] == 0) {
          held[batch.thread[i]]--;
        }
      }
    }

    TraceStatistics result(TraceNames names) {
      long threadLocal = 0;
      long readOnly = 0;
      for (int variable = 0; variable < accesses.length; variable++) {
        if (accesses[variable] > 0) {
          if (use.isThreadLocal(variable)) {
            threadLocal += accesses[variable];
          } else if (!use.isShared(variable)) {
            readOnly += accesses[variable];
          }
        }
      }
      return new TraceStatistics(
          Arrays.stream(ofKind).sum(),
          names.threads().size(),
          names.locks().count(),
          names.variables().count(),
          ofKind[Kind.READ],
          ofKind[Kind.WRITE],
          ofKind[Kind.ACQUIRE],
          ofKind[Kind.RELEASE],
          ofKind[Kind.FORK],
          ofKind[Kind.JOIN],
          ofKind[Kind.VOLATILE_READ] + ofKind[Kind.VOLATILE_WRITE],
          ofKind[Kind.BEGIN] + ofKind[Kind.END],
          ofKind[Kind.NOP],
          deepest,
          threadLocal,
          readOnly,
          topology.shape(names.threads().size()));
    }

    private static long[] grown(long[] array, int size) {
      return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, 2 * array.length));
    }

    private static int[] grown(int[] array, int size) {
      return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, 2 * array.length));
    }
  }
}
