package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;

/**
 * Calls of collections that do not synchronise. A collection is one variable, which a call reads or
 * writes; a call of a view, an iterator, an entry, a stream or a wrapper is an access to the
 * collection under it, which is found when the call is made. What the JDK does inside is not
 * recorded.
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

  /** Before a call that reads a collection. */
  public static void read(Object receiver, int method, int site) {
    if (Hooks.on && receiver != null) {
      access(receiver, method, site, Op.FIELD_READ, false);
    }
  }

  /** Before a look-up, which changes the order of a {@code LinkedHashMap} in access order. */
  public static void lookUp(Object receiver, int method, int site) {
    if (Hooks.on && receiver != null) {
      access(receiver, method, site, Op.FIELD_READ, true);
    }
  }

  /**
   * Before a call that compares elements with an object. If that is a collection, it is read, and
   * so are the elements of which it is not known whether they are.
   */
  public static void seeking(Object sought, int site) {
    if (Hooks.on && (sought instanceof Collection || sought instanceof Map)) {
      read(sought, INDIRECT, site);
      Hooks.opaqueCall();
    }
  }

  /** Before a call that may change a collection. */
  public static void write(Object receiver, int method, int site) {
    if (Hooks.on && receiver != null) {
      access(receiver, method, site, Op.FIELD_WRITE, false);
    }
  }

  /**
   * Before {@code list.set(index, …)}. Elements of an {@code ArrayList} are variables of their own
   * once one has been set: setting different ones is no change of the list, and no race.
   */
  public static void setElement(Object list, int index, int method, int site) {
    if (list == null || list.getClass() != ArrayList.class) {
      write(list, method, site);
    } else {
      element(list, index, Op.ELEMENT_WRITE, site);
    }
  }

  /** Before {@code list.get(index)}. */
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
  public static void print(Object object, int method, int site) {
    if (object instanceof Collection || object instanceof Map) {
      read(object, method, site);
      Hooks.opaqueCall(); // what is in it is made a string, too
    }
  }

  private static void access(Object receiver, int method, int site, int op, boolean lookUp) {
    ThreadLog log = ThreadLogs.current();
    if (log == null) {
      return;
    }
    long key = 0;
    int known = op;
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
        key = Op.fieldKey(Identities.of(collection, log), shape.contents);
        opaque |= shape.array || (receiver != collection && receiver instanceof Map.Entry);
        elementsOf =
            op == Op.FIELD_READ && collection.getClass() == ArrayList.class ? collection : null;
        if (lookUp && shape.accessOrder != null && inAccessOrder(shape, collection)) {
          known = Op.FIELD_WRITE;
        }
      }
    } finally {
      log.busy = false; // also when the stack is full
    }
    if (key != 0) {
      log.record(known, site, key);
      if (elementsOf != null) {
        elements(log, receiver, elementsOf, method, site);
      }
    }
    if (opaque || key == 0) {
      Hooks.opaque(log); // what it is under the call is not known, or is known by other names, too
    }
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
