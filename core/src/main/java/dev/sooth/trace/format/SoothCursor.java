package dev.sooth.trace.format;

import dev.sooth.trace.DeadNames;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import java.util.function.Supplier;

/**
 * Reads a {@code .sooth} file, a block a batch. A file that ends within a block, or before the one
 * that ends it, is read up to the last whole block, and the notes say so.
 */
final class SoothCursor implements TraceCursor {
  private final BlockInput blocks;
  private final SoothDecoder decoder;
  private final TraceNotes notes = new TraceNotes();
  private final PayloadWriter index = new PayloadWriter(); // of the blocks so far
  private long events; // in the blocks before the one that is being read
  private boolean ended;
  private Supplier<DeadNames.LastUses> lastUses = () -> null;

  SoothCursor(String name, InputStream in) throws IOException {
    blocks = new BlockInput(name, in);
    decoder = blocks.version() == SoothLayout.OLD_VERSION ? new OldDecoder() : new ColumnDecoder();
    if (blocks.version() == 0) {
      truncated();
    }
  }

  /** Lets the next batches be read into these arrays; those before stay as they are. */
  void use(Columns columns) {
    decoder.columns = columns;
  }

  /** What to do before {@link #names} change. */
  void beforeNamesChange(Runnable action) {
    decoder.beforeNamesChange = action;
  }

  @Override
  public void leaveOutVariables() {
    decoder.leaveOutVariables();
  }

  /** Tells where the last uses of objects are found out if they are asked for. */
  void lastUses(Supplier<DeadNames.LastUses> find) {
    lastUses = find;
  }

  @Override
  public void forgetDead(BitSet exceptVariables) {
    decoder.forgetDead(exceptVariables, lastUses.get());
  }

  @Override
  public boolean next(EventBatch batch) throws IOException {
    int count = 0;
    long first = events;
    while (count == 0 && !ended) {
      count = readBlock();
    }
    events += count;
    decoder.show(batch, count);
    batch.base = first;
    return count > 0;
  }

  /** Reads the next block; how many events it has. */
  private int readBlock() throws IOException {
    if (!blocks.next() || !blocks.load()) {
      truncated();
      return 0;
    }
    int type = blocks.type();
    if (!decoder.knows(type)) {
      if ((type & SoothLayout.OPTIONAL) == 0) {
        throw blocks.bad(
            "block of the unknown type " + type + "; a newer version of Sooth is needed");
      }
      index.putIndexEntry(blocks.offset(), type, blocks.events());
      return 0;
    }
    int count = blocks.events();
    if (count != 0 && !decoder.hasEvents(type)) {
      throw blocks.bad((count & 0xFFFFFFFFL) + " events in a block of a type that has none");
    }
    if (count < 0 || count > SoothLayout.MOST_EVENTS) {
      throw blocks.bad((count & 0xFFFFFFFFL) + " events in a block, expected at most 65536");
    }
    if (blocks.eventsBefore() != events) {
      throw blocks.bad("a block is missing before this one, or stands at the wrong place");
    }
    try {
      PayloadReader payload = blocks.payload();
      if (decoder.isLast(type, events, index, payload)) {
        end();
      } else {
        decoder.take(type, count, payload);
        index.putIndexEntry(blocks.offset(), type, count);
      }
    } catch (PayloadReader.Malformed e) {
      throw blocks.bad(e.getMessage());
    }
    return count;
  }

  private void end() throws IOException {
    ended = true;
    if (!blocks.finish(decoder.trailer())) {
      truncated();
    }
  }

  private void truncated() {
    ended = true;
    notes.truncatedAfter(events);
  }

  @Override
  public TraceNames names() {
    return decoder.names();
  }

  @Override
  public String where(long position) {
    return "event " + position;
  }

  @Override
  public TraceNotes notes() {
    TraceNotes all = new TraceNotes();
    all.addAll(notes);
    decoder.addTo(all);
    return all;
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
