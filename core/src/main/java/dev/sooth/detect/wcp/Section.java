package dev.sooth.detect.wcp;

import java.util.Arrays;

/**
 * A critical section that is being executed: its lock, its thread's time at the acquire, its
 * accesses.
 */
final class Section {
  final int lock;
  final int startTime;

  /**
   * Entries of {@link SectionConflicts} that this section has read (entry * 2) or written (* 2 +
   * 1).
   */
  int[] accesses = new int[4];

  int accessCount;

  Section(int lock, int startTime) {
    this.lock = lock;
    this.startTime = startTime;
  }

  void add(int access) {
    if (accessCount == accesses.length) {
      accesses = Arrays.copyOf(accesses, accessCount * 2);
    }
    accesses[accessCount++] = access;
  }
}
