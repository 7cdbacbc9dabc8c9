package dev.sooth.detect.wcp;

import dev.sooth.order.GrowingClock;
import dev.sooth.order.Publication;
import java.util.Arrays;

/**
 * What WCP keeps for a lock: the clocks of its last release, and for rule (b) the earlier sections
 * that can still matter (the paper's queues Acq_l and Rel_l, one list for all threads with a head
 * for each).
 *
 * <p>A section matters only if its thread published between its acquire and its release: otherwise
 * whoever knows the acquire's time knows the release already. Acquires become known in the order of
 * the list (an earlier one is before a later one in happens-before), so a thread's head only moves
 * forward, and the last release that it passes tells all that the others told.
 */
final class LockState {
  Publication lastRelease;
  int[] beforeLastRelease;

  private int size;
  private int[] acquireTime = {};
  private Publication[] release = {};
  private int[] head = {};

  void addSection(int startTime, Publication end) {
    if (size == acquireTime.length) {
      acquireTime = Arrays.copyOf(acquireTime, Math.max(4, size * 2));
      release = Arrays.copyOf(release, acquireTime.length);
    }
    acquireTime[size] = startTime;
    release[size] = end;
    size++;
  }

  /**
   * The thread releases the lock: orders the release of each earlier section whose acquire it
   * knows.
   */
  void orderEarlierReleases(int thread, GrowingClock before) {
    if (size == 0) {
      return;
    }
    if (thread >= head.length) {
      head = Arrays.copyOf(head, Math.max(thread + 1, head.length * 2));
    }
    int i = head[thread];
    Publication passed = null;
    while (i < size) {
      int other = release[i].thread();
      if (other != thread) {
        if (before.time(other) < acquireTime[i]) {
          if (passed == null) {
            break;
          }
          // What was passed may tell of this acquire, too.
          before.join(passed);
          passed = null;
          continue;
        }
        passed = release[i];
      }
      i++;
    }
    if (passed != null) {
      before.join(passed);
    }
    head[thread] = i;
  }
}
