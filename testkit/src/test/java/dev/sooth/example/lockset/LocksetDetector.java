package dev.sooth.example.lockset;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.StreamingDetector;
import dev.sooth.detect.syncp.SyncPreservingWitnesses;
import dev.sooth.order.FlatClocks;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An example of an engine: conflicting accesses under no common lock that forks and joins leave
 * unordered, in the manner of Eraser. Many of them are no races; those that are get a proof. To add
 * an engine to the tool, this package would move to {@code detect.lockset} and {@link #ENGINE} to
 * the table {@code Engines}; nothing else has to change. Slow where no lock protects a variable
 * always: it looks at all earlier accesses.
 */
final class LocksetDetector extends StreamingDetector {
  static final Engine ENGINE =
      Engine.named("lockset")
          .guarantee("under no common lock and unordered by forks", Engine.Trust.NEEDS_PROOF)
          .cost("one pass, all accesses in memory", Engine.Growth.POLYNOMIAL)
          .streaming()
          .detector(LocksetDetector::new)
          .witnesses(SyncPreservingWitnesses::new);

  private record Seen(byte kind, int thread, int time, long position, int location, BitSet locks) {}

  private final FlatClocks clocks = new FlatClocks();
  private final Map<Integer, BitSet> held = new HashMap<>();
  private final Map<Integer, List<Seen>> seen = new HashMap<>();
  private final Map<Integer, BitSet> common =
      new HashMap<>(); // locks, of all accesses of a variable
  private Pairs pairs;
  private RaceSink sink;

  @Override
  public void begin(TraceNames names, Pairs which, RaceSink races, Stop stop) {
    pairs = which;
    sink = races;
  }

  @Override
  public void accept(EventBatch batch) {
    for (int i = batch.from; i < batch.to; i++) {
      int thread = batch.thread[i];
      int target = batch.target[i];
      BitSet locks = held.computeIfAbsent(thread, t -> new BitSet());
      switch (batch.kind[i]) {
        case Kind.ACQUIRE -> locks.set(target);
        case Kind.RELEASE -> locks.clear(target);
        case Kind.FORK -> clocks.fork(thread, target);
        case Kind.JOIN -> clocks.join(thread, target);
        case Kind.READ, Kind.WRITE -> {
          BitSet now = (BitSet) locks.clone();
          access(
              target,
              new Seen(
                  batch.kind[i],
                  thread,
                  clocks.now(thread),
                  batch.base + i,
                  batch.location[i],
                  now));
        }
        default -> {}
      }
    }
  }

  private void access(int variable, Seen second) {
    List<Seen> earlier = seen.computeIfAbsent(variable, v -> new ArrayList<>());
    BitSet always = common.computeIfAbsent(variable, v -> (BitSet) second.locks.clone());
    always.and(second.locks);
    if (always.isEmpty()) { // otherwise one lock has protected the variable so far
      compare(variable, second, earlier);
    }
    earlier.add(second);
  }

  private void compare(int variable, Seen second, List<Seen> earlier) {
    for (Seen first : earlier) {
      if (conflict(first, second)
          && clocks.time(second.thread, first.thread) < first.time
          && !first.locks.intersects(second.locks)) {
        sink.race(
            variable,
            first.position,
            first.kind,
            first.thread,
            first.location,
            second.position,
            second.kind,
            second.thread,
            second.location);
        if (pairs == Pairs.FIRST_PER_EVENT) {
          break;
        }
      }
    }
  }

  private static boolean conflict(Seen first, Seen second) {
    return first.thread != second.thread && (first.kind == Kind.WRITE || second.kind == Kind.WRITE);
  }
}
