package dev.sooth.detect.hb;

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
 * Conflicting accesses that happens-before leaves unordered: the order of each thread, from a
 * release to later acquires of the lock, from fork to child, from child to join, from a volatile
 * write to later volatile reads of the variable.
 *
 * <p>One pass; time O(events), plus O(threads) where a thread learns something new. Guarantee: the
 * first report of the trace is a race. Later ones may be ordered by the values that a first race
 * let through.
 *
 * <p>FastTrack [FT09], with one departure: it forgets accesses after a race and then misses later
 * ones; {@link AccessHistory} does not.
 */
public final class HbDetector extends StreamingDetector {
  private final ThreadClocks clocks;
  private final ThreadClocks.Channels locks;
  private final ThreadClocks.Channels volatiles;
  private AccessHistory history;

  /** With flat clocks, which are faster at every number of threads measured, see docs/clocks.md. */
  public HbDetector() {
    this(new FlatClocks());
  }

  public HbDetector(ThreadClocks clocks) {
    this.clocks = clocks;
    locks = clocks.newChannels();
    volatiles = clocks.newChannels();
  }

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
    locks.forget(ofLocks);
  }

  @Override
  public void accept(EventBatch batch) {
    for (int i = batch.from; i < batch.to; i++) {
      int thread = batch.thread[i];
      int target = batch.target[i];
      switch (batch.kind[i]) {
        case Kind.READ -> history.read(thread, target, batch.base + i, batch.location[i]);
        case Kind.WRITE -> history.write(thread, target, batch.base + i, batch.location[i]);
        case Kind.ACQUIRE -> locks.learn(thread, target);
        case Kind.RELEASE -> locks.publish(thread, target);
        case Kind.FORK -> clocks.fork(thread, target);
        case Kind.JOIN -> clocks.join(thread, target);
        case Kind.VOLATILE_READ -> volatiles.learn(thread, target);
        case Kind.VOLATILE_WRITE -> volatiles.publishMore(thread, target);
        default -> {}
      }
    }
  }
}
