package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.stream.BaseStream;
import jdk.internal.misc.Unsafe;

/**
 * What a class is to the collections that do not synchronise: a collection, which is a variable;
 * something that stands on another object (a view, an iterator, a wrapper, a set on its map), with
 * the handle that leads there; an entry, of which no field leads to its map; or nothing of that.
 *
 * <p>The package {@code java.util} must have been opened to our module.
 */
final class CollectionShape {
  /** The classes that are variables. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java.util.ArrayList",
          "java.util.LinkedList",
          "java.util.ArrayDeque",
          "java.util.PriorityQueue",
          "java.util.HashMap",
          "java.util.LinkedHashMap",
          "java.util.TreeMap",
          "java.util.IdentityHashMap",
          "java.util.WeakHashMap",
          "java.util.EnumMap",
          "java.util.RegularEnumSet",
          "java.util.JumboEnumSet",
          "java.util.BitSet");

  /** Sets whose iterators are those of a map: the map is the variable. */
  private static final Map<String, String> SETS =
      Map.of(
          "java.util.HashSet", "map",
          "java.util.LinkedHashSet", "map",
          "java.util.TreeSet", "m");

  /** What {@code Arrays.asList} makes: the array is what they share. */
  private static final Map<String, String> ON_ARRAYS =
      Map.of("java.util.Arrays$ArrayList", "a", "java.util.Arrays$ArrayItr", "a");

  /** Entries that do not know their map, see {@link EntryOwners}. */
  private static final Map<String, Class<?>> ENTRIES =
      Map.of(
          "java.util.HashMap$Node", HashMap.class,
          "java.util.HashMap$TreeNode", HashMap.class,
          "java.util.LinkedHashMap$Entry", HashMap.class,
          "java.util.TreeMap$Entry", TreeMap.class,
          "java.util.WeakHashMap$Entry", WeakHashMap.class);

  /** The fields that lead from a view, an iterator or a wrapper on to its collection. */
  private static final List<String> LINKS =
      List.of(
          "this$0",
          "this$1",
          "root",
          "m",
          "map",
          "tree",
          "c",
          "list",
          "collection",
          "base",
          "q",
          "s",
          "e",
          "i",
          "it",
          "itr",
          "keyIterator",
          "val$it",
          "val$i",
          "val$c",
          "val$map",
          "val$set",
          "val$spliterator");

  private static final List<Class<?>> LINKED =
      List.of(
          Collection.class,
          Map.class,
          Map.Entry.class,
          Iterator.class,
          Enumeration.class,
          Spliterator.class,
          BitSet.class);

  private static final CollectionShape NOTHING = new CollectionShape(0, null, null, null);

  private static final ClassValue<CollectionShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected CollectionShape computeValue(Class<?> type) {
          try {
            return find(type);
          } catch (ReflectiveOperationException | RuntimeException e) {
            return NOTHING; // a JDK whose classes look different: accesses are missed
          }
        }
      };

  /** The number of the variable, 0 for none. With a link, it only names the class. */
  final int contents;

  /** Leads to the object on which this one stands, {@code (Object)Object}; null for none. */
  final MethodHandle link;

  /** Whether a look-up changes the order, {@code (Object)boolean}; null if it never does. */
  final MethodHandle accessOrder;

  /** For a class of the program, what it overrides; null for the JDK's. */
  final Overrides overrides;

  private boolean plain;

  /** Whether it is an array, which is a collection only under {@code Arrays.asList}. */
  boolean array;

  /** If it is one of {@link #ENTRIES}, the class of its map; else null. */
  Class<?> mapOfEntry;

  /** Whether it hands out entries. */
  boolean handsOutEntries;

  private CollectionShape(
      int contents, MethodHandle link, MethodHandle accessOrder, Overrides overrides) {
    this.contents = contents;
    this.link = link;
    this.accessOrder = accessOrder;
    this.overrides = overrides;
    plain = contents != 0 && link == null && overrides == null;
  }

  private static final long CURSOR = cursorOffset();

  private static long cursorOffset() {
    try {
      Class<?> type = Class.forName("java.util.ArrayList$Itr");
      return Unsafe.getUnsafe().objectFieldOffset(type.getDeclaredField("cursor"));
    } catch (ReflectiveOperationException e) {
      return -1; // a JDK whose classes look different
    }
  }

  /** The index of the element that an iterator of an {@code ArrayList} returns next, or 0. */
  static int cursor(Object iterator) {
    return CURSOR >= 0 && iterator.getClass().getName().startsWith("java.util.ArrayList$")
        ? Unsafe.getUnsafe().getInt(iterator, CURSOR)
        : 0;
  }

  /** The shape of a class; the caller's log is busy. */
  static CollectionShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  /** Whether an object of this class is a variable, and any call of it an access to that. */
  boolean isPlain() {
    return plain;
  }

  /** Whether calls of objects of this class have nothing to do with a collection. */
  boolean isNothing() {
    return (contents == 0 && link == null && mapOfEntry == null) || array;
  }

  private static CollectionShape find(Class<?> type) throws ReflectiveOperationException {
    ClassLoader loader = type.getClassLoader();
    if (type.isArray()) {
      int contents = CollectionHooks.types().contents(Arrays.asList(0).getClass());
      CollectionShape shape = new CollectionShape(contents, null, null, null);
      shape.array = true;
      shape.plain = false;
      return shape;
    }
    if (type.isInterface() || type.isHidden()) {
      return NOTHING;
    }
    if (loader == null) {
      return ofTheJdk(type);
    }
    return loader == ClassLoader.getPlatformClassLoader() ? NOTHING : ofTheProgram(type);
  }

  /** A class of the program is a collection if it extends one. */
  private static CollectionShape ofTheProgram(Class<?> type) {
    Class<?> base = type.getSuperclass();
    while (base != null && base.getClassLoader() != null) {
      base = base.getSuperclass();
    }
    boolean extendsOne =
        base != null && (COLLECTIONS.contains(base.getName()) || SETS.containsKey(base.getName()));
    if (!extendsOne) {
      return NOTHING;
    }
    CollectionShape inherited = of(base);
    return new CollectionShape(
        CollectionHooks.types().contents(type),
        inherited.link,
        inherited.accessOrder,
        new Overrides(type));
  }

  private static CollectionShape ofTheJdk(Class<?> type) throws ReflectiveOperationException {
    String name = type.getName();
    if (COLLECTIONS.contains(name)) {
      MethodHandle order =
          name.equals("java.util.LinkedHashMap")
              ? getter(type, "accessOrder", boolean.class)
              : null;
      return new CollectionShape(CollectionHooks.types().contents(type), null, order, null);
    }
    if (SETS.containsKey(name)) {
      Class<?> declaring = name.equals("java.util.LinkedHashSet") ? type.getSuperclass() : type;
      MethodHandle link = getter(declaring, SETS.get(name), Object.class);
      return new CollectionShape(CollectionHooks.types().contents(type), link, null, null);
    }
    if (ON_ARRAYS.containsKey(name)) {
      MethodHandle link = getter(type, ON_ARRAYS.get(name), Object.class);
      return new CollectionShape(0, link, null, null);
    }
    if (ENTRIES.containsKey(name)) {
      CollectionShape shape = new CollectionShape(0, null, null, null);
      shape.mapOfEntry = ENTRIES.get(name);
      return shape;
    }
    MethodHandle link = link(type);
    if (link == null) {
      return NOTHING;
    }
    CollectionShape shape = new CollectionShape(0, link, null, null);
    shape.handsOutEntries = name.contains("Entry");
    return shape;
  }

  /** The way on from a view, iterator, wrapper or stream, or null. */
  private static MethodHandle link(Class<?> type) throws ReflectiveOperationException {
    if (BaseStream.class.isAssignableFrom(type)) {
      return streamLink(type);
    }
    if (!type.getPackageName().equals("java.util")
        || type.getName().startsWith("java.util.Collections$Synchronized")
        || !isLinked(type)) {
      return null;
    }
    for (String name : LINKS) {
      for (Class<?> c = type; c != null; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (field.getName().equals(name)
              && !Modifier.isStatic(field.getModifiers())
              && isLinked(field.getType())) {
            return getter(c, name, Object.class);
          }
        }
      }
    }
    return null;
  }

  private static boolean isLinked(Class<?> type) {
    for (Class<?> linked : LINKED) {
      if (linked.isAssignableFrom(type)) {
        return true;
      }
    }
    return false;
  }

  /** From any stage of a stream to the spliterator of its source. */
  private static MethodHandle streamLink(Class<?> type) throws ReflectiveOperationException {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals("java.util.stream.AbstractPipeline")) {
        return MethodHandles.filterReturnValue(
            getter(c, "sourceStage", Object.class), getter(c, "sourceSpliterator", Object.class));
      }
    }
    return null;
  }

  /** A handle that reads a field, whatever its class: {@code (Object)as}. */
  static MethodHandle getter(Class<?> declaring, String name, Class<?> as)
      throws ReflectiveOperationException {
    Field field = declaring.getDeclaredField(name);
    field.setAccessible(true);
    return MethodHandles.lookup()
        .unreflectGetter(field)
        .asType(MethodType.methodType(as, Object.class));
  }

  /** Which calls of a class of the program reach the JDK's code and touch the contents there. */
  static final class Overrides {
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final Class<?> type;
    private final byte[] known = new byte[2 * CollectionHooks.METHODS + 1]; // racy: only a cache

    private Overrides(Class<?> type) {
      this.type = type;
    }

    boolean counts(int method) {
      int at = method + CollectionHooks.METHODS;
      if (known[at] == 0) {
        known[at] = CollectionHooks.types().reachesJdk(type, method) ? YES : NO;
      }
      return known[at] == YES;
    }
  }
}
