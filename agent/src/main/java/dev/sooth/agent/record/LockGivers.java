package dev.sooth.agent.record;

import com.carrotsearch.hppc.LongLongHashMap;

/** Which threads have given a lock; one too many orders more than there is. */
final class LockGivers {
  private final LongLongHashMap threads = new LongLongHashMap(); // by lock, bits

  void add(long lock, int thread) {
    long bit = 1L << thread; // threads that are 64 apart share one
    long known = threads.getOrDefault(lock, 0);
    if ((known & bit) == 0) {
      threads.put(lock, known | bit);
    }
  }

  boolean contains(long lock, int thread) {
    return (threads.getOrDefault(lock, 0) & 1L << thread) != 0;
  }
}
