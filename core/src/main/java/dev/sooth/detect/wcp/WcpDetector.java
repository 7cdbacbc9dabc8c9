package dev.sooth.detect.wcp;

import dev.sooth.detect.AccessHistory;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.StreamingDetector;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;

/**
 * Conflicting accesses that weak-causal precedence leaves unordered [WCP17]. WCP is the least order
 * with: (a) the release of a critical section that holds e is before a conflicting e' in a section
 * on the same lock; (b) the releases of two sections on one lock are ordered if anything in the
 * first is before anything in the second; (c) it is closed under composition with happens-before on
 * both sides.
 *
 * <p>One pass; time O(events · nesting), plus O(threads) where a thread learns something new; space
 * up to O(critical sections that themselves contain synchronisation), which is a known lower bound.
 * Guarantee: the first report is a race or shows a deadlock. So each report is a candidate until it
 * has a witness.
 *
 * <p>Fork, join and volatile edges are WCP edges: as thread order only, the guarantee is lost
 * (errata 8). Conflicting means different threads, also for (a) and (b) (errata 9).
 */
public final class WcpDetector extends StreamingDetector {
  private final WcpOrder order = new WcpOrder();
  private AccessHistory history;

  @Override
  public void begin(TraceNames names, Pairs pairs, RaceSink sink, Stop stop) {
    history = AccessHistory.of(pairs, order, sink);
  }

  @Override
  public void accept(EventBatch batch) {
    for (int i = batch.from; i < batch.to; i++) {
      int thread = batch.thread[i];
      int target = batch.target[i];
      switch (batch.kind[i]) {
        case Kind.READ -> {
          order.read(thread, target);
          history.read(thread, target, batch.base + i, batch.location[i]);
        }
        case Kind.WRITE -> {
          order.write(thread, target);
          history.write(thread, target, batch.base + i, batch.location[i]);
        }
        case Kind.ACQUIRE -> order.acquire(thread, target);
        case Kind.RELEASE -> order.release(thread, target);
        case Kind.FORK -> order.fork(thread, target);
        case Kind.JOIN -> order.join(thread, target);
        case Kind.VOLATILE_READ -> order.volatileRead(thread, target);
        case Kind.VOLATILE_WRITE -> order.volatileWrite(thread, target);
        default -> {}
      }
    }
  }
}
