package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.DontInline;

/**
 * Calls by which the program uses objects of the JDK that have state and do not synchronise, and by
 * which it has the JDK read or write its arrays. What such an object holds decides what the program
 * does next, like a field does: a reordering must keep it, or it would show accesses that cannot
 * happen. So each object has a hidden variable that a call updates. It orders, and is never
 * reported.
 */
public final class PlainObjectHooks {
  /** What the JDK does with the elements of an array. */
  public static final int READS = 1;

  public static final int WRITES = 2;

  /** More elements than these are told one by one only the first time. */
  private static final int MOST_ELEMENTS = 1 << 14;

  private PlainObjectHooks() {}

  /** Before a call that may change the object. */
  @DontInline
  public static void changing(Object object, int site) {
    touch(Op.HIDDEN_UPDATE, object, site);
  }

  /** Before a call that only looks at the object. */
  @DontInline
  public static void looking(Object object, int site) {
    touch(Op.HIDDEN_READ, object, site);
  }

  private static void touch(int op, Object object, int site) {
    if (!Hooks.on || object == null || object instanceof Identified) {
      return; // what the program's own classes do is recorded where they do it
    }
    ThreadLog log = ThreadLogs.current();
    if (log != null) {
      log.recordState(op, site, Sync.key(log, object, Op.PART_STATE));
    }
  }

  /** Before a call by which the JDK accesses the elements from {@code from} to {@code to}. */
  @DontInline
  public static void elements(Object array, int from, int to, int access, int site) {
    if (!Hooks.on || array == null || !array.getClass().isArray()) {
      return;
    }
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    Identities.Entry entry;
    int length = java.lang.reflect.Array.getLength(array);
    log.busy = true;
    try {
      entry = Identities.peek(array, log);
    } finally {
      log.busy = false;
    }
    int last = Math.min(to, length);
    int first = Math.max(from, 0);
    if (first >= last) {
      return;
    }
    if (entry == null || entry.toucher == 0) {
      OpaqueHooks.opaque(
          log); // no element has been told of yet: the order of critical sections has to do
      return;
    }
    boolean many = last - first > MOST_ELEMENTS;
    boolean alone = entry.toucher == log.number + 1;
    if (entry.whole) {
      log.recordState(
          access == READS ? Op.HIDDEN_READ : Op.HIDDEN_UPDATE,
          site,
          Sync.key(log, array, Op.PART_STATE));
    }
    if (!many || !(entry.whole || alone)) {
      for (int i = first; i < last; i++) {
        long key = Op.elementKey(entry.id(), i);
        if ((access & READS) != 0) {
          log.record(Op.ELEMENT_READ, site, key);
        }
        if ((access & WRITES) != 0) {
          log.record(Op.ELEMENT_WRITE, site, key);
        }
      }
    }
    if (many && !entry.whole) {
      // From now on each access to an element goes by the array as a whole, too.
      entry.whole = true;
      log.recordState(Op.HIDDEN_UPDATE, site, Sync.key(log, array, Op.PART_STATE));
    }
  }

  /** Before {@code System.arraycopy}. */
  @DontInline
  public static void copying(Object from, int start, Object to, int toStart, int length, int site) {
    elements(from, start, end(start, length), READS, site);
    elements(to, toStart, end(toStart, length), WRITES, site);
  }

  private static int end(int start, int length) {
    return length < 0 ? start : (int) Math.min(Integer.MAX_VALUE, (long) start + length);
  }

  /** The same where what follows the array are a start and a length. */
  @DontInline
  public static void part(Object array, int start, int length, int access, int site) {
    elements(array, start, end(start, length), access, site);
  }
}
