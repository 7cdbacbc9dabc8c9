package dev.sooth.detect.wcp;

import dev.sooth.order.Publication;
import java.util.Arrays;

/**
 * What WCP keeps for a volatile variable: the last publication of each thread that wrote it. One
 * clock for all would not do: an edge from a thread's own write to its own read is no WCP edge, and
 * through it whatever the write knew by happens-before would become ordered by WCP.
 */
final class VolatileState {
  private Publication[] lastOfWriter = {};

  void write(Publication publication) {
    for (int i = 0; i < lastOfWriter.length; i++) {
      if (lastOfWriter[i].thread() == publication.thread()) {
        lastOfWriter[i] = publication;
        return;
      }
    }
    lastOfWriter = Arrays.copyOf(lastOfWriter, lastOfWriter.length + 1);
    lastOfWriter[lastOfWriter.length - 1] = publication;
  }

  int writers() {
    return lastOfWriter.length;
  }

  Publication lastOf(int writer) {
    return lastOfWriter[writer];
  }
}
