package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * The cells of neighbouring elements of an array, as one thread has them. The words are the same
 * for all threads. Beside them a thread that reads an element while others do has words for its
 * reads alone: so threads that read an array at the same time do not write into the same words.
 */
public final class ElementCells extends Cells {
  /** So many threads get words of their own. */
  private static final int MOST = 8;

  private static final ElementCells[] NONE = {};

  /** Says, without keeping it alive, whose elements they are. */
  final Identities.Entry entry;

  /** The index of the first one. */
  final int first;

  /** The reads of the thread, or null if it has none of its own. */
  final long[] reads;

  private final int slot; // of the thread
  private final ElementCells all; // the one that is not of a thread
  private ElementCells[] views = NONE; // of that one: those of threads; replaced as a whole
  private long[][] allReads; // the same, their reads

  ElementCells(Identities.Entry entry, int first, int elements) {
    super(elements);
    this.entry = entry;
    this.first = first;
    slot = -1;
    reads = null;
    all = this;
  }

  private ElementCells(ElementCells all, int slot) {
    super(all);
    entry = all.entry;
    first = all.first;
    this.slot = slot;
    this.all = all;
    reads = new long[words.length / 2];
  }

  /** Those of the element, if there are any. */
  ElementCells at(int index) {
    return (index - first) >>> EntryCells.PAGE_BITS == 0 ? this : other(index);
  }

  private ElementCells other(int index) {
    EntryCells memory = entry.cells;
    ElementCells page = memory == null ? null : memory.page(index);
    return page == null ? this : page.of(slot);
  }

  /** What the thread with this slot has of it, if there is room for it. */
  ElementCells of(int thread) {
    if (slot == thread) {
      return this;
    }
    for (ElementCells view : all.views) {
      if (view.slot == thread) {
        return view;
      }
    }
    return all;
  }

  /** Gives the thread with this slot reads of its own, unless there are too many. */
  ElementCells add(int thread, EntryCells memory) {
    ElementCells known = of(thread);
    if (known != all || thread < 0 || all.views.length == MOST || !memory.take(words.length * 4L)) {
      return known;
    }
    ElementCells made = new ElementCells(all, thread);
    long locked = CellLocks.lock(entry);
    ElementCells[] more = Arrays.copyOf(all.views, all.views.length + 1);
    more[more.length - 1] = made;
    long[][] moreReads = new long[more.length][];
    for (int i = 0; i < more.length; i++) {
      moreReads[i] = more[i].reads;
    }
    all.allReads = moreReads;
    all.views = more;
    CellLocks.unlock(locked);
    return made;
  }

  @Override
  public long[] ownReads() {
    return reads;
  }

  @Override
  public long[][] allReads() {
    return all.allReads;
  }

  @Override
  public long[] list(int at) {
    return all == this ? super.list(at) : all.list(at);
  }

  @Override
  public void list(int at, long[] list) {
    if (all == this) {
      super.list(at, list);
    } else {
      all.list(at, list);
    }
  }
}
