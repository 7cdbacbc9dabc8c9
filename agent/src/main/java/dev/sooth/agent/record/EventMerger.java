package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.Backlog;
import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.ThreadLog;
import dev.sooth.agent.bootstrap.ThreadLogs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
  private final TraceOutput output;
  private final int[] expected = new int[Op.STRIPES];
  private final List<ThreadLog> byNumber = new ArrayList<>();
  private final List<ThreadLog> active = new ArrayList<>();

  EventMerger(TraceOutput output) {
    this.output = output;
  }

  /** Writes what can be written now; true if there was something. */
  boolean pass() throws IOException {
    takeNewLogs();
    boolean progress = false;
    for (int i = 0; i < active.size(); i++) {
      ThreadLog log = active.get(i);
      boolean ended = log.ended(); // asked first: what it published before is then seen
      progress |= drain(log);
      if (ended && isDrained(log)) {
        active.remove(i--);
        byNumber.set(log.number, null);
        Backlog.drained(log.drain.bytes());
      }
    }
    return progress;
  }

  private void takeNewLogs() {
    for (ThreadLog log : ThreadLogs.takeCreated()) {
      byNumber.add(log); // numbers are given in this order
      active.add(log);
      output.thread(log);
    }
  }

  private boolean drain(ThreadLog log) throws IOException {
    if (log.forked && !log.forkWritten) {
      return false;
    }
    boolean progress = false;
    while (true) {
      Chunk chunk = log.drain;
      int published = chunk.published();
      long[] words = chunk.words;
      int at = log.drained;
      while (at < published) {
        long head = words[at];
        long key = words[at + 1];
        if (!isNext(log, head, key)) {
          log.drained = at;
          return progress;
        }
        output.event(log.number, head, key, chunk, at);
        at += 2;
        progress = true;
      }
      log.drained = at;
      Chunk next = at == words.length ? chunk.next() : null;
      if (next == null) {
        return progress;
      }
      Backlog.drained(chunk.bytes());
      log.drain = next;
      log.drained = 0;
    }
  }

  private boolean isNext(ThreadLog log, long head, long key) {
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
      return other == null || other == log || isDrained(other);
    }
    return true;
  }

  private static boolean isDrained(ThreadLog log) {
    Chunk chunk = log.drain;
    return (!log.forked || log.forkWritten)
        && log.drained == chunk.published()
        && (log.drained < chunk.words.length || chunk.next() == null);
  }
}
