package dev.sooth.agent.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A piece of a thread's log. The thread appends and publishes how far it got; the writer reads up
 * to there. When it is full, the thread links the next one.
 */
public final class Chunk {
  // Not by a VarHandle: all that it takes would be compiled into each access of the program.
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long PUBLISHED = UNSAFE.objectFieldOffset(Chunk.class, "published");

  /** How many entries a chunk has at most. */
  static final int MOST_ENTRIES = 8192;

  /** Two words an entry, see {@link Op}. */
  public final long[] words;

  /** Two values an entry (read, written), or null when values are not recorded. */
  public final long[] values;

  /** One call path an entry, see {@link CallPaths}, or null when stacks are not recorded. */
  public final int[] paths;

  @SuppressWarnings("unused") // through PUBLISHED
  private int published;

  private volatile Chunk next;

  Chunk(int entries, boolean withValues, boolean withStacks) {
    long[] used = entries == MOST_ENTRIES ? Spares.take() : null;
    words = used == null ? new long[2 * entries] : used;
    values = withValues ? new long[2 * entries] : null;
    paths = withStacks ? new int[entries] : null;
  }

  @ForceInline
  void publish(int position) {
    UNSAFE.putIntRelease(this, PUBLISHED, position);
  }

  /** How many words the thread has published. */
  public int published() {
    return UNSAFE.getIntAcquire(this, PUBLISHED);
  }

  void link(Chunk chunk) {
    next = chunk;
  }

  /** The chunk after this one; null while something may still come to this one. */
  public Chunk next() {
    return next;
  }

  /** The writer has read all of it, and the thread has gone on to the next one. */
  public void recycle() {
    if (words.length == 2 * MOST_ENTRIES) {
      Spares.put(words);
    }
  }

  /** Bytes held, for the accounting of memory. */
  public long bytes() {
    return 8L * words.length * (values == null ? 1 : 2) + (paths == null ? 0 : 4L * paths.length);
  }
}
