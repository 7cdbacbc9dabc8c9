package dev.sooth.detect;

import dev.sooth.order.Knowledge;
import dev.sooth.race.RaceSink;
import dev.sooth.trace.IdRanges;
import dev.sooth.trace.Kind;
import java.util.Arrays;

/**
 * All accesses to each variable, by thread. Those of one thread that are unordered with a new
 * access are its last ones, since an order that holds for one holds for all before it: each is
 * looked at once for each pair that it is part of, and the cost is that of the output. Memory
 * O(accesses).
 */
final class AllAccesses implements AccessHistory {
  private final Knowledge order;
  private final RaceSink sink;
  private ThreadAccesses[][] byVariable = new ThreadAccesses[64][];

  AllAccesses(Knowledge order, RaceSink sink) {
    this.order = order;
    this.sink = sink;
  }

  @Override
  public void read(int thread, int variable, long position, int location) {
    access(Kind.READ, thread, variable, position, location);
  }

  @Override
  public void write(int thread, int variable, long position, int location) {
    access(Kind.WRITE, thread, variable, position, location);
  }

  @Override
  public void forget(IdRanges variables) {
    for (int range = 0; range < variables.count(); range++) {
      int from = variables.from(range);
      int to = Math.min(byVariable.length, variables.to(range));
      if (from < to) {
        Arrays.fill(byVariable, from, to, null);
      }
    }
  }

  private void access(byte kind, int thread, int variable, long position, int location) {
    if (variable >= byVariable.length) {
      byVariable = Arrays.copyOf(byVariable, Math.max(variable + 1, byVariable.length * 2));
    }
    ThreadAccesses[] all = byVariable[variable];
    ThreadAccesses own = null;
    for (int i = 0; all != null && i < all.length; i++) {
      if (all[i].thread == thread) {
        own = all[i];
      } else {
        reportUnordered(all[i], kind, thread, variable, position, location);
      }
    }
    if (own == null) {
      own = new ThreadAccesses(thread);
      all = all == null ? new ThreadAccesses[1] : Arrays.copyOf(all, all.length + 1);
      all[all.length - 1] = own;
      byVariable[variable] = all;
    }
    own.append(kind, order.now(thread), position, location);
  }

  private void reportUnordered(
      ThreadAccesses earlier, byte kind, int thread, int variable, long position, int location) {
    int known = order.time(thread, earlier.thread);
    if (kind == Kind.WRITE) {
      for (int i = earlier.size - 1; i >= 0 && earlier.times[i] > known; i--) {
        report(earlier, i, kind, thread, variable, position, location);
      }
    } else { // two reads are no race: a thread that spins reads far more often than it writes
      for (int i = earlier.writeCount - 1; i >= 0; i--) {
        if (earlier.times[earlier.writes[i]] <= known) {
          break;
        }
        report(earlier, earlier.writes[i], kind, thread, variable, position, location);
      }
    }
  }

  private void report(
      ThreadAccesses earlier,
      int i,
      byte kind,
      int thread,
      int variable,
      long position,
      int location) {
    sink.race(
        variable,
        earlier.positions[i],
        earlier.kinds[i],
        earlier.thread,
        earlier.locations[i],
        position,
        kind,
        thread,
        location);
  }

  private static final class ThreadAccesses {
    private final int thread;
    private int size;
    private byte[] kinds = new byte[2];
    private int[] times = new int[2];
    private long[] positions = new long[2];
    private int[] locations = new int[2];
    private int writeCount;
    private int[] writes = new int[2]; // indices

    ThreadAccesses(int thread) {
      this.thread = thread;
    }

    void append(byte kind, int time, long position, int location) {
      if (size == kinds.length) {
        kinds = Arrays.copyOf(kinds, size * 2);
        times = Arrays.copyOf(times, size * 2);
        positions = Arrays.copyOf(positions, size * 2);
        locations = Arrays.copyOf(locations, size * 2);
      }
      kinds[size] = kind;
      times[size] = time;
      positions[size] = position;
      locations[size] = location;
      if (kind == Kind.WRITE) {
        if (writeCount == writes.length) {
          writes = Arrays.copyOf(writes, writeCount * 2);
        }
        writes[writeCount++] = size;
      }
      size++;
    }
  }
}
