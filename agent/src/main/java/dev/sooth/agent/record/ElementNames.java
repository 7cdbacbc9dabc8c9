package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.Holders;
import dev.sooth.agent.instrument.FieldTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names of array elements, such as {@code Grid.cells@17[60]}. Programs touch whole arrays, so what
 * the elements of one have in common is made once, and an element's name is no object.
 */
final class ElementNames {
  private static final int LONGEST_INDEX = 10;

  private final FieldTable fields;
  private byte[] bytes = {}; // what the elements have in common, then room for the rest
  private int common;
  private long lastArray = -1;

  ElementNames(FieldTable fields) {
    this.fields = fields;
  }

  /** Puts the name into {@link #bytes}, as UTF-8, and returns its length. */
  int name(long array, int index) {
    if (array != lastArray) {
      lastArray = array;
      byte[] start =
          (arrayName(Holders.of(array)) + "@" + array + "[").getBytes(StandardCharsets.UTF_8);
      common = start.length;
      bytes = Arrays.copyOf(start, common + LONGEST_INDEX + 1);
    }
    int end = common + digits(index);
    int rest = index;
    for (int at = end - 1; at >= common; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    bytes[end] = ']';
    return end + 1;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The same as a string. */
  String string(long array, int index) {
    int length = name(array, index);
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static int digits(int number) {
    int digits = 1;
    for (int rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  private String arrayName(Holders.Holder holder) {
    if (holder == null) {
      return "array";
    }
    return holder.outer == null
        ? fields.fieldName(holder.field)
        : arrayName(holder.outer) + "[" + holder.index + "]";
  }
}
