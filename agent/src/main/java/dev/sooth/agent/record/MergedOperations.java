package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.Chunk;
import dev.sooth.agent.bootstrap.ThreadLog;
import java.io.IOException;
import java.util.List;

/** Takes the operations of all threads as {@link EventMerger} puts them in order. */
interface MergedOperations {
  /** A thread, before its first operation. */
  void thread(ThreadLog log) throws IOException;

  /** The operation at this place of a thread's log. */
  void operation(int thread, long head, long key, Chunk chunk, int at) throws IOException;

  /** A thread comes after all that these others have done until now. */
  void afterAll(int thread, List<ThreadLog> running, int[] ended) throws IOException;

  /** A thread comes after all that those have done until now who have given this lock. */
  void afterLock(int thread, long lock, List<ThreadLog> byNumber) throws IOException;

  /** No operation that is still to come is about the objects of these numbers. */
  void dead(long[] numbers) throws IOException;
}
