package dev.sooth.trace.format;

import dev.sooth.trace.EventBatch;

/** The arrays of the events of a block. */
final class Columns {
  byte[] kinds = {};
  int[] threads = {};
  int[] targets = {};
  int[] places = {};

  /** Makes room for so many events. */
  void makeRoom(int count) {
    if (kinds.length < count) {
      kinds = new byte[count];
      threads = new int[count];
      targets = new int[count];
      places = new int[count];
    }
  }

  /** Points the batch at the first events. */
  void show(EventBatch batch, int count) {
    batch.kind = kinds;
    batch.thread = threads;
    batch.target = targets;
    batch.location = places;
    batch.from = 0;
    batch.to = count;
  }
}
