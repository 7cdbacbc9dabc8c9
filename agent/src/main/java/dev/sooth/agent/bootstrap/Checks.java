package dev.sooth.agent.bootstrap;

import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Takes plain accesses to the {@link AccessChecker}, with the cells of what they access.
 *
 * <p>Where there is no trace, a check is all there is of an access: it comes before it, so an error
 * for want of stack is the program's, and leaves nothing behind but that this access is not known.
 */
final class Checks {
  static final int STATICS_PAGE_BITS = 6;
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  /** Not volatile: who sees an old one comes to {@link #statics}. */
  static Cells[] statics = new Cells[64]; // by number of the field, in pages

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
    DirectChecks.warmUp(log);
  }

  /** Whether the access is in an execution that is not sampled. */
  static boolean isLeftOut(ThreadLog log, long access) {
    return Inline.Choice.SAMPLER != null && (access & Op.IF_SAMPLED) != 0 && !log.state.sampled;
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
      if (object instanceof Shadowed own) {
        FieldWords.Offsets words = FieldWords.of(object, field);
        if (words != null) {
          checkWords(log, own, words, access);
        } else {
          checkCells(log, cells(own), object, field, access);
        }
      } else {
        checkCells(log, cellsOfForeign(log, object), object, field, access);
      }
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
      ElementCells page = page(log, entry, length, index);
      if (page != null) {
        check(log, page, index - page.first, access, entry, index);
      }
    } catch (Throwable e) {
      failed(log, e);
    }
  }

  private static void checkCells(
      ThreadLog log, FieldCells cells, Object object, int field, long access) {
    int at = cells.find(field);
    if (at < 0) {
      cells = withField(log, cells, object, field);
      at = cells.find(field);
      if (at < 0) {
        return; // another thread has made room at the same time
      }
    }
    check(log, cells, at, access, object, 0);
  }

  // ---- called by DirectChecks, after the access -----------------------------------------------

  /** The log of the current thread, or null if it is not watched now. */
  private static ThreadLog watched(CheckState state) {
    if (!Hooks.on) {
      return null;
    }
    ThreadLog log = state.log;
    return log == null || log.busy ? ThreadLogs.current() : log;
  }

  /** An access to an instance field that has not ended early. */
  @DontInline
  static void checkField(CheckState state, Object object, long access) {
    ThreadLog log = watched(state);
    if (log != null) {
      field(log, object, access);
    }
  }

  /** An access to a static field that has not ended early. */
  @DontInline
  static void checkStatic(CheckState state, long access) {
    ThreadLog log = watched(state);
    if (log != null) {
      staticField(log, access);
    }
  }

  /** An access to an element that has not ended early; returns its cells. */
  @DontInline
  static ElementCells checkElement(
      CheckState state, ElementCells known, Object array, int index, long access) {
    ThreadLog log = array == null ? null : watched(state);
    return log == null ? known : checkElement(log, array, index, access);
  }

  static ElementCells checkElement(ThreadLog log, Object array, int index, long access) {
    if (log.jdkLocks.silent > 0) {
      JdkLocks.tellSilent(log);
    }
    try {
      log.busy = true;
      Identities.Entry entry = Identities.entry(array, log);
      entry.touch(log.number);
      log.subject = null;
      EntryCells all = entry.cells;
      ElementCells page = all == null ? null : all.page(index);
      if (page == null) {
        page = addPage(log, entry, java.lang.reflect.Array.getLength(array), index);
      }
      ElementCells own = page == null ? null : own(log.state, page, index, access);
      log.busy = false;
      if (own != null) {
        check(log, own, index - own.first, access, entry, index);
      }
      return own;
    } catch (Throwable e) {
      failed(log, e);
      return null;
    }
  }

  /** The page as the thread has it, with reads of its own if it needs them. */
  private static ElementCells own(CheckState state, ElementCells page, int index, long access) {
    if (Op.isPlainRead(access) && !state.isAfter(page.words[2 * (index - page.first) + 1])) {
      return page.add(state.slot, page.entry.cells);
    }
    return page.of(state.slot);
  }

  // ---- fields whose words the object itself carries --------------------------------------------

  private static void checkWords(
      ThreadLog log, Shadowed object, FieldWords.Offsets at, long access) {
    CheckState state = log.state;
    long writes = UNSAFE.getLong(object, at.writes);
    long reads = UNSAFE.getLong(object, at.reads);
    boolean write = !Op.isPlainRead(access);
    long word = write ? writes : reads;
    long mine = DirectChecks.mine(state, access);
    if (word == mine) {
      return;
    }
    if (isAccess(writes) && isAccess(reads)) {
      int place = place(log, Op.site(access));
      long earlier =
          Inline.Choice.CHECKER.check(log.listenerState, state, writes, reads, write, place);
      if (earlier != AccessChecker.NEEDS_LIST) {
        if (state.writesNow != writes) {
          UNSAFE.putLong(object, at.writes, state.writesNow);
        }
        if (state.readsNow != reads) {
          UNSAFE.putLong(object, at.reads, state.readsNow);
        }
        if (earlier != 0) {
          race(log, earlier, access, place, object, 0);
        }
        return;
      }
    } else if (isRepeated(state, word, mine, write)) {
      return;
    }
    int field = (int) access & 0xFF_FFFF;
    FieldCells cells = cells(object);
    int index = cells.find(field);
    if (index < 0) {
      cells = withField(log, cells, object, field);
      index = cells.find(field);
      if (index < 0) {
        return;
      }
    }
    long number = move(state, object, at, cells, index);
    check(log, cells, index, access, object, 0);
    repeat(state, number, access, write);
  }

  private static boolean isAccess(long word) {
    return word == 0 || word >= CheckState.FIRST;
  }

  /**
   * Moves both words to the object's cells, where there can be lists; a number stands in their
   * place from then on. What two threads do at once gets lost.
   */
  private static long move(
      CheckState state, Object object, FieldWords.Offsets at, FieldCells cells, int index) {
    long writes = UNSAFE.getLong(object, at.writes);
    long reads = UNSAFE.getLong(object, at.reads);
    if (!isAccess(writes) && writes == reads) {
      return writes;
    }
    if (writes >= CheckState.FIRST) {
      cells.words[2 * index] = writes;
    }
    if (reads >= CheckState.FIRST) {
      cells.words[2 * index + 1] = reads;
    }
    long number = state.number();
    UNSAFE.storeFence();
    UNSAFE.putLong(object, at.writes, number);
    UNSAFE.putLong(object, at.reads, number);
    return number;
  }

  private static boolean isRepeated(CheckState state, long number, long mine, boolean write) {
    return mine > 0 && state.isRepeated(number, write ? mine | Long.MIN_VALUE : mine);
  }

  private static void repeat(CheckState state, long number, long access, boolean write) {
    long mine = DirectChecks.mine(state, access);
    if (mine > 0) {
      state.repeat(number, write ? mine | Long.MIN_VALUE : mine);
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
        ElementCells page = page(log, entry, 0, index);
        if (page != null) {
          check(log, page, index - page.first, head, key);
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
      FieldWords.Offsets words = FieldWords.of(own, field);
      if (words != null) {
        checkWords(log, own, words, (head & ~0xFFFF_FFFFL) | field);
        return;
      }
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
    CheckState state = log.state;
    long word = cells.words[write ? 2 * at : 2 * at + 1];
    boolean listed = !isAccess(word);
    if (listed && isRepeated(state, word, DirectChecks.mine(state, access), write)) {
      return;
    }
    long earlier = Inline.Choice.CHECKER.check(log.listenerState, cells, at, write, place);
    if (earlier != 0) {
      race(log, earlier, access, place, subject, index);
    }
    if (listed && log.calls == null) {
      repeat(state, word, access, write);
    }
  }

  private static int place(ThreadLog log, int site) {
    return log.calls == null ? site : log.calls.place(site);
  }

  private static void race(
      ThreadLog log, long earlier, long access, int place, Object subject, int index) {
    boolean busy = log.busy;
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
      log.busy = busy;
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

  private static ElementCells page(ThreadLog log, Identities.Entry entry, int length, int index) {
    EntryCells all = entry.cells;
    ElementCells page = all == null ? null : all.page(index);
    return page == null ? addPage(log, entry, length, index) : page;
  }

  private static ElementCells addPage(
      ThreadLog log, Identities.Entry entry, int length, int index) {
    boolean busy = log.busy;
    log.busy = true;
    try {
      ElementCells page = all(entry, length).addPage(entry, index);
      if (page == null) {
        Inline.Choice.CHECKER.dropped(log.listenerState);
      }
      return page;
    } finally {
      log.busy = busy;
    }
  }

  static Cells statics(int field) {
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

  static int inStatics(int field) {
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
