package dev.sooth.trace.format;

import dev.sooth.trace.DeadNames;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.format.PayloadReader.Malformed;
import java.util.BitSet;

/** Makes events of the blocks of one version of the format. */
abstract class SoothDecoder {
  /** Where the events of the next blocks go. */
  Columns columns = new Columns();

  /** What to do before the names change. */
  Runnable beforeNamesChange = () -> {};

  abstract TraceNames names();

  /** Whether blocks of this type are read; others are skipped if they are optional. */
  abstract boolean knows(int type);

  /** Whether blocks of this type have events. */
  abstract boolean hasEvents(int type);

  /** Lets all variables of the following blocks have the same id, if that saves work. */
  void leaveOutVariables() {}

  /**
   * See {@link dev.sooth.trace.TraceCursor#forgetDead}.
   *
   * @param known what is known of the file besides what it says, or null
   */
  void forgetDead(BitSet exceptVariables, DeadNames.LastUses known) {}

  /** Takes the next block. */
  abstract void take(int type, int events, PayloadReader payload) throws Malformed;

  /**
   * Compares what the last block says with what was read; true if the block is the last.
   *
   * @param index of the blocks before it, as it stands in the file
   */
  abstract boolean isLast(int type, long events, PayloadWriter index, PayloadReader payload)
      throws Malformed;

  /** How many bytes follow the last block. */
  abstract int trailer();

  /** Points the batch at the first events of the last block. */
  abstract void show(EventBatch batch, int count);

  /** Adds what is to be said at the end. */
  abstract void addTo(TraceNotes notes);
}
