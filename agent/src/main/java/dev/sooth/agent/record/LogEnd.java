package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.ThreadLog;

/**
 * How far a thread had come in its log at some time.
 *
 * @param last the chunk in which it was
 * @param end how many words of it there were
 */
record LogEnd(ThreadLog log, Chunk last, int end) {
  /** How far it has come now. */
  static LogEnd of(ThreadLog log) {
    Chunk chunk = log.drain;
    while (chunk.next() != null) {
      chunk = chunk.next();
    }
    return new LogEnd(log, chunk, chunk.published());
  }

  /** Whether the writer has come as far. */
  boolean isReached() {
    if (log.drain == last) {
      return log.drained >= end;
    }
    Chunk chunk = log.drain;
    while (chunk != null && chunk != last) {
      chunk = chunk.next();
    }
    return chunk == null; // the writer is past it
  }
}
