package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.WeakHashMap;

/**
 * Finds the map of an entry. The entries of most maps do not know it; but whoever has an entry got
 * it from the map's entry set, most often a moment ago. So the maps whose entry sets were used are
 * remembered, a few for each thread and some for all, and asked whether the entry is theirs: a walk
 * along a bucket or up a tree that calls no code of the program. Nothing is stored for an entry.
 */
final class EntryOwners {
  private static final int SHARED = 64;
  private static final int LONGEST_WALK = 1000;

  private static final MethodHandle TABLE = handle("java.util.HashMap", "table");
  private static final MethodHandle HASH = number("java.util.HashMap$Node");
  private static final MethodHandle NEXT = handle("java.util.HashMap$Node", "next");
  private static final MethodHandle WEAK_TABLE = handle("java.util.WeakHashMap", "table");
  private static final MethodHandle WEAK_HASH = number("java.util.WeakHashMap$Entry");
  private static final MethodHandle WEAK_NEXT = handle("java.util.WeakHashMap$Entry", "next");
  private static final MethodHandle ROOT = handle("java.util.TreeMap", "root");
  private static final MethodHandle PARENT = handle("java.util.TreeMap$Entry", "parent");

  // Racy: a map that is overwritten is one that is not found.
  private static final MapReference[] LATELY = new MapReference[SHARED];
  private static int next;

  private EntryOwners() {}

  /** The maps that one thread has seen last. */
  static final class Recent {
    private final MapReference[] maps = new MapReference[4];
    private int next;
  }

  private static final class MapReference extends WeakReference<Object> {
    MapReference(Object map) {
      super(map);
    }
  }

  private static MethodHandle handle(String type, String field) {
    try {
      return CollectionShape.getter(Class.forName(type), field, Object.class);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null; // a JDK whose maps look different: accesses to entries are missed
    }
  }

  private static MethodHandle number(String type) {
    try {
      return CollectionShape.getter(Class.forName(type), "hash", int.class);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** The thread has used the entry set of this map. */
  static void note(ThreadLog log, Object map) {
    if (log.entriesSeen == null) {
      log.entriesSeen = new Recent();
    }
    Recent recent = log.entriesSeen;
    for (MapReference known : recent.maps) {
      if (known != null && known.refersTo(map)) {
        return;
      }
    }
    MapReference reference = shared(map);
    recent.maps[recent.next++ & recent.maps.length - 1] = reference;
  }

  private static MapReference shared(Object map) {
    for (MapReference known : LATELY) {
      if (known != null && known.refersTo(map)) {
        return known;
      }
    }
    MapReference reference = new MapReference(map);
    LATELY[next++ & SHARED - 1] = reference;
    return reference;
  }

  /** The map, of this class or an heir of it, that has this entry; or null. */
  static Object find(ThreadLog log, Object entry, Class<?> type) {
    Object map = log.entriesSeen == null ? null : find(log.entriesSeen.maps, entry, type);
    if (map == null) {
      map = find(LATELY, entry, type);
      if (map != null) {
        note(log, map);
      }
    }
    return map;
  }

  private static Object find(MapReference[] maps, Object entry, Class<?> type) {
    for (MapReference reference : maps) {
      Object map = reference == null ? null : reference.get();
      try {
        if (type.isInstance(map) && has(map, entry, type)) {
          return map;
        }
      } catch (Throwable e) {
        // the map changes while we look, or has none of the fields: it is not found
      }
    }
    return null;
  }

  private static boolean has(Object map, Object entry, Class<?> type) throws Throwable {
    Object e;
    if (type == HashMap.class) {
      Object[] table = (Object[]) (Object) TABLE.invokeExact(map);
      e = table[(int) HASH.invokeExact(entry) & table.length - 1];
      for (int i = 0; e != null && e != entry && i < LONGEST_WALK; i++) {
        e = (Object) NEXT.invokeExact(e);
      }
    } else if (type == WeakHashMap.class) {
      Object[] table = (Object[]) (Object) WEAK_TABLE.invokeExact(map);
      e = table[(int) WEAK_HASH.invokeExact(entry) & table.length - 1];
      for (int i = 0; e != null && e != entry && i < LONGEST_WALK; i++) {
        e = (Object) WEAK_NEXT.invokeExact(e);
      }
    } else {
      return (Object) ROOT.invokeExact(map) == top(entry);
    }
    return e == entry;
  }

  private static Object top(Object entry) throws Throwable {
    Object e = entry;
    for (int i = 0; i < LONGEST_WALK; i++) {
      Object parent = (Object) PARENT.invokeExact(e);
      if (parent == null) {
        return e;
      }
      e = parent;
    }
    return null;
  }
}
