package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.ThreadLog;
import java.io.Closeable;
import java.io.IOException;

/**
 * Takes the events of the running program in the order of the trace: a file, a detector, or both.
 * All methods are called by one thread, the writer's.
 */
public interface EventSink extends Closeable {
  /** A thread, before its first event and before its fork. */
  void thread(ThreadLog log) throws IOException;

  /** The next event; the object belongs to the caller. */
  void event(RecordedEvent event) throws IOException;

  /**
   * What says how a thread came to its events: one of the operations {@code FLOW_…} of {@link
   * dev.sooth.agent.bootstrap.Op}, in the order of the thread.
   */
  default void flow(int thread, int op, int site, long word) throws IOException {}

  /** No access that is still to come is to an object of these numbers. */
  default void dead(long[] numbers) throws IOException {}

  /** Makes what came so far survive the end of the process. */
  void flush() throws IOException;

  /** How many bytes were written. */
  default long bytes() {
    return 0;
  }

  /** What to say of it at the end of the run; one line, or empty. */
  String summary();
}
