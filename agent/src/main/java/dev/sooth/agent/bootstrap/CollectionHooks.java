package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import jdk.internal.vm.annotation.DontInline;

/**
 * Calls of collections that do not synchronise. A collection is one variable, which a call reads,
 * or reads and writes: what is in it depends on all changes, not on the last alone. A call of a
 * view, an iterator, an entry, a stream or a wrapper is an access to the collection under it, which
 * is found when the call is made. What the JDK does inside is not recorded.
 *
 * <p>The {@code method} is the number of the called method's name. It matters only if the receiver
 * is of a class of the program, which may override it: the call is then told where the override
 * calls the JDK. Negative: a call by {@code super}. {@link #INDIRECT}: not the receiver, but an
 * argument that the JDK looks at.
 */
public final class CollectionHooks {
  /** The greatest number of a method. */
  public static final int METHODS = 255;

  /** The method's number where the JDK calls a collection by methods that we do not know. */
  public static final int INDIRECT = 0;

  private static final int MOST_LINKS = 64;
  private static final int MOST_MARKS = Long.SIZE - 1;

  /** Of a longer list, the elements beyond are not told when it is read as a whole. */
  private static final int MOST_ELEMENTS = 1 << 14;

  /** What knows the classes and their numbers. */
  public interface Types {
    /** The number of the variable that stands for the contents of a collection of this class. */
    int contents(Class<?> type);

    /** Whether a call of this method looks at no element. */
    boolean looksAtNoElement(int method);

    /** Whether such a call of an object of this class of the program is run by the JDK alone. */
    boolean reachesJdk(Class<?> type, int method);
  }

  private static volatile Types types;

  private CollectionHooks() {}

  /** Installs the numbering, and links what the hooks need; nothing is recorded yet. */
  public static void install(Types all) {
    types = all;
    ThreadLog log = new ThreadLog(Thread.currentThread(), -1, false, null, true);
    Map<String, String> map = new HashMap<>(Map.of("", ""));
    warmUp(log, map.entrySet().iterator());
    warmUp(log, map.entrySet().iterator().next());
    warmUp(log, new HashSet<>());
    Holders.of(0);
  }

  private static void warmUp(ThreadLog log, Object object) {
    find(log, object, CollectionShape.of(object.getClass()), INDIRECT);
  }

  static Types types() {
    return types;
  }

  // What a call does with a collection.
  private static final int READ = 0;
  private static final int LOOK_UP = 1;
  private static final int CHANGE = 2;
  private static final int ADD = 3;

  /** Before a call that reads a collection. */
  @DontInline
  public static void read(Object receiver, int method, int site) {
    if (Hooks.on && receiver != null) {
      access(receiver, method, site, READ);
    }
  }

  /** Before a look-up, which changes the order of a {@code LinkedHashMap} in access order. */
  @DontInline
  public static void lookUp(Object receiver, int method, int site) {
    if (Hooks.on && receiver != null) {
      access(receiver, method, site, LOOK_UP);
    }
  }

  /**
   * Before a call that compares elements with an object. If that is a collection, it is read, and
   * so are the elements of which it is not known whether they are.
   */
  @DontInline
  public static void seeking(Object sought, int site) {
    if (Hooks.on && (sought instanceof Collection || sought instanceof Map)) {
      read(sought, INDIRECT, site);
      OpaqueHooks.opaqueCall();
    }
  }

  /** Before a call of the JDK that may look into what it is given, or change it. */
  @DontInline
  public static void given(Object argument, int site) {
    if (!Hooks.on || argument == null || argument instanceof String) {
      return;
    }
    if (argument instanceof Collection || argument instanceof Map) {
      read(argument, INDIRECT, site);
      OpaqueHooks.opaqueCall();
    } else if (argument instanceof CharSequence) {
      PlainObjectHooks.looking(argument, site);
      OpaqueHooks.opaqueCall();
    } else if (argument instanceof Object[]) {
      OpaqueHooks.opaqueCall();
    }
  }

  /** Before a call that may change a collection. */
  @DontInline
  public static void write(Object receiver, int method, int site) {
    if (Hooks.on && receiver != null) {
      access(receiver, method, site, CHANGE);
    }
  }

  /**
   * Before a call that changes a collection in a way that does not depend on what is in it, and of
   * which the program does not use the result. Who does so needs nobody who did so before, but who
   * looks at the collection needs them all, and not only the last: who changes it leaves a mark.
   */
  @DontInline
  public static void add(Object receiver, int method, int site) {
    if (Hooks.on && receiver != null) {
      access(receiver, method, site, ADD);
    }
  }

  /**
   * Before {@code list.set(index, …)}. Elements of an {@code ArrayList} are variables of their own
   * once one has been set: setting different ones is no change of the list, and no race.
   */
  @DontInline
  public static void setElement(Object list, int index, int method, int site) {
    if (list == null || list.getClass() != ArrayList.class) {
      write(list, method, site);
    } else {
      element(list, index, Op.ELEMENT_WRITE, site);
    }
  }

  /** Before {@code list.get(index)}. */
  @DontInline
  public static void getElement(Object list, int index, int method, int site) {
    if (list == null || list.getClass() != ArrayList.class) {
      lookUp(list, method, site);
    } else {
      element(list, index, Op.ELEMENT_READ, site);
    }
  }

  private static void element(Object list, int index, int op, int site) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log == null) {
      return;
    }
    Identities.Entry entry;
    int contents;
    log.busy = true;
    try {
      entry = Identities.entry(list, log);
      contents = CollectionShape.of(list.getClass()).contents;
    } finally {
      log.busy = false;
    }
    log.record(Op.FIELD_READ, site, Op.fieldKey(entry.id(), contents));
    readMarks(log, entry, site);
    if (index >= 0 && (op == Op.ELEMENT_WRITE || entry.whole)) {
      log.record(op, site, Op.elementKey(entry.id(), index));
      entry.whole = true;
    }
  }

  /** After a read of the list itself: what reads its elements, reads those that have been set. */
  private static void elements(ThreadLog log, Object receiver, Object list, int method, int site) {
    int from = 0;
    int to;
    Identities.Entry entry;
    log.busy = true;
    try {
      entry = Identities.entry(list, log);
      if (!entry.whole || types.looksAtNoElement(method)) {
        return;
      }
      to = Math.min(MOST_ELEMENTS, ((ArrayList<?>) list).size());
      if (receiver instanceof Iterator) {
        from = CollectionShape.cursor(receiver);
        to = Math.min(to, from + 1);
      }
    } finally {
      log.busy = false;
    }
    for (int i = from; i < to; i++) {
      log.record(Op.ELEMENT_READ, site, Op.elementKey(entry.id(), i));
    }
  }

  /** Before a call that makes a string of any object. */
  @DontInline
  public static void print(Object object, int method, int site) {
    if (object instanceof Collection || object instanceof Map) {
      read(object, method, site);
      OpaqueHooks.opaqueCall(); // what is in it is made a string, too
    }
  }

  private static void access(Object receiver, int method, int site, int kind) {
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    long key = 0;
    int known = kind;
    Identities.Entry entry = null;
    Object elementsOf = null;
    boolean opaque = false;
    log.busy = true;
    try {
      CollectionShape shape = CollectionShape.of(receiver.getClass());
      Object collection = receiver;
      opaque = shape.overrides != null; // the class and the JDK call each other
      if (!shape.isPlain()) {
        collection = shape.isNothing() ? null : find(log, receiver, shape, method);
        shape = collection == null ? null : CollectionShape.of(collection.getClass());
      }
      if (shape != null) {
        entry = collection instanceof Identified ? null : Identities.entry(collection, log);
        long id = entry == null ? Identities.of(collection, log) : entry.id();
        key = Op.fieldKey(id, shape.contents);
        opaque |= shape.array || (receiver != collection && receiver instanceof Map.Entry);
        elementsOf = kind < CHANGE && collection.getClass() == ArrayList.class ? collection : null;
        if (kind == LOOK_UP && shape.accessOrder != null && inAccessOrder(shape, collection)) {
          known = CHANGE;
        }
      }
    } finally {
      log.busy = false; // also when the stack is full
    }
    if (key != 0) {
      record(log, known, key, entry, site);
      if (elementsOf != null) {
        elements(log, receiver, elementsOf, method, site);
      }
    }
    if (opaque || key == 0) {
      OpaqueHooks.opaque(
          log); // what it is under the call is not known, or is known by other names, too
    }
  }

  private static void record(ThreadLog log, int kind, long key, Identities.Entry entry, int site) {
    if (kind == ADD && entry != null) {
      log.record(Op.FIELD_WRITE, site, key);
      mark(log, entry, site);
      entry.changers |= bit(log.number);
      return;
    }
    log.record(Op.FIELD_READ, site, key);
    readMarks(log, entry, site);
    if (kind >= CHANGE) {
      log.record(Op.FIELD_WRITE, site, key);
      if (entry != null) {
        mark(log, entry, site);
        entry.changers = bit(log.number); // who reads its mark comes after the others
      }
    }
  }

  private static void mark(ThreadLog log, Identities.Entry entry, int site) {
    boolean shared = log.number >= MOST_MARKS;
    log.recordState(
        shared ? Op.HIDDEN_UPDATE : Op.HIDDEN_WRITE, site, mark(entry, bitNumber(log.number)));
  }

  /** Reads the marks of those who have changed it; of one only, its access says as much. */
  private static void readMarks(ThreadLog log, Identities.Entry entry, int site) {
    long changers = entry == null ? 0 : entry.changers;
    if (Long.bitCount(changers) < 2) {
      return;
    }
    for (long left = changers; left != 0; left &= left - 1) {
      int thread = Long.numberOfTrailingZeros(left);
      if (thread != log.number) {
        log.recordState(Op.HIDDEN_READ, site, mark(entry, thread));
      }
    }
  }

  private static long mark(Identities.Entry entry, int thread) {
    return Op.syncKey(entry.id(), thread + 1, Op.PART_CHANGED);
  }

  private static long bit(int thread) {
    return 1L << bitNumber(thread);
  }

  /** Threads of which there are too many share one mark, and so keep their order. */
  private static int bitNumber(int thread) {
    return Math.min(thread, MOST_MARKS);
  }

  private static boolean inAccessOrder(CollectionShape shape, Object map) {
    try {
      return (boolean) shape.accessOrder.invokeExact(map);
    } catch (Throwable e) {
      return false;
    }
  }

  /** The collection that such a call accesses, or null; the log is busy. */
  private static Object find(
      ThreadLog log, Object receiver, CollectionShape receiverShape, int method) {
    Object object = receiver;
    CollectionShape shape = receiverShape;
    boolean entries = false;
    int set = 0;
    for (int i = 0; i < MOST_LINKS; i++) {
      if (shape.overrides != null
          && !shape.overrides.counts(object == receiver ? method : INDIRECT)) {
        return null;
      }
      if (shape.link == null) {
        break;
      }
      entries |= shape.handsOutEntries;
      set = shape.contents;
      object = follow(shape.link, object);
      if (object == null) {
        return null;
      }
      shape = CollectionShape.of(object.getClass());
    }
    if (shape.mapOfEntry != null) {
      return EntryOwners.find(log, object, shape.mapOfEntry);
    }
    if (shape.contents == 0 || shape.link != null) {
      return null;
    }
    if (entries) {
      EntryOwners.note(log, object);
    }
    if (set != 0) {
      Holders.noteSet(log, object, set);
    }
    return object;
  }

  static Object follow(MethodHandle link, Object from) {
    try {
      return (Object) link.invokeExact(from);
    } catch (Throwable e) {
      return null;
    }
  }
}
