package dev.sooth.trace.format;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.format.PayloadReader.Malformed;

/** Makes events of the blocks of one version of the format. */
interface SoothDecoder {
  TraceNames names();

  /** Whether blocks of this type are read; others are skipped if they are optional. */
  boolean knows(int type);

  /** Whether blocks of this type have events. */
  boolean hasEvents(int type);

  /** Takes the next block. */
  void take(int type, int events, PayloadReader payload) throws Malformed;

  /**
   * Compares what the last block says with what was read; true if the block is the last.
   *
   * @param index of the blocks before it, as it stands in the file
   */
  boolean isLast(int type, long events, PayloadWriter index, PayloadReader payload)
      throws Malformed;

  /** How many bytes follow the last block. */
  int trailer();

  /** Points the batch at the first events of the last block. */
  void show(EventBatch batch, int count);

  /** Adds what is to be said at the end. */
  void addTo(TraceNotes notes);
}
