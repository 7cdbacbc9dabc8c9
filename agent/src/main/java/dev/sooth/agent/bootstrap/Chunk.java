package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A piece of a thread's log. The thread appends and publishes how far it got; the writer reads up
 * to there. When it is full, the thread links the next one.
 */
public final class Chunk {
  private static final VarHandle PUBLISHED;
  private static final VarHandle NEXT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PUBLISHED = lookup.findVarHandle(Chunk.class, "published", int.class);
      NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Two words an entry, see {@link Op}. */
  public final long[] words;

  /** Two values an entry (read, written), or null when values are not recorded. */
  public final long[] values;

  /** One call path an entry, see {@link CallPaths}, or null when stacks are not recorded. */
  public final int[] paths;

  @SuppressWarnings("unused") // through PUBLISHED
  private int published;

  @SuppressWarnings("unused") // through NEXT
  private Chunk next;

  Chunk(int entries, boolean withValues, boolean withStacks) {
    words = new long[2 * entries];
    values = withValues ? new long[2 * entries] : null;
    paths = withStacks ? new int[entries] : null;
  }

  @ForceInline
  void publish(int position) {
    PUBLISHED.setRelease(this, position);
  }

  /** How many words the thread has published. */
  public int published() {
    return (int) PUBLISHED.getAcquire(this);
  }

  void link(Chunk chunk) {
    NEXT.setRelease(this, chunk);
  }

  /** The chunk after this one, or null while this one is not full. */
  public Chunk next() {
    return (Chunk) NEXT.getAcquire(this);
  }

  /** Bytes held, for the accounting of memory. */
  public long bytes() {
    return 8L * words.length * (values == null ? 1 : 2) + (paths == null ? 0 : 4L * paths.length);
  }
}
