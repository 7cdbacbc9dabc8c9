package dev.sooth.trace.format;

import dev.sooth.trace.EventBatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads from where chosen events of a trace were called. */
public final class StackReader {
  private final ColumnDecoder decoder = new ColumnDecoder();
  private final Map<Long, List<String>> stacks = new HashMap<>();
  private final long[] positions;

  private StackReader(long[] positions) {
    this.positions = positions;
  }

  /**
   * The callers of the events at these positions, which are sorted: innermost first, without the
   * place of the event itself. Events without a stack are left out, and so are all of a trace that
   * has none. A file that ends early is read to its last whole block.
   */
  public static Map<Long, List<String>> read(Path trace, long[] positions) throws IOException {
    InputStream in = TraceInput.binary(Files.newInputStream(trace), trace.toString());
    if (in == null) {
      return Map.of();
    }
    try (BlockInput blocks = new BlockInput(trace.toString(), in)) {
      if (blocks.version() == SoothLayout.OLD_VERSION) {
        Path old = OldStackReader.besides(trace);
        return Files.isRegularFile(old) ? OldStackReader.read(old, positions) : Map.of();
      }
      StackReader reader = new StackReader(positions);
      reader.read(blocks);
      return reader.stacks;
    }
  }

  private void read(BlockInput blocks) throws IOException {
    while (blocks.next()) {
      boolean isEvents = blocks.type() == SoothLayout.COLUMNS_BLOCK;
      boolean isWanted =
          isEvents
              ? hasPosition(blocks.eventsBefore(), blocks.events())
              : blocks.type() == SoothLayout.DEFINITIONS_BLOCK;
      if (isWanted ? !blocks.load() : !blocks.skip()) {
        return;
      }
      if (!isWanted) {
        continue;
      }
      try {
        decoder.take(blocks.type(), blocks.events(), blocks.payload());
        if (isEvents) {
          collect(blocks.eventsBefore(), blocks.events());
        }
      } catch (PayloadReader.Malformed e) {
        throw blocks.bad(e.getMessage());
      }
    }
  }

  private boolean hasPosition(long first, int count) {
    int found = Arrays.binarySearch(positions, first);
    int next = found < 0 ? -found - 1 : found;
    return next < positions.length && positions[next] < first + count;
  }

  private void collect(long first, int count) {
    EventBatch batch = new EventBatch();
    decoder.show(batch, count);
    for (long position : positions) {
      int event = (int) Math.max(-1, Math.min(count, position - first));
      if (batch.callers != null && event >= 0 && event < count) {
        List<String> stack = batch.callers.of(event);
        if (!stack.isEmpty()) {
          stacks.put(position, stack);
        }
      }
    }
  }
}
