package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * The cells of an array, or of an object that cannot carry them. Those of elements come in pages,
 * made when one of their elements is accessed.
 */
final class EntryCells {
  /** So many elements have their cells together. */
  static final int PAGE_BITS = 14;

  private static final int PAGE = 1 << PAGE_BITS;

  /** Of the object's fields, null until one is accessed. */
  FieldCells fields;

  private final int length; // 0 if it is not known
  private ElementCells[] pages;
  private long bytes; // what was taken for it; about, since nothing here is guarded

  EntryCells(int length) {
    this.length = length;
    pages = new ElementCells[Math.max(1, (length + PAGE - 1) >>> PAGE_BITS)];
  }

  /** The page of an element, or null if there is none yet. */
  ElementCells page(int index) {
    int page = index >>> PAGE_BITS;
    ElementCells found = page < pages.length ? pages[page] : null;
    return found == null || 2 * (index - found.first) < found.words.length ? found : null;
  }

  /** Makes the page of an element; null if there is too little memory. */
  ElementCells addPage(Identities.Entry entry, int index) {
    int page = index >>> PAGE_BITS;
    int first = page << PAGE_BITS;
    int size = index < length ? Math.min(PAGE, length - first) : PAGE;
    ElementCells made = new ElementCells(entry, first, size);
    if (!take(made.bytes())) {
      return null;
    }
    ElementCells[] more =
        page < pages.length ? null : Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
    long locked = CellLocks.lock(entry);
    if (page >= pages.length) { // of a list that has grown
      if (more.length < pages.length) {
        more = pages;
      }
      System.arraycopy(pages, 0, more, 0, pages.length);
      pages = more;
    }
    if (pages[page] == null || 2 * (index - first) >= pages[page].words.length) {
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
}
