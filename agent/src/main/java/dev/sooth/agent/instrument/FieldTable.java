package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.LoadedClasses;
import dev.sooth.trace.Family;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Numbers of fields, and of classes that have a static initialiser. A class is its name together
 * with the loader that defines it: two loaders may each have a class of one name, and their static
 * fields are different variables, with different names in the trace. An instance field is known by
 * the names of its class and its own: the object tells the rest.
 */
public final class FieldTable implements LoadedClasses.Numbers {
  /** Where the numbers of fields of the JDK start, which come from {@link JdkCache}. */
  public static final int FIRST_OF_JDK = 1 << 23;

  /** More fields than this are not recorded: a number has 24 bits. */
  private static final int MOST = FIRST_OF_JDK;

  /** The pseudo field that stands for the contents of a collection; not a name in Java. */
  private static final String CONTENTS = "<contents>";

  /**
   * The class and the name of a field, or a class alone; the loader is -1 if it does not matter.
   */
  private static final class Entry {
    private final String owner;
    private final String name;
    private final int loader;
    private Family family; // what it is called in the trace; null until it is asked

    Entry(String owner, String name, int loader) {
      this.owner = owner;
      this.name = name;
      this.loader = loader;
    }
  }

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private final Map<ClassLoader, Integer> loaders = new WeakHashMap<>(); // guarded by this
  private int lastLoader; // guarded by this; numbers of loaders that are gone are not used again
  private final Map<String, Integer> fields = new HashMap<>(); // guarded by this
  private final List<Entry> fieldEntries = new ArrayList<>(); // guarded by this
  private final List<String> jdkKeys = new ArrayList<>(); // guarded by this
  private final List<Entry> jdkEntries = new ArrayList<>(); // guarded by this
  private final Map<String, Integer> classes = new HashMap<>(); // guarded by this
  private final List<Entry> classEntries = new ArrayList<>(); // guarded by this
  private final Set<String> names = new HashSet<>(); // of static fields, classes; guarded by this

  public FieldTable() {
    Entry unknown = new Entry("?", "", -1);
    fieldEntries.add(unknown);
    classEntries.add(unknown);
  }

  /** The number of an instance field; 0 when there are too many. */
  synchronized int instanceField(String owner, String name) {
    return field(owner + '.' + name, owner, name, -1);
  }

  /** Whether this is the number of a field of the program, and not of the JDK, or none. */
  static boolean isOfProgram(int number) {
    return number > 0 && number < FIRST_OF_JDK;
  }

  /** The number of a static field of the class that this loader defines; 0 as above. */
  synchronized int staticField(ClassLoader loader, String owner, String name) {
    int number = loaderNumber(loader);
    return field(number + ":" + owner + '.' + name, owner, name, number);
  }

  private int field(String key, String owner, String name, int loader) {
    Integer known = fields.get(key);
    if (known != null) {
      return known;
    }
    if (isOfTheJdk(owner) && loader <= 0) {
      jdkKeys.add(key);
      jdkEntries.add(new Entry(owner, name, loader));
      fields.put(key, FIRST_OF_JDK + jdkKeys.size() - 1);
      return FIRST_OF_JDK + jdkKeys.size() - 1;
    }
    if (fieldEntries.size() == MOST) {
      return 0;
    }
    fieldEntries.add(new Entry(owner, name, loader));
    fields.put(key, fieldEntries.size() - 1);
    return fieldEntries.size() - 1;
  }

  /** By its name: where it is not, its fields are only counted among those of the JDK. */
  private static boolean isOfTheJdk(String owner) {
    return owner.startsWith("java/")
        || owner.startsWith("javax/")
        || owner.startsWith("jdk/")
        || owner.startsWith("sun/")
        || owner.startsWith("com/sun/");
  }

  /** The fields of the JDK, in the order of their numbers. */
  synchronized List<String> jdkFields() {
    return List.copyOf(jdkKeys);
  }

  /** Adds a field of the JDK that {@link #jdkFields} has given in an earlier run. */
  synchronized void addJdkField(String key) {
    int dot = key.lastIndexOf('.');
    boolean isStatic = key.startsWith("0:");
    field(key, key.substring(isStatic ? 2 : 0, dot), key.substring(dot + 1), isStatic ? 0 : -1);
  }

  /** Whether the loader is, or becomes, the first one that is numbered. */
  synchronized boolean isFirst(ClassLoader loader) {
    return loaderNumber(loader) == 1;
  }

  /** The fields of the program, in the order of their numbers, for {@link #restore}. */
  synchronized List<String> keys() {
    return inOrder(fields, fieldEntries);
  }

  /** The classes, in the order of their indices. */
  synchronized List<String> classKeys() {
    return inOrder(classes, classEntries);
  }

  /** Empty where the key says nothing to another run: of other loaders than the first. */
  private static List<String> inOrder(Map<String, Integer> numbers, List<Entry> entries) {
    String[] keys = new String[entries.size()];
    Arrays.fill(keys, "");
    numbers.forEach(
        (key, number) -> {
          if (number < keys.length && entries.get(number).loader <= 1) {
            keys[number] = key;
          }
        });
    return List.of(keys);
  }

  /**
   * Gives the numbers that an earlier run gave; false, and nothing is done, if it gave others to
   * fields of the JDK, or some are given already.
   */
  synchronized boolean restore(List<String> jdk, List<String> program, List<String> types) {
    int common = Math.min(jdk.size(), jdkKeys.size());
    if (fieldEntries.size() > 1
        || classEntries.size() > 1
        || !jdk.subList(0, common).equals(jdkKeys.subList(0, common))) {
      return false;
    }
    jdk.subList(common, jdk.size()).forEach(this::addJdkField);
    for (String key : program.subList(1, program.size())) {
      int colon = key.indexOf(':');
      int dot = key.lastIndexOf('.');
      if (key.isEmpty()) {
        fieldEntries.add(fieldEntries.get(0));
      } else {
        int loader = colon < 0 ? -1 : Integer.parseInt(key.substring(0, colon));
        field(key, key.substring(colon + 1, dot), key.substring(dot + 1), loader);
      }
    }
    for (String key : types.subList(1, types.size())) {
      int colon = key.indexOf(':');
      if (key.isEmpty()) {
        classEntries.add(classEntries.get(0));
      } else {
        int loader = Integer.parseInt(key.substring(0, colon));
        classEntries.add(new Entry(key.substring(colon + 1), "", loader));
        classes.put(key, classEntries.size() - 1);
      }
    }
    return true;
  }

  /** The number of the field of this name that the class declares or inherits. */
  public int number(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      try {
        Field field = c.getDeclaredField(name);
        String owner = c.getName().replace('.', '/');
        return Modifier.isStatic(field.getModifiers())
            ? staticField(c.getClassLoader(), owner, name)
            : instanceField(owner, name);
      } catch (NoSuchFieldException e) {
        // then a superclass has it
      }
    }
    return 0;
  }

  /** The number of the variable that stands for the contents of a collection of this class. */
  public int contents(Class<?> collection) {
    return instanceField(collection.getName().replace('.', '/'), CONTENTS);
  }

  /** Whether the number stands for the contents of a collection. */
  public synchronized boolean isContents(int number) {
    return fieldEntry(number).name.equals(CONTENTS);
  }

  /** The class that declares the field of this number. */
  public synchronized String fieldClass(int number) {
    return fieldEntry(number).owner.replace('/', '.');
  }

  /** The index of a class with a static initialiser. */
  synchronized int classIndex(ClassLoader loader, String name) {
    int number = loaderNumber(loader);
    String key = number + ":" + name;
    Integer known = classes.get(key);
    if (known != null) {
      return known;
    }
    classEntries.add(new Entry(name, "", number));
    classes.put(key, classEntries.size() - 1);
    return classEntries.size() - 1;
  }

  @Override
  public int staticField(Class<?> named, int guess) {
    Entry entry;
    synchronized (this) {
      entry = fieldEntry(guess);
    }
    return staticField(home(named, entry).getClassLoader(), entry.owner, entry.name);
  }

  @Override
  public int classIndex(Class<?> named, int guess) {
    Entry entry;
    synchronized (this) {
      entry = classEntries.get(guess);
    }
    return classIndex(home(named, entry).getClassLoader(), entry.owner);
  }

  @Override
  public int classIndex(Class<?> type) {
    return classIndex(type.getClassLoader(), type.getName().replace('.', '/'));
  }

  /** The class itself, or the one of its supertypes, that has the name of the entry's class. */
  private static Class<?> home(Class<?> named, Entry entry) {
    Class<?> found = supertype(named, entry.owner.replace('/', '.'));
    return found == null ? named : found;
  }

  private static Class<?> supertype(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(name)) {
        return c;
      }
      for (Class<?> superInterface : c.getInterfaces()) {
        Class<?> found = supertype(superInterface, name);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private Entry fieldEntry(int number) {
    return number >= FIRST_OF_JDK
        ? jdkEntries.get(number - FIRST_OF_JDK)
        : fieldEntries.get(number);
  }

  /** The name, with the loader's number if a class of that name has been seen elsewhere. */
  private Family family(Entry entry) {
    if (entry.family == null) {
      String owner = entry.owner.replace('/', '.');
      // A class of the program may have a field of this name.
      boolean contents = entry.name.equals(CONTENTS) && entry.owner.startsWith("java/");
      String name = contents ? "contents" : entry.name;
      boolean taken = entry.loader >= 0 && !names.add(name.isEmpty() ? owner : owner + '.' + name);
      entry.family = Family.field(owner, name, taken ? entry.loader + 1 : 0);
    }
    return entry.family;
  }

  private int loaderNumber(ClassLoader loader) {
    return loader == null || loader == PLATFORM
        ? 0
        : loaders.computeIfAbsent(loader, l -> ++lastLoader);
  }

  /** What a field is called, with its class. */
  public synchronized Family fieldFamily(int number) {
    return family(fieldEntry(number));
  }

  /** What a class with a static initialiser is called. */
  public synchronized Family classFamily(int index) {
    return family(classEntries.get(index));
  }
}
