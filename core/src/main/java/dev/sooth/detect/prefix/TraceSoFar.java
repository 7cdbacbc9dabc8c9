package dev.sooth.detect.prefix;

import dev.sooth.trace.TraceNames;
import java.util.Arrays;

/** What is known of the trace up to now, the same for all guesses. */
final class TraceSoFar {
  static final int NOBODY = -1;

  final LastWrites lastWrites = new LastWrites();

  /** By thread. */
  StopPoints[] points = new StopPoints[0];

  /** By thread: how many events it had. */
  long[] events = new long[0];

  /** By reader and writer: the position of the latest write that the reader has read. */
  private long[][] readUpTo = new long[0][];

  /** By lock: the thread that holds it. */
  int[] holder = new int[0];

  /** The threads that were seen or forked, as a set. */
  long[] known = new long[1];

  int threads;

  /** Of the current event. */
  long position;

  void makeRoom(TraceNames names) {
    int locks = names.locks().size();
    threads = Math.max(threads, names.threads().size());
    lastWrites.makeRoom(threads, names.variables().size());
    if (threads > points.length) {
      int old = points.length;
      points = Arrays.copyOf(points, Math.max(threads, 2 * old));
      for (int t = old; t < points.length; t++) {
        points[t] = new StopPoints();
      }
      events = Arrays.copyOf(events, points.length);
      readUpTo = Arrays.copyOf(readUpTo, points.length);
      for (int t = 0; t < points.length; t++) {
        long[] before = t < old ? readUpTo[t] : new long[0];
        readUpTo[t] = Arrays.copyOf(before, points.length);
        Arrays.fill(readUpTo[t], before.length, points.length, -1);
      }
      known = Arrays.copyOf(known, (points.length + 63) >>> 6);
    }
    if (locks > holder.length) {
      int old = holder.length;
      holder = Arrays.copyOf(holder, Math.max(locks, 2 * old));
      Arrays.fill(holder, old, holder.length, NOBODY);
    }
  }

  /**
   * Whether this is the latest write of its thread that the reader has read; notes it. What follows
   * from a read follows from every earlier write of that thread, too.
   */
  boolean readsNews(int reader, int writer, long written) {
    if (written <= readUpTo[reader][writer]) {
      return false;
    }
    readUpTo[reader][writer] = written;
    return true;
  }

  boolean isKnown(int thread) {
    return (known[thread >>> 6] & (1L << thread)) != 0;
  }

  void setKnown(int thread) {
    known[thread >>> 6] |= 1L << thread;
  }
}
