package dev.sooth.agent.bootstrap;

/** A log that a test fills, entry by entry, in chunks of a size of its own; the backlog counts. */
public final class TestLog {
  public final ThreadLog log;
  private final Thread thread; // the log refers to it weakly
  private final int entries;
  private Chunk chunk;
  private int position;

  public TestLog(int number, boolean forked, int entriesAChunk) {
    thread = new Thread("t" + number);
    log = new ThreadLog(thread, number, forked, null, false);
    entries = entriesAChunk;
    Backlog.drained(log.drain.bytes());
    chunk = fresh();
    log.drain = chunk;
  }

  /** An empty chunk, with values and call paths or without. */
  public static Chunk chunk(int entries, boolean withValues) {
    return new Chunk(entries, withValues, withValues);
  }

  private Chunk fresh() {
    Chunk fresh = chunk(entries, false);
    Backlog.add(fresh.bytes());
    return fresh;
  }

  /** Appends an entry and publishes it. */
  public void append(int op, long key, int counter) {
    if (position == chunk.words.length) {
      Chunk next = fresh();
      chunk.link(next);
      chunk = next;
      position = 0;
    }
    chunk.words[position] = Op.head(op, 0) | counter;
    chunk.words[position + 1] = key;
    position += 2;
    chunk.publish(position);
  }

  /** The thread has gone. */
  public void end() {
    log.end();
  }
}
