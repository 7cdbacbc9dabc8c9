package dev.sooth.detect.shb;

import dev.sooth.detect.AccessHistory;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.StreamingDetector;
import dev.sooth.order.FlatClocks;
import dev.sooth.order.ThreadClocks;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.IdRanges;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;

/**
 * Conflicting accesses that schedulable happens-before leaves unordered [SHB18]: happens-before,
 * and from each write to the reads that read from it. A read is compared with the clock that its
 * thread had before the edge from its own write is added.
 *
 * <p>One pass; time O(events), plus O(threads) where a thread learns something new. Guarantee:
 * every report is a race, since what is ordered before the two accesses, in the order of the trace,
 * is a correct reordering.
 *
 * <p>Flat clocks only: a tree for each variable's last write would take six times the memory of the
 * shared snapshots of {@link FlatClocks}.
 */
public final class ShbDetector extends StreamingDetector {
  private final FlatClocks clocks = new FlatClocks();
  private final ThreadClocks.Channels locks = clocks.newChannels();
  private final ThreadClocks.Channels volatiles = clocks.newChannels();
  private final ThreadClocks.Channels lastWrites = clocks.newChannels();
  private AccessHistory history;

  @Override
  public void begin(TraceNames names, Pairs pairs, RaceSink sink, Stop stop) {
    history = AccessHistory.of(pairs, clocks, sink);
  }

  @Override
  public boolean canForget() {
    return true;
  }

  @Override
  protected void forget(IdRanges variables, IdRanges ofLocks) {
    history.forget(variables);
    volatiles.forget(variables);
    lastWrites.forget(variables);
    locks.forget(ofLocks);
  }

  @Override
  public void accept(EventBatch batch) {
    for (int i = batch.from; i < batch.to; i++) {
      int thread = batch.thread[i];
      int target = batch.target[i];
      switch (batch.kind[i]) {
        case Kind.READ -> {
          history.read(thread, target, batch.base + i, batch.location[i]);
          lastWrites.learn(thread, target);
        }
        case Kind.WRITE -> {
          history.write(thread, target, batch.base + i, batch.location[i]);
          lastWrites.publish(thread, target);
        }
        case Kind.ACQUIRE -> locks.learn(thread, target);
        case Kind.RELEASE -> locks.publish(thread, target);
        case Kind.FORK -> clocks.fork(thread, target);
        case Kind.JOIN -> clocks.join(thread, target);
        case Kind.VOLATILE_READ -> {
          volatiles.learn(thread, target);
          lastWrites.learn(thread, target);
        }
        case Kind.VOLATILE_WRITE -> {
          lastWrites.publish(thread, target);
          volatiles.publishMore(thread, target);
        }
        default -> {}
      }
    }
  }
}
