package dev.sooth.agent.bootstrap;

import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What instrumented code calls right after a plain access, where a check is all that there is of
 * it. These methods are small, so that the JIT puts them into the program's own: an access ends
 * after one comparison if it repeats one of the same epoch at the same place, and after three and a
 * store if nobody but the thread itself has accessed the variable. All else is for {@link Checks}.
 *
 * <p>After the access and not before it, so that null and a wrong index fail as they always did. An
 * order that comes before the access comes before the check, and the same for later ones, since
 * nothing synchronises between the two.
 */
public final class DirectChecks {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final int STATES_BITS = 10;
  private static final CheckState[] STATES = new CheckState[1 << STATES_BITS]; // by thread
  private static final long THREAD_ID = threadId();

  static {
    Arrays.fill(STATES, CheckState.NOBODY);
  }

  private DirectChecks() {}

  private static long threadId() {
    try {
      return UNSAFE.objectFieldOffset(Thread.class, "tid");
    } catch (InternalError e) {
      return -1;
    }
  }

  /** Loads what is needed: done later, threads would wait for each other in the middle. */
  static void warmUp(ThreadLog log) {
    CheckState state = state();
    mine(state, 0);
    isOwn(0, 0, 0);
    ElementCells cells = load(new int[1], 0, null, state, Op.head(Op.ELEMENT_READ, 0));
    store(new int[1], 0, cells, state, Op.head(Op.ELEMENT_WRITE, 0));
    Checks.checkElement(log, new int[1], 0, Op.head(Op.ELEMENT_WRITE, 0));
    field(new Object(), state, Op.head(Op.FIELD_WRITE, 0) | 1);
    field(new Object(), state, Op.head(Op.FIELD_WRITE, 0) | 1, 1);
    staticField(state, Op.head(Op.FIELD_READ, 0));
    state.repeat(1, 1);
    state.isRepeated(1, 1);
    state.number();
    Checks.statics(0);
    FieldWords.of(log, 0);
  }

  /** At the start of a method: what is known of the current thread, never null. */
  @ForceInline
  public static CheckState state() {
    Thread thread = Thread.currentThread();
    long id = THREAD_ID < 0 ? -2 : UNSAFE.getLong(thread, THREAD_ID);
    CheckState state = STATES[(int) id & (1 << STATES_BITS) - 1];
    return state.threadId == id ? state : find(id);
  }

  @DontInline
  private static CheckState find(long id) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log == null || log.state == CheckState.NOBODY) {
      return CheckState.NOBODY;
    }
    CheckState state = log.state;
    if (id >= 0) {
      state.threadId = id;
      STATES[(int) id & (1 << STATES_BITS) - 1] = state;
    }
    return state;
  }

  /** The word of an access of now; below 0 if it cannot end early. */
  @ForceInline
  public static long mine(CheckState state, long access) {
    int place = Op.site(access);
    return place < CheckState.FIRST ? state.fast + place : CheckState.NEVER;
  }

  /** Whether nobody but this thread stands in the two words of a variable. */
  @ForceInline
  public static boolean isOwn(long writes, long reads, long mine) {
    return mine > 0
        && (writes == 0 || ((writes ^ mine) & CheckState.SLOT) == 0)
        && (reads == 0 || ((reads ^ mine) & CheckState.SLOT) == 0);
  }

  /** After an access to an instance field. */
  public static void field(Object object, CheckState state, long access) {
    if (object != null) {
      FieldWords.Offsets at = FieldWords.of(object, (int) access & 0xFF_FFFF);
      if (at == null || !isDone(object, at, state, access)) {
        Checks.checkField(state, object, access);
      }
    }
  }

  private static boolean isDone(
      Object object, FieldWords.Offsets at, CheckState state, long access) {
    boolean read = Op.isPlainRead(access);
    long mine = mine(state, access);
    long word = UNSAFE.getLong(object, read ? at.reads : at.writes);
    if (word == mine) {
      return true; // who conflicts with it since has been told of the first one
    }
    if (mine < 0) {
      return false;
    }
    if (word > 0 && word < CheckState.FIRST) {
      return state.isRepeated(word, read ? mine : mine | Long.MIN_VALUE);
    }
    long other = UNSAFE.getLong(object, read ? at.writes : at.reads);
    if (!state.isAfter(word) || !state.isAfter(other)) {
      return false;
    }
    UNSAFE.putLong(object, read ? at.reads : at.writes, mine);
    if (!read && other != 0) {
      UNSAFE.putLong(object, at.reads, 0); // this write covers them
    }
    return true;
  }

  /**
   * The same where the word is known that stands for accesses of this kind, and where it does not
   * end early by it.
   */
  public static void field(Object object, CheckState state, long access, long word) {
    if (word > 0 && word < CheckState.FIRST) {
      long mine = mine(state, access);
      long repeated = Op.isPlainRead(access) ? mine : mine | Long.MIN_VALUE;
      if (mine > 0 && state.isRepeated(word, repeated)) {
        return;
      }
      Checks.checkField(state, object, access);
    } else {
      field(object, state, access);
    }
  }

  /** The same in a method with one body. */
  @ForceInline
  public static void sampledField(Object object, CheckState state, long access) {
    if (state.sampled) {
      field(object, state, access);
    }
  }

  /** After an access to a static field. */
  public static void staticField(CheckState state, long access) {
    Cells[] all = Checks.statics;
    int field = (int) access & 0xFF_FFFF;
    int page = field >>> Checks.STATICS_PAGE_BITS;
    if (page < all.length && all[page] != null) {
      long[] words = all[page].words;
      int at = 2 * Checks.inStatics(field);
      long mine = mine(state, access);
      if (Op.isPlainRead(access) ? isRead(words, at, mine) : isWritten(words, at, mine)) {
        return;
      }
      if (isAfterAll(words, at, state, mine, Op.isPlainRead(access))) {
        return;
      }
    }
    Checks.checkStatic(state, access);
  }

  /** Whether this is all for an access to a variable that others have accessed before. */
  private static boolean isAfterAll(
      long[] words, int at, CheckState state, long mine, boolean read) {
    if (mine < 0 || !state.isAfter(words[at])) {
      return false;
    }
    long reads = words[at + 1];
    if (reads > 0 && reads < CheckState.FIRST && read) {
      return state.isRepeated(reads, mine);
    }
    if (!state.isAfter(reads)) {
      return false;
    }
    words[read ? at + 1 : at] = mine;
    if (!read && reads != 0) {
      words[at + 1] = 0; // this write covers them
    }
    return true;
  }

  /** The same in a method with one body. */
  @ForceInline
  public static void sampledStatic(CheckState state, long access) {
    if (state.sampled) {
      staticField(state, access);
    }
  }

  /** Whether this is all for a read of the variable whose words stand there. */
  @ForceInline
  private static boolean isRead(long[] words, int at, long mine) {
    long reads = words[at + 1];
    if (reads == mine) {
      return true; // who conflicts with it since has been told of the first one
    }
    if (isOwn(words[at], reads, mine)) {
      words[at + 1] = mine;
      return true;
    }
    return false;
  }

  /** The same for a write. */
  @ForceInline
  private static boolean isWritten(long[] words, int at, long mine) {
    long writes = words[at];
    if (writes == mine) {
      return true;
    }
    long reads = words[at + 1];
    if (isOwn(writes, reads, mine)) {
      words[at] = mine;
      if (reads != 0) {
        words[at + 1] = 0; // this write covers them
      }
      return true;
    }
    return false;
  }

  /**
   * After a load of an element.
   *
   * @param known what this has returned last at this place, or null
   */
  public static ElementCells load(
      Object array, int index, ElementCells known, CheckState state, long access) {
    if (known != null && known.entry.refersTo(array)) {
      known = known.at(index);
      int at = index - known.first;
      long[] words = known.words;
      if (at >= 0 && 2 * at < words.length) {
        long mine = mine(state, access);
        if (isRead(words, 2 * at, mine)) {
          return known;
        }
        if (isReadBeside(known, at, state, mine)) {
          return known;
        }
      }
    }
    return Checks.checkElement(state, known, array, index, access);
  }

  /** The same where others have read the element, or written it before. */
  private static boolean isReadBeside(ElementCells known, int at, CheckState state, long mine) {
    long[] reads = known.reads;
    if (reads != null && reads[at] == mine) {
      return true;
    }
    long[] words = known.words;
    if (mine < 0 || !state.isAfter(words[2 * at])) {
      return false;
    }
    if (state.isAfter(words[2 * at + 1])) {
      words[2 * at + 1] = mine;
      return true;
    }
    if (reads != null) {
      reads[at] = mine;
      return true;
    }
    return false;
  }

  /** After a store into an array, as above. */
  public static ElementCells store(
      Object array, int index, ElementCells known, CheckState state, long access) {
    if (known != null && known.entry.refersTo(array)) {
      known = known.at(index);
      int at = 2 * (index - known.first);
      long[] words = known.words;
      if (at >= 0 && at < words.length) {
        long mine = mine(state, access);
        if (words[at] == mine) {
          return known;
        }
        if (mine > 0
            && state.isAfter(words[at])
            && state.isAfter(words[at + 1])
            && isAfterReads(known.allReads(), at >> 1, state)) {
          words[at] = mine;
          words[at + 1] = 0;
          return known;
        }
      }
    }
    return Checks.checkElement(state, known, array, index, access);
  }

  /** Whether all comes before what the thread does now; then it is forgotten. */
  private static boolean isAfterReads(long[][] all, int at, CheckState state) {
    if (all == null) {
      return true;
    }
    for (long[] reads : all) {
      if (!state.isAfter(reads[at])) {
        return false;
      }
    }
    for (long[] reads : all) {
      if (reads[at] != 0) {
        reads[at] = 0;
      }
    }
    return true;
  }

  /** A load in a method with one body. */
  @ForceInline
  public static ElementCells sampledLoad(
      Object array, int index, ElementCells known, CheckState state, long access) {
    return state.sampled ? load(array, index, known, state, access) : known;
  }

  /** A store in a method with one body. */
  @ForceInline
  public static ElementCells sampledStore(
      Object array, int index, ElementCells known, CheckState state, long access) {
    return state.sampled ? store(array, index, known, state, access) : known;
  }

  /** At the start of a method with two bodies: whether its accesses are checked. */
  @ForceInline
  public static boolean enter(CheckState state, int method) {
    int[] skips = state.skips;
    if (method < skips.length) {
      int left = skips[method] - 1;
      if (left > 0) {
        skips[method] = left;
        state.sampled = false;
        return false;
      }
    }
    return Sampling.enter(method);
  }
}
