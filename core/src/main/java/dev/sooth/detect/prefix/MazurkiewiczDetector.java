package dev.sooth.detect.prefix;

import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.StreamingDetector;
import dev.sooth.order.FlatClocks;
import dev.sooth.order.ThreadClocks;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;
import java.util.Arrays;

/**
 * Mazurkiewicz races ([Ang25] section 3.1): conflicting accesses that become neighbours when
 * neighbours that do not depend on each other are swapped. That is so iff no third event lies
 * between the two in the dependence order, which the paper's section 6.2 misstates: e2 always
 * depends on e1.
 *
 * <p>Writes of one variable are totally ordered. So the first access is the last write, if nobody
 * has read it, or one of the reads of it that are before no other read. One pass, time O(events ·
 * threads) at worst, memory in threads, locks and variables, for all pairs too. Every report is a
 * race, and a sync-preserving one.
 */
public final class MazurkiewiczDetector extends StreamingDetector {
  private final FlatClocks clocks = new FlatClocks();
  private final ThreadClocks.Channels locks = clocks.newChannels();
  private final ThreadClocks.Channels writes = clocks.newChannels();
  private final ThreadClocks.Channels reads = clocks.newChannels();
  private Accesses[] byVariable = new Accesses[64];
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
      event(batch.kind[i], batch.thread[i], batch.target[i], batch.base + i, batch.location[i]);
    }
  }

  private void event(byte kind, int thread, int target, long position, int location) {
    switch (kind) {
      case Kind.READ, Kind.VOLATILE_READ -> read(kind, thread, target, position, location);
      case Kind.WRITE, Kind.VOLATILE_WRITE -> write(kind, thread, target, position, location);
      case Kind.ACQUIRE -> locks.learn(thread, target);
      case Kind.RELEASE -> locks.publish(thread, target);
      case Kind.FORK -> clocks.fork(thread, target);
      case Kind.JOIN -> clocks.join(thread, target);
      default -> {}
    }
  }

  private void read(byte kind, int thread, int variable, long position, int location) {
    Accesses accesses = accesses(variable);
    if (accesses.hasWrite) {
      compare(accesses, Accesses.WRITE, variable, kind, thread, position, location);
      writes.learn(thread, variable);
    }
    accesses.dropKnownReads(clocks, thread);
    accesses.addRead(kind, thread, clocks.now(thread), position, location);
    reads.publishMore(thread, variable);
  }

  private void write(byte kind, int thread, int variable, long position, int location) {
    Accesses accesses = accesses(variable);
    boolean found = false;
    for (int i = 1; i < accesses.size && !(found && pairs == Pairs.FIRST_PER_EVENT); i++) {
      found |= compare(accesses, i, variable, kind, thread, position, location);
    }
    if (accesses.size == 1 && accesses.hasWrite) {
      compare(accesses, Accesses.WRITE, variable, kind, thread, position, location);
    }
    writes.learn(thread, variable);
    reads.learn(thread, variable);
    accesses.setWrite(kind, thread, clocks.now(thread), position, location);
    writes.publish(thread, variable);
  }

  private Accesses accesses(int variable) {
    if (variable >= byVariable.length) {
      byVariable = Arrays.copyOf(byVariable, Math.max(variable + 1, 2 * byVariable.length));
    }
    Accesses accesses = byVariable[variable];
    if (accesses == null) {
      accesses = new Accesses();
      byVariable[variable] = accesses;
    }
    return accesses;
  }

  /** Reports the pair if the thread does not know the earlier access yet. */
  private boolean compare(
      Accesses earlier, int i, int variable, byte kind, int thread, long position, int location) {
    if (earlier.isKnown(i, clocks, thread)
        || !Kind.isPlainAccess(kind)
        || !Kind.isPlainAccess(earlier.kinds[i])) {
      return false;
    }
    sink.race(
        variable,
        earlier.positions[i],
        earlier.kinds[i],
        earlier.threads[i],
        earlier.locations[i],
        position,
        kind,
        thread,
        location);
    return true;
  }

  /** The last write of a variable, and the reads since that are before no other of them. */
  private static final class Accesses {
    static final int WRITE = 0;

    boolean hasWrite;
    int size = 1; // the place of the write is always there
    byte[] kinds = new byte[2];
    int[] threads = new int[2];
    int[] times = new int[2];
    long[] positions = new long[2];
    int[] locations = new int[2];

    boolean isKnown(int i, FlatClocks clocks, int thread) {
      return threads[i] == thread || times[i] <= clocks.time(thread, threads[i]);
    }

    void dropKnownReads(FlatClocks clocks, int thread) {
      int kept = 1;
      for (int i = 1; i < size; i++) {
        if (!isKnown(i, clocks, thread)) {
          put(kept++, kinds[i], threads[i], times[i], positions[i], locations[i]);
        }
      }
      size = kept;
    }

    void addRead(byte kind, int thread, int time, long position, int location) {
      if (size == threads.length) {
        kinds = Arrays.copyOf(kinds, 2 * size);
        threads = Arrays.copyOf(threads, 2 * size);
        times = Arrays.copyOf(times, 2 * size);
        positions = Arrays.copyOf(positions, 2 * size);
        locations = Arrays.copyOf(locations, 2 * size);
      }
      put(size++, kind, thread, time, position, location);
    }

    void setWrite(byte kind, int thread, int time, long position, int location) {
      hasWrite = true;
      size = 1;
      put(WRITE, kind, thread, time, position, location);
    }

    private void put(int i, byte kind, int thread, int time, long position, int location) {
      kinds[i] = kind;
      threads[i] = thread;
      times[i] = time;
      positions[i] = position;
      locations[i] = location;
    }
  }
}
