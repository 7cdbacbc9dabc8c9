package dev.sooth.trace.format;

import dev.sooth.trace.DeadNames;
import dev.sooth.trace.Families;
import dev.sooth.trace.format.PayloadReader.Malformed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * In which block of a file each object is named for the last time. The recorder tells the deaths of
 * arrays and of objects of the JDK only: to learn of all others would cost the program too much.
 * Who reads a whole file before can know as much, from the tables of targets alone.
 *
 * <p>Where the numbers are many for the memory there is, objects are remembered in groups, of which
 * each is kept as long as its last member: those that were numbered one after the other mostly die
 * together. Few objects are not, since each can be an array of millions.
 */
final class LastBlocks {
  /** Numbers that need larger groups than 2^20 are those of a damaged file. */
  private static final int MOST_SHIFT = 20;

  /** So many names are told at once, or as many as one group has; the next block tells the rest. */
  private static final int MOST_AT_ONCE = 1 << 20;

  private static final int BYTES_A_GROUP = 2 * Integer.BYTES;

  /** The groups take at most this share of the memory, while they are found. */
  private static final int SHARE = 8;

  private static final long LONG_FILE = 1L << 28;

  private int shift; // of an object's number to that of its group
  private int[] last = new int[1 << 10]; // by group: the last block with events, from 1; 0 for none
  private int groups;
  private int blocks;
  private final int most;

  private int[] order; // groups, by their last block
  private int unused; // of them, which nobody is in

  private LastBlocks(long memory) {
    most = (int) Math.min(1 << 28, Math.max(1 << 10, memory / SHARE / BYTES_A_GROUP));
  }

  /**
   * Whether a file is so long that its names may not fit into memory, or look-ups in them be slow.
   */
  static boolean isWorthIt(Path file) throws IOException {
    return Files.size(file) > Math.min(LONG_FILE, Runtime.getRuntime().maxMemory() / SHARE);
  }

  /** Reads a file; null if it has no end, or is not one that is understood. */
  static LastBlocks of(Path file) throws IOException {
    return of(file, Runtime.getRuntime().maxMemory());
  }

  /** The same with so many bytes of memory. */
  static LastBlocks of(Path file, long memory) throws IOException {
    LastBlocks result = new LastBlocks(memory);
    try (InputStream in = Files.newInputStream(file);
        BlockInput input =
            new BlockInput(file.toString(), TraceInput.decompressed(in, file.toString()))) {
      if (input.version() != SoothLayout.VERSION || !result.read(input)) {
        return null;
      }
    } catch (Malformed e) {
      return null; // who reads the events will say it
    }
    result.sort();
    return result;
  }

  /** Whether the file has the block that ends it: then nothing can come after. */
  private boolean read(BlockInput input) throws IOException, Malformed {
    long[] arrays = {};
    int[] families = {};
    long[] numbers = {};
    while (input.next() && input.load()) {
      if (input.type() == SoothLayout.INDEX_BLOCK) {
        return true;
      }
      if (input.type() != SoothLayout.COLUMNS_BLOCK || input.events() <= 0) {
        continue;
      }
      blocks++;
      PayloadReader block = input.payload();
      int familyCount = block.readCount("families");
      if (arrays.length <= familyCount) {
        arrays = new long[2 * familyCount + 1];
      }
      for (int family = 1; family <= familyCount; family++) {
        arrays[family] = readArray(block);
      }
      int count = (int) Math.min(block.readVarint("the targets"), SoothLayout.MOST_TARGETS);
      if (families.length < count) {
        families = new int[count];
        numbers = new long[count];
      }
      block.readColumn(families, count, familyCount + 1, "family");
      block.readColumn(numbers, count);
      for (int i = 0; i < count; i++) {
        if (families[i] != Families.WHOLE_NAMES) {
          long array = arrays[families[i]];
          isNamed(array == 0 ? numbers[i] : array);
          if (shift > MOST_SHIFT) {
            return false;
          }
        }
      }
    }
    return false;
  }

  /** The number of the array whose elements a family has, or 0. */
  private static long readArray(PayloadReader block) throws Malformed {
    for (int part = 0; part < 5; part++) { // prefix, owner, field, loader, contents
      block.readVarint("the families");
    }
    long array = block.readVarint("the families");
    for (int rows = block.readCount("rows"); rows > 0; rows--) {
      block.readVarint("the rows");
    }
    return array;
  }

  private void isNamed(long object) {
    long group = object >>> shift;
    while (group >= most) {
      fold();
      group = object >>> shift;
    }
    if (group >= last.length) {
      last = Arrays.copyOf(last, (int) Math.min(most, Math.max(group + 1, 2L * last.length)));
    }
    last[(int) group] = blocks;
    groups = Math.max(groups, (int) group + 1);
  }

  /** Makes one group of two. */
  private void fold() {
    shift++;
    int fewer = (groups + 1) / 2;
    for (int group = 0; group < fewer; group++) {
      int second = 2 * group + 1 < groups ? last[2 * group + 1] : 0;
      last[group] = Math.max(last[2 * group], second);
    }
    Arrays.fill(last, fewer, groups, 0);
    groups = fewer;
  }

  private void sort() {
    int[] start = new int[blocks + 2];
    for (int group = 0; group < groups; group++) {
      start[last[group] + 1]++;
    }
    for (int block = 1; block < start.length; block++) {
      start[block] += start[block - 1];
    }
    unused = start[1];
    order = new int[groups];
    for (int group = 0; group < groups; group++) {
      order[start[last[group]]++] = group;
    }
  }

  /** What one pass over the file is told. */
  DeadNames.LastUses uses() {
    return new Uses();
  }

  private final class Uses implements DeadNames.LastUses {
    private int told = unused; // of the groups in order

    @Override
    public long[] deadAfter(long block) {
      if (block >= blocks) {
        return null; // at the end nobody asks for memory any more
      }
      int size = 1 << shift;
      int most = Math.min(order.length, told + Math.max(1, MOST_AT_ONCE / size));
      int end = told;
      while (end < most && last[order[end]] <= block) {
        end++;
      }
      if (end == told) {
        return null;
      }
      long[] dead = new long[(end - told) * size];
      int at = 0;
      for (; told < end; told++) {
        long first = (long) order[told] << shift;
        for (int member = 0; member < size; member++) {
          dead[at++] = first + member;
        }
      }
      return dead;
    }
  }
}
