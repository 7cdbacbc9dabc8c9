package dev.sooth.recipe;

import dev.sooth.trace.format.FlowFormat;
import java.io.IOException;
import java.util.Arrays;

/**
 * What was recorded of the way of one thread, entry by entry; branches are entries of their own.
 */
final class FlowStream {
  int size;
  byte[] tags = new byte[64];
  int[] sites = new int[64];
  long[] values = new long[64];
  long[] positions = new long[64];

  /** Adds a part of the stream. */
  void add(FlowFormat.Input in) throws IOException {
    long position = 0;
    while (!in.atEnd()) {
      int tag = in.get();
      switch (tag) {
        case FlowFormat.BRANCHES -> {
          int count = in.get();
          byte[] bits = in.getAll((count + 7) / 8);
          for (int i = 0; i < count; i++) {
            add(tag, 0, bits[i / 8] >> (i % 8) & 1, 0);
          }
        }
        case FlowFormat.VALUE, FlowFormat.RESULT -> add(tag, 0, in.getSigned(), 0);
        case FlowFormat.RETURNED -> add(tag, 0, 0, 0);
        case FlowFormat.ENTERED, FlowFormat.ENTERED_WITH_ARGUMENTS ->
            add(tag, (int) in.getVarint(), 0, 0);
        case FlowFormat.CAUGHT -> {
          int site = (int) in.getVarint();
          add(tag, site, in.getSigned(), 0);
        }
        case FlowFormat.ACCESS, FlowFormat.ACCESS_UNKNOWN -> {
          position += in.getVarint();
          int site = (int) in.getVarint();
          add(tag, site, tag == FlowFormat.ACCESS ? in.getSigned() : 0, position);
        }
        case FlowFormat.EVENT -> {
          position += in.getVarint();
          add(tag, 0, 0, position);
        }
        default -> throw new IOException("data flow with an entry of the unknown kind " + tag);
      }
    }
  }

  private void add(int tag, int site, long value, long position) {
    if (size == tags.length) {
      tags = Arrays.copyOf(tags, 2 * size);
      sites = Arrays.copyOf(sites, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
      positions = Arrays.copyOf(positions, 2 * size);
    }
    tags[size] = (byte) tag;
    sites[size] = site;
    values[size] = value;
    positions[size] = position;
    size++;
  }
}
