package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.CollectionHooks;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Collections as classes of the program: they extend one of the JDK's and override some of its
 * methods. A call counts where the JDK's own code runs and touches the contents, not where it calls
 * back an override, which may take a lock first and tells of its own calls.
 */
final class ProgramCollections implements CollectionHooks.Types {
  /** In these, what the class itself declares works on its own data and calls no other method. */
  private static final Set<String> DIRECT =
      Set.of(
          "java.util.ArrayList",
          "java.util.HashMap",
          "java.util.LinkedHashMap",
          "java.util.TreeMap",
          "java.util.HashSet",
          "java.util.LinkedHashSet");

  /** But for these. */
  private static final Set<String> CALLS_OTHERS = Set.of("putAll", "addFirst", "addLast");

  /** No method of a collection calls one of these on itself. */
  private static final Set<String> NEVER_CALLED = Set.of("toString", "hashCode", "equals", "clone");

  private static final int SIZE = CollectionRules.number("size");
  private static final int IS_EMPTY = CollectionRules.number("isEmpty");

  private final FieldTable fields;
  private final ClassFiles files;

  ProgramCollections(FieldTable fields, ClassFiles files) {
    this.fields = fields;
    this.files = files;
  }

  @Override
  public int contents(Class<?> type) {
    return fields.contents(type);
  }

  @Override
  public boolean looksAtNoElement(int method) {
    return method == SIZE || method == IS_EMPTY;
  }

  @Override
  public boolean reachesJdk(Class<?> type, int method) {
    Set<String> overridden = new HashSet<>();
    Class<?> c = type;
    while (c.getClassLoader() != null) {
      Optional<ClassInfo> info = files.known(c.getClassLoader(), c.getName().replace('.', '/'));
      if (info.isEmpty()) {
        return false; // not instrumented: it may do anything
      }
      overridden.addAll(info.get().collectionMethods);
      c = c.getSuperclass();
    }
    String name = method == CollectionHooks.INDIRECT ? "" : CollectionRules.name(Math.abs(method));
    if (method > 0 && overridden.contains(name)) {
      return false;
    }
    overridden.remove(name);
    overridden.removeAll(NEVER_CALLED);
    return overridden.isEmpty() || (!name.isEmpty() && isDirect(c, name));
  }

  private static boolean isDirect(Class<?> collection, String method) {
    if (CALLS_OTHERS.contains(method)) {
      return false;
    }
    for (Class<?> c = collection; DIRECT.contains(c.getName()); c = c.getSuperclass()) {
      for (Method declared : c.getDeclaredMethods()) {
        if (declared.getName().equals(method)) {
          return true;
        }
      }
    }
    return false;
  }
}
