package dev.sooth.trace.format;

import static dev.sooth.trace.format.SoothLayout.LONG;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the blocks of a {@code .sooth} file of version 2 are, so that a part of a long trace can be
 * read by itself, or several parts at once.
 */
public final class SoothIndex {
  private record Block(long offset, int type, int events, long eventsBefore) {}

  private final Path file;
  private final List<Block> blocks;

  private SoothIndex(Path file, List<Block> blocks) {
    this.file = file;
    this.blocks = blocks;
  }

  /**
   * The index of a file that is not compressed as a whole: the one at its end, or, if it was cut
   * off, one made by going from block to block.
   */
  public static SoothIndex of(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      List<Block> blocks = written(channel, file.toString());
      return new SoothIndex(file, blocks.isEmpty() ? scanned(channel, file.toString()) : blocks);
    }
  }

  /** What the index at the end says; nothing if there is none. */
  private static List<Block> written(SeekableByteChannel channel, String name) throws IOException {
    List<Block> blocks = new ArrayList<>();
    long size = channel.size();
    if (size < SoothLayout.FILE_HEADER + SoothLayout.BLOCK_HEADER + SoothLayout.TRAILER) {
      return blocks;
    }
    byte[] trailer = new byte[SoothLayout.TRAILER];
    Channels.newInputStream(channel.position(size - trailer.length)).readNBytes(trailer, 0, 16);
    long indexAt = (long) LONG.get(trailer, 0);
    if (!SoothLayout.isTrailer(trailer, indexAt) || indexAt < 0 || indexAt > size) {
      return blocks;
    }
    BlockInput input = input(channel, name);
    channel.position(indexAt);
    if (!input.next() || input.type() != SoothLayout.INDEX_BLOCK || !input.load()) {
      return blocks;
    }
    try {
      PayloadReader payload = input.payload();
      payload.skip(Math.min(payload.left(), SoothLayout.INDEX_TOTALS));
      int count = payload.readInt("the index");
      long before = 0;
      for (int i = 0; i < count; i++) {
        long offset = payload.readLong("the index");
        int type = payload.readInt("the index");
        int events = payload.readInt("the index");
        blocks.add(new Block(offset, type, events, before));
        before += events;
      }
    } catch (PayloadReader.Malformed e) {
      throw input.bad(e.getMessage());
    }
    return blocks;
  }

  private static List<Block> scanned(SeekableByteChannel channel, String name) throws IOException {
    List<Block> blocks = new ArrayList<>();
    BlockInput input = input(channel, name);
    while (input.next()) {
      if (input.type() == SoothLayout.INDEX_BLOCK || input.end() > channel.size()) {
        break;
      }
      blocks.add(new Block(input.offset(), input.type(), input.events(), input.eventsBefore()));
      channel.position(input.end());
    }
    return blocks;
  }

  private static BlockInput input(SeekableByteChannel channel, String name) throws IOException {
    channel.position(0);
    return new BlockInput(name, Channels.newInputStream(channel));
  }

  /** How many events the file has. */
  public long events() {
    Block last = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
    return last == null ? 0 : last.eventsBefore() + last.events();
  }

  /**
   * Reads the blocks that have events at {@code from <= position < to}, as a whole. Cursors of
   * several parts have nothing in common: each has its own names and ids.
   */
  public TraceCursor read(long from, long to) throws IOException {
    List<Block> wanted = new ArrayList<>();
    for (Block block : blocks) {
      boolean hasSome = block.eventsBefore() < to && block.eventsBefore() + block.events() > from;
      if (block.type() == SoothLayout.COLUMNS_BLOCK
          ? hasSome
          : block.eventsBefore() < to && block.type() == SoothLayout.DEFINITIONS_BLOCK) {
        wanted.add(block);
      }
    }
    return new PartCursor(file, wanted);
  }

  private static final class PartCursor implements TraceCursor {
    private final SeekableByteChannel channel;
    private final BlockInput input;
    private final ColumnDecoder decoder = new ColumnDecoder();
    private final List<Block> blocks;
    private int next;

    PartCursor(Path file, List<Block> blocks) throws IOException {
      channel = Files.newByteChannel(file);
      input = input(channel, file.toString());
      this.blocks = blocks;
    }

    @Override
    public boolean next(EventBatch batch) throws IOException {
      while (next < blocks.size()) {
        Block block = blocks.get(next++);
        channel.position(block.offset());
        if (!input.next() || !input.load() || input.events() != block.events()) {
          throw input.bad("another block than the index says");
        }
        try {
          decoder.take(input.type(), block.events(), input.payload());
        } catch (PayloadReader.Malformed e) {
          throw input.bad(e.getMessage());
        }
        if (block.events() > 0) {
          decoder.show(batch, block.events());
          batch.base = block.eventsBefore();
          return true;
        }
      }
      decoder.show(batch, 0);
      return false;
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
      TraceNotes notes = new TraceNotes();
      decoder.addTo(notes);
      return notes;
    }

    @Override
    public void close() throws IOException {
      input.close();
    }
  }
}
