package dev.sooth.order;

import dev.sooth.trace.TraceTooLargeException;
import java.util.Arrays;

/**
 * Immutable vectors with one count a thread, as trees that share what is equal: a vector that
 * differs from an older one in a few threads takes a few small nodes, whatever the number of
 * threads. With up to sixteen threads a vector is one node, which is a plain row. Vectors are known
 * by their root; {@link #ZERO} is all zeros. {@link PrefixSet} makes new ones.
 *
 * <p>Nodes are in pages of primitives, no object a vector. May be read by several threads once it
 * is complete.
 */
public final class PrefixVectors {
  /** The vector of zeros; as a node of any level it is zero, too. */
  public static final int ZERO = 0;

  private static final int MOST_IN_A_ROW = 16;
  private static final int PAGE_INTS = 1 << 12;

  final int width;
  final int bits; // of the number of a thread, a level
  private final int mask;
  final int top; // shift of the root's level; 0 if a vector is a row
  final int nodeSize;
  private final int pageBits;
  private final int pageMask;
  private int[][] pages = new int[4][];
  private int nodes;
  private final MemoryBudget budget = new MemoryBudget("the prefixes of its threads");

  /** For so many threads. */
  public PrefixVectors(int width) {
    this.width = width;
    if (width <= MOST_IN_A_ROW) {
      bits = 4;
      top = 0;
      nodeSize = Math.max(1, width);
    } else {
      bits = 3; // so a change in one of 4096 threads takes 32 ints
      int shift = 0;
      while (shift + bits < Integer.SIZE && (width - 1) >>> (shift + bits) != 0) {
        shift += bits;
      }
      top = shift;
      nodeSize = 1 << bits;
    }
    mask = (1 << bits) - 1;
    pageBits = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(PAGE_INTS / nodeSize);
    pageMask = (1 << pageBits) - 1;
    newNode(); // ZERO
  }

  /** How many nodes there are; one as long as there is no vector but that of zeros. */
  public int size() {
    return nodes;
  }

  /** One component of a vector. */
  public int get(int vector, int thread) {
    int node = vector;
    for (int shift = top; shift > 0; shift -= bits) {
      node = pages[node >>> pageBits][(node & pageMask) * nodeSize + ((thread >>> shift) & mask)];
    }
    return pages[node >>> pageBits][(node & pageMask) * nodeSize + (thread & mask)];
  }

  /** Replaces each component of this array by the larger of both. */
  public void joinInto(int vector, int[] into) {
    joinInto(top, vector, 0, into);
  }

  private void joinInto(int shift, int node, int first, int[] into) {
    if (node == ZERO) {
      return;
    }
    int[] page = page(node);
    int at = offset(node);
    if (shift == 0) {
      int length = Math.min(nodeSize, width - first);
      for (int k = 0; k < length; k++) {
        into[first + k] = Math.max(into[first + k], page[at + k]);
      }
    } else {
      for (int k = 0; k < nodeSize; k++) {
        joinInto(shift - bits, page[at + k], first + (k << shift), into);
      }
    }
  }

  /** A new node of zeros. */
  int newNode() {
    int page = nodes >>> pageBits;
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, page * 2);
    }
    if (pages[page] == null) {
      budget.take((4L * nodeSize) << pageBits);
      pages[page] = new int[nodeSize << pageBits];
    }
    if (nodes == Integer.MAX_VALUE) {
      throw new TraceTooLargeException("the trace is too large for this engine: too many prefixes");
    }
    return nodes++;
  }

  /** The page of a node, where its items begin at {@link #offset}. */
  int[] page(int node) {
    return pages[node >>> pageBits];
  }

  int offset(int node) {
    return (node & pageMask) * nodeSize;
  }
}
