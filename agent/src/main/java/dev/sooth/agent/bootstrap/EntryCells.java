package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * The cells of an array, or of an object that cannot carry them. Those of elements come in pages,
 * made when one of their elements is accessed.
 */
final class EntryCells {
  static final int PAGE_BITS = 6;
  private static final int PAGE = 1 << PAGE_BITS;

  /** Of the object's fields, null until one is accessed. */
  FieldCells fields;

  private Cells[] pages;
  private long bytes; // what was taken for it; about, since nothing here is guarded

  EntryCells(int length) {
    pages = new Cells[Math.max(1, (length + PAGE - 1) >>> PAGE_BITS)];
  }

  /** The page of an element, or null if there is none yet. */
  Cells page(int index) {
    int page = index >>> PAGE_BITS;
    return page < pages.length ? pages[page] : null;
  }

  /** Makes the page of an element; null if there is too little memory. */
  Cells addPage(Object lock, int index) {
    int page = index >>> PAGE_BITS;
    Cells made = new Cells(PAGE);
    if (!take(made.bytes())) {
      return null;
    }
    Cells[] more =
        page < pages.length ? null : Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
    long locked = CellLocks.lock(lock);
    if (page >= pages.length) { // of a list that has grown
      if (more.length < pages.length) {
        more = pages;
      }
      System.arraycopy(pages, 0, more, 0, pages.length);
      pages = more;
    }
    if (pages[page] == null) {
      pages[page] = made;
    } else {
      made = pages[page];
    }
    CellLocks.unlock(locked);
    return made;
  }

  /** Takes note of memory; false if there is too little. */
  boolean take(long more) {
    if (!ShadowMemory.take(more)) {
      return false;
    }
    bytes += more;
    return true;
  }

  /** The object is dead. */
  void forget() {
    ShadowMemory.give(bytes);
  }

  /** The index within its page. */
  static int inPage(int index) {
    return index & PAGE - 1;
  }
}
