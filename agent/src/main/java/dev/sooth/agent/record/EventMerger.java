package dev.sooth.agent.record;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.IntIntHashMap;
import dev.sooth.agent.bootstrap.Backlog;
import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.Deaths;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.bootstrap.ThreadLogs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Puts the logs of all threads into one order. An event goes out when all events before it of its
 * thread and of its stripe are out; a thread's first event waits for its fork, a join for the last
 * event of the joined thread. Thread order and stripe order both agree with real time, so there is
 * always an event that can go out, and every location's accesses come in the order in which they
 * happened. Whatever went out is closed under both orders, so a trace that ends anywhere is right.
 *
 * <p>Time is linear in the events, plus the number of threads for each pass.
 */
final class EventMerger {
  private final MergedOperations output;
  private final Supplier<List<ThreadLog>> created;
  private final int[] expected = new int[Op.STRIPES];
  private final List<ThreadLog> byNumber = new ArrayList<>();
  private final List<ThreadLog> active = new ArrayList<>();
  private final IntArrayList ended = new IntArrayList(); // numbers of threads, in that order
  private final IntIntHashMap joinedUpTo = new IntIntHashMap(); // by thread: place in ended
  private final DeathNotices deaths;
  private long leftOutOfEnded;

  EventMerger(MergedOperations output) {
    this(output, ThreadLogs::takeCreated, Deaths::take);
  }

  /**
   * With the logs that were made since it was asked last, in the order of their numbers, and the
   * objects that have died since, null for none.
   */
  EventMerger(MergedOperations output, Supplier<List<ThreadLog>> created, Supplier<long[]> died) {
    this.output = output;
    this.created = created;
    deaths = new DeathNotices(died);
  }

  /** Writes what can be written now; true if there was something. */
  boolean pass() throws IOException {
    takeNewLogs();
    boolean progress = false;
    for (int i = 0; i < active.size(); i++) {
      ThreadLog log = active.get(i);
      boolean hasEnded = log.ended(); // asked first: what it published before is then seen
      progress |= drain(log);
      if (hasEnded && isDrained(log)) {
        active.remove(i--);
        leftOutOfEnded += log.leftOut;
        byNumber.set(log.number, null);
        ended(log);
        Backlog.drained(log.drain.bytes());
      }
    }
    tellDeaths();
    return progress;
  }

  /** How many accesses the threads have not logged, because they say nothing new. */
  long leftOut() {
    long sum = leftOutOfEnded;
    for (ThreadLog log : active) {
      sum += log.leftOut;
    }
    return sum;
  }

  private void tellDeaths() throws IOException {
    long[] dead = deaths.ripe();
    if (dead != null) {
      output.dead(dead);
    }
    if (deaths.take()) {
      takeNewLogs(); // one that was made since may have used what died
      deaths.hold(active);
    }
  }

  private void takeNewLogs() throws IOException {
    for (ThreadLog log : created.get()) {
      byNumber.add(log); // numbers are given in this order
      active.add(log);
      output.thread(log);
    }
  }

  private boolean drain(ThreadLog log) throws IOException {
    return drain(log, null, 0);
  }

  /** Writes what can be written of a thread, up to a place in its log if one is given. */
  private boolean drain(ThreadLog log, Chunk lastChunk, int last) throws IOException {
    if (log.forked && !log.forkWritten) {
      return false;
    }
    boolean progress = false;
    while (true) {
      Chunk chunk = log.drain;
      int published = chunk == lastChunk ? last : chunk.published();
      long[] words = chunk.words;
      int at = log.drained;
      while (at < published) {
        long head = words[at];
        long key = words[at + 1];
        boolean isLater = lastChunk != null && Op.op(head) == Op.AFTER_ALL; // than the one in work
        if (isLater || !isNext(log, head, key)) {
          log.drained = at;
          return progress;
        }
        if (Op.op(head) == Op.AFTER_ALL) {
          log.drained = at;
          afterAll(log, Op.site(head) == Op.ENDED_ONLY);
        } else if (Op.op(head) == Op.AFTER_LOCK) {
          output.afterLock(log.number, key, byNumber);
        } else {
          output.operation(log.number, head, key, chunk, at);
        }
        if (Op.op(head) == Op.END) {
          ended(log);
        }
        at += 2;
        progress = true;
      }
      log.drained = at;
      Chunk next = chunk != lastChunk ? chunk.next() : null;
      if (next == null) {
        return progress;
      }
      if (at < chunk.published()) {
        continue; // it was linked after we have looked
      }
      Backlog.drained(chunk.bytes());
      chunk.recycle();
      log.drain = next;
      log.drained = 0;
    }
  }

  /**
   * The thread comes after all that has been: first goes out what the others had recorded by now,
   * as far as it does not itself come after something of this thread's that is still to come.
   */
  private void afterAll(ThreadLog log, boolean endedOnly) throws IOException {
    takeNewLogs();
    List<ThreadLog> others = new ArrayList<>(active);
    others.remove(log);
    List<LogEnd> ends = new ArrayList<>();
    for (ThreadLog other : others) {
      ends.add(LogEnd.of(other));
    }
    boolean progress = true;
    while (progress) {
      progress = false;
      for (LogEnd end : ends) {
        progress |= drain(end.log(), end.last(), end.end());
      }
    }
    List<ThreadLog> started = new ArrayList<>();
    for (ThreadLog other : others) {
      if (!endedOnly && (!other.forked || other.forkWritten) && !other.endWritten) {
        started.add(other);
      }
    }
    output.afterAll(log.number, started, endedSince(log));
  }

  private void ended(ThreadLog log) {
    if (!log.endWritten) {
      log.endWritten = true;
      ended.add(log.number);
    }
  }

  /** The threads that have ended since this one came after all for the last time. */
  private int[] endedSince(ThreadLog log) {
    int from = joinedUpTo.getOrDefault(log.number, 0);
    joinedUpTo.put(log.number, ended.size());
    int[] result = new int[ended.size() - from];
    for (int i = 0; i < result.length; i++) {
      result[i] = ended.get(from + i);
    }
    return result;
  }

  private boolean isNext(ThreadLog log, long head, long key) throws IOException {
    int op = Op.op(head);
    if (op < Op.FIRST_WITHOUT_STRIPE) {
      int stripe = Op.stripe(key);
      if (expected[stripe] != (int) head) {
        return false;
      }
      expected[stripe]++;
    } else if (op == Op.FORK) {
      if (key >= byNumber.size()) {
        takeNewLogs();
      }
      byNumber.get((int) key).forkWritten = true;
    } else if (op == Op.JOIN) {
      if (key >= byNumber.size()) {
        takeNewLogs();
      }
      ThreadLog other = byNumber.get((int) key);
      if (other == null || other == log) {
        return true;
      }
      if (!isDrained(other)) {
        return false;
      }
      ended(other);
    }
    return true;
  }

  private static boolean isDrained(ThreadLog log) {
    Chunk chunk = log.drain;
    return (!log.forked || log.forkWritten)
        && chunk.next() == null // asked first: nothing comes to it any more when there is one
        && log.drained == chunk.published();
  }
}
