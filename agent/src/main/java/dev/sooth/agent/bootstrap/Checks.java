package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * Takes plain accesses to the {@link AccessChecker}, with the cells of what they access.
 *
 * <p>Where there is no trace, a check is all there is of an access: it comes before it, so an error
 * for want of stack is the program's, and leaves nothing behind but that this access is not known.
 */
final class Checks {
  private static final int STATICS_PAGE_BITS = 6;
  private static volatile Cells[] statics = new Cells[64]; // by number of the field, in pages

  private Checks() {}

  /** Loads what is needed: done later, threads would wait for each other in the middle. */
  static void warmUp(ThreadLog log) {
    Object object = new Object();
    for (int field = 1; field < 10; field++) {
      field(log, object, Op.head(Op.FIELD_WRITE, 0) | field);
    }
    Identities.Entry entry = Identities.entry(new int[1], log);
    element(log, entry, 1, 0, Op.head(Op.ELEMENT_WRITE, 0));
    staticField(log, Op.head(Op.FIELD_READ, 0));
    log.subject = null;
  }

  /** Whether the access is in an execution that is not sampled. */
  static boolean isLeftOut(ThreadLog log, long access) {
    return Inline.Choice.SAMPLER != null && (access & Op.IF_SAMPLED) != 0 && !log.sampled;
  }

  // ---- without a trace: before the access ---------------------------------------------------

  /** A plain access to an instance field. */
  static void field(ThreadLog log, Object object, long access) {
    if (log.jdkLocks.silent > 0) {
      JdkLocks.tellSilent(log);
    }
    try {
      if (isLeftOut(log, access)) {
        return;
      }
      int field = (int) access & 0xFF_FFFF;
      FieldCells cells = object instanceof Shadowed own ? cells(own) : cellsOfForeign(log, object);
      int at = cells.find(field);
      if (at < 0) {
        cells = withField(log, cells, object, field);
        at = cells.find(field);
        if (at < 0) {
          return; // another thread has made room at the same time
        }
      }
      check(log, cells, at, access, object, 0);
    } catch (Throwable e) {
      failed(log, e);
    }
  }

  /** A plain access to a static field. */
  static void staticField(ThreadLog log, long access) {
    if (log.jdkLocks.silent > 0) {
      JdkLocks.tellSilent(log);
    }
    try {
      if (isLeftOut(log, access)) {
        return;
      }
      int field = (int) access & 0xFF_FFFF;
      check(log, statics(field), inStatics(field), access, null, 0);
    } catch (Throwable e) {
      failed(log, e);
    }
  }

  /** A plain access to an element, whose array has this entry. */
  static void element(ThreadLog log, Identities.Entry entry, int length, int index, long access) {
    if (log.jdkLocks.silent > 0) {
      JdkLocks.tellSilent(log);
    }
    try {
      Cells page = page(log, entry, length, index);
      if (page != null) {
        check(log, page, EntryCells.inPage(index), access, entry, index);
      }
    } catch (Throwable e) {
      failed(log, e);
    }
  }

  // ---- with a trace, and where only the key is known ----------------------------------------

  /** A plain access that is recorded; the log knows whose number stands in the key. */
  static void recorded(ThreadLog log, long head, long key) {
    Object subject = log.subject;
    boolean isElement = Op.space(Op.op(head)) == Op.ELEMENTS;
    if (isElement) {
      int index = (int) key & Integer.MAX_VALUE;
      if (subject instanceof Identities.Entry entry && entry.id() == key >>> 31) {
        Cells page = page(log, entry, 0, index);
        if (page != null) {
          check(log, page, EntryCells.inPage(index), head, key);
        }
      }
      return;
    }
    int field = (int) key & 0xFF_FFFF;
    if (key >>> 24 == 0) {
      check(log, statics(field), inStatics(field), head, key);
      return;
    }
    FieldCells cells;
    if (subject instanceof Identities.Entry entry && entry.id() == key >>> 24) {
      cells = cells(log, entry);
    } else if (subject instanceof Shadowed own && own.$sooth$id() == key >>> 24) {
      cells = cells(own);
    } else {
      return;
    }
    int at = cells.find(field);
    if (at < 0) {
      cells = withField(log, cells, subject, field);
      at = cells.find(field);
    }
    if (at >= 0) {
      check(log, cells, at, head, key);
    }
  }

  private static void check(ThreadLog log, Cells cells, int at, long head, long key) {
    Object state = log.listenerState;
    int site = Op.site(head);
    int place = place(log, site);
    boolean write = !Op.isPlainRead(head);
    long earlier = Inline.Choice.CHECKER.check(state, cells, at, write, place);
    if (earlier != 0) {
      Inline.Choice.CHECKER.race(state, earlier, Op.op(head), site, place, key);
    }
  }

  // ---- both -----------------------------------------------------------------------------------

  private static void check(
      ThreadLog log, Cells cells, int at, long access, Object subject, int index) {
    int site = Op.site(access);
    int place = place(log, site);
    boolean write = !Op.isPlainRead(access);
    long earlier = Inline.Choice.CHECKER.check(log.listenerState, cells, at, write, place);
    if (earlier != 0) {
      race(log, earlier, access, place, subject, index);
    }
  }

  private static int place(ThreadLog log, int site) {
    return log.calls == null ? site : log.calls.place(site);
  }

  private static void race(
      ThreadLog log, long earlier, long access, int place, Object subject, int index) {
    log.busy = true;
    try {
      int field = (int) access & 0xFF_FFFF;
      long key =
          subject instanceof Identities.Entry entry
              ? Op.elementKey(entry.id(), index)
              : Op.fieldKey(subject == null ? 0 : Identities.of(subject, log), field);
      Inline.Choice.CHECKER.race(
          log.listenerState, earlier, Op.op(access), Op.site(access), place, key);
    } finally {
      log.subject = null;
      log.busy = false;
    }
  }

  private static FieldCells cells(Shadowed object) {
    FieldCells cells = (FieldCells) object.$sooth$shadow();
    return cells == null || cells.owner != object ? addCells(object) : cells;
  }

  private static FieldCells addCells(Shadowed object) {
    FieldCells made = FieldCells.of(object);
    long lock = CellLocks.lock(object);
    FieldCells cells = (FieldCells) object.$sooth$shadow();
    if (cells == null || cells.owner != object) {
      cells = made;
      object.$sooth$shadow(cells);
    }
    CellLocks.unlock(lock);
    return cells;
  }

  private static FieldCells cellsOfForeign(ThreadLog log, Object object) {
    log.busy = true;
    try {
      return cells(log, Identities.entry(object, log));
    } finally {
      log.subject = null;
      log.busy = false;
    }
  }

  private static FieldCells cells(ThreadLog log, Identities.Entry entry) {
    EntryCells all = all(entry, 0);
    FieldCells cells = all.fields;
    return cells == null ? addCells(log, entry, all) : cells;
  }

  private static FieldCells addCells(ThreadLog log, Identities.Entry entry, EntryCells all) {
    FieldCells cells = FieldCells.of(null);
    if (!all.take(cells.bytes())) {
      Inline.Choice.CHECKER.dropped(log.listenerState);
      return cells;
    }
    long lock = CellLocks.lock(entry);
    if (all.fields == null) {
      all.fields = cells;
    }
    cells = all.fields;
    CellLocks.unlock(lock);
    return cells;
  }

  private static EntryCells all(Identities.Entry entry, int length) {
    EntryCells all = entry.cells;
    if (all == null) {
      EntryCells made = new EntryCells(length);
      long lock = CellLocks.lock(entry);
      if (entry.cells == null) {
        entry.cells = made;
      }
      all = entry.cells;
      CellLocks.unlock(lock);
    }
    return all;
  }

  /** The cells with a place for the field, from now on those of the object. */
  private static FieldCells withField(ThreadLog log, FieldCells cells, Object subject, int field) {
    if (cells.add(field) >= 0) {
      return cells;
    }
    boolean busy = log.busy;
    log.busy = true;
    try {
      Object holder =
          subject instanceof Shadowed || subject instanceof Identities.Entry
              ? subject
              : Identities.entry(subject, log);
      // What others write into the old ones meanwhile gets lost.
      FieldCells grown = current(holder, cells).grown();
      while (grown.add(field) < 0) {
        grown = grown.grown();
      }
      long lock = CellLocks.lock(holder);
      FieldCells now = current(holder, cells);
      if (now.find(field) >= 0) {
        grown = now;
      } else if (holder instanceof Shadowed own) {
        own.$sooth$shadow(grown);
      } else if (((Identities.Entry) holder).cells.fields != null) {
        ((Identities.Entry) holder).cells.fields = grown;
      }
      CellLocks.unlock(lock);
      return grown;
    } finally {
      log.busy = busy;
    }
  }

  private static FieldCells current(Object holder, FieldCells cells) {
    FieldCells now =
        holder instanceof Shadowed own
            ? (FieldCells) own.$sooth$shadow()
            : ((Identities.Entry) holder).cells.fields;
    return now == null ? cells : now;
  }

  private static Cells page(ThreadLog log, Identities.Entry entry, int length, int index) {
    EntryCells all = entry.cells;
    Cells page = all == null ? null : all.page(index);
    return page == null ? addPage(log, entry, length, index) : page;
  }

  private static Cells addPage(ThreadLog log, Identities.Entry entry, int length, int index) {
    boolean busy = log.busy;
    log.busy = true;
    try {
      Cells page = all(entry, length).addPage(entry, index);
      if (page == null) {
        Inline.Choice.CHECKER.dropped(log.listenerState);
      }
      return page;
    } finally {
      log.busy = busy;
    }
  }

  private static Cells statics(int field) {
    int page = field >>> STATICS_PAGE_BITS;
    Cells[] all = statics;
    Cells cells = page < all.length ? all[page] : null;
    return cells == null ? addStatics(page) : cells;
  }

  /** Two threads may do so at once: then what one of them does now is not remembered. */
  private static Cells addStatics(int page) {
    Cells[] all = statics;
    if (page >= all.length) {
      all = Arrays.copyOf(all, Math.max(page + 1, 2 * all.length));
    }
    Cells made = new Cells(1 << STATICS_PAGE_BITS);
    all[page] = made;
    statics = all;
    return made;
  }

  private static int inStatics(int field) {
    return field & (1 << STATICS_PAGE_BITS) - 1;
  }

  /** The program gets what it would get of the access itself; all else ends the checking. */
  private static void failed(ThreadLog log, Throwable e) {
    log.busy = false;
    if (e instanceof StackOverflowError overflow) {
      throw overflow;
    }
    if (e instanceof OutOfMemoryError) {
      Inline.Choice.CHECKER.dropped(log.listenerState);
    } else {
      Inline.fail(e);
    }
  }
}
