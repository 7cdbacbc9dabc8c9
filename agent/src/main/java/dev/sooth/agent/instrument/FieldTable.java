package dev.sooth.agent.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Numbers of fields, and of classes that have a static initialiser. A class is its name together
 * with the loader that defines it: two loaders may each have a class of one name, and their static
 * fields are different variables.
 */
public final class FieldTable {
  /** More fields than this are not recorded: a number has 24 bits. */
  private static final int MOST = 1 << 24;

  private final Map<ClassLoader, Integer> loaders = new WeakHashMap<>(); // guarded by this
  private final Map<String, Integer> fields = new HashMap<>(); // guarded by this
  private final List<String> names = new ArrayList<>(); // guarded by this
  private final Map<String, Integer> classes = new HashMap<>(); // guarded by this
  private final List<String> classNames = new ArrayList<>(); // guarded by this

  public FieldTable() {
    names.add("?");
    classNames.add("?");
  }

  /** The number of a field; 0 when there are too many. */
  synchronized int field(ClassLoader loader, String owner, String name) {
    String key = loaderNumber(loader) + owner + '.' + name;
    Integer known = fields.get(key);
    if (known != null) {
      return known;
    }
    if (names.size() == MOST) {
      return 0;
    }
    names.add(owner.replace('/', '.') + '.' + name);
    fields.put(key, names.size() - 1);
    return names.size() - 1;
  }

  /** The number of the field of this name that the class declares or inherits. */
  public int number(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      try {
        Class<?> declaring = c.getDeclaredField(name).getDeclaringClass();
        return field(declaring.getClassLoader(), declaring.getName().replace('.', '/'), name);
      } catch (NoSuchFieldException e) {
        // then a superclass has it
      }
    }
    return 0;
  }

  /** The number of the variable that stands for the contents of a collection of this class. */
  public int contents(Class<?> collection) {
    return CollectionCalls.CLASSES.contains(collection.getName())
        ? field(null, collection.getName().replace('.', '/'), CollectionCalls.CONTENTS)
        : 0;
  }

  /** The index of a class with a static initialiser. */
  synchronized int classIndex(ClassLoader loader, String name) {
    String key = loaderNumber(loader) + name;
    Integer known = classes.get(key);
    if (known != null) {
      return known;
    }
    classNames.add(name.replace('/', '.'));
    classes.put(key, classNames.size() - 1);
    return classNames.size() - 1;
  }

  private String loaderNumber(ClassLoader loader) {
    return loader == null ? "" : loaders.computeIfAbsent(loader, l -> loaders.size() + 1) + ":";
  }

  /** The name of a field, with its class. */
  public synchronized String fieldName(int number) {
    return names.get(number);
  }

  /** The name of a class with a static initialiser. */
  public synchronized String className(int index) {
    return classNames.get(index);
  }
}
