package dev.sooth.agent.instrument;

import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Calls of the JDK of which it is not known what state they read or change. A critical section of
 * the program that makes one keeps its place among the others on its lock: what it saw in that
 * state may have decided what the program did next. All other calls leave their traces as events.
 */
final class OpaqueCalls {
  /** Beginnings of names: their state is immutable, or synchronised and so observed. */
  private static final String[] KNOWN_PACKAGES = {
    "java/math/", "java/time/", "java/util/concurrent/"
  };

  /** Interfaces whose methods are the program's lambdas, or methods of the JDK by reference. */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "java/lang/Runnable",
          "java/lang/Comparable",
          "java/util/Comparator",
          "java/util/concurrent/Callable");

  /** Of {@code Collections}, methods that compare elements. */
  private static final Set<String> COMPARES =
      Set.of("frequency", "disjoint", "indexOfSubList", "lastIndexOfSubList", "replaceAll");

  /** Of {@code java.lang} and {@code java.util}, what has no state, or is told in another way. */
  private static final Set<String> KNOWN =
      Set.of(
          "java/lang/AutoCloseable",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Class",
          "java/lang/Double",
          "java/lang/Enum",
          "java/lang/Float",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Math",
          "java/lang/Number",
          "java/lang/Record",
          "java/lang/Short",
          "java/lang/StackTraceElement",
          "java/lang/StrictMath",
          "java/lang/StringBuffer",
          "java/lang/ThreadLocal",
          "java/util/Hashtable",
          "java/util/Locale",
          "java/util/Properties",
          "java/util/Random",
          "java/util/Stack",
          "java/util/Timer",
          "java/util/UUID",
          "java/util/Vector",
          "java/io/PrintStream");

  /**
   * Methods that have a rule, but look at more: an iterator's place, collections in a collection.
   */
  private static final Set<String> LOOKS =
      Set.of(
          "hasNext",
          "hasPrevious",
          "hasMoreElements",
          "toString",
          "equals",
          "hashCode",
          "containsValue");

  private static final Set<String> SEEKS =
      Set.of(
          "contains",
          "containsKey",
          "containsValue",
          "get",
          "indexOf",
          "lastIndexOf",
          "remove",
          "removeFirstOccurrence",
          "removeLastOccurrence",
          "search");

  private OpaqueCalls() {}

  /** Whether it is not known what such a call does. */
  static boolean isOne(String owner, String name, String descriptor) {
    if (!isOfTheJdk(owner) || isFunction(owner) || name.equals("<init>")) {
      return false; // of a new object nothing is known to others
    }
    if (PlainObjects.isOne(owner)) {
      return !owner.equals(PlainObjects.BUILDER); // others may share their memory
    }
    switch (owner) {
      case "java/lang/Object" -> {
        return name.equals("equals") || name.equals("hashCode") || name.equals("toString");
      }
      case "java/lang/System" -> {
        return name.startsWith("set"); // the standard streams; properties are observed
      }
      case "java/util/Arrays" -> {
        return name.startsWith("deep") // the arrays in it
            || (LOOKS.contains(name) && descriptor.startsWith("([Ljava/lang/Object;"));
      }
      case "java/util/Collections" -> {
        return COMPARES.contains(name) || !hasRule(owner, name);
      }
      case "java/lang/String" -> {
        return name.startsWith("format");
      }
      case "java/lang/Thread" -> {
        return name.startsWith("set") || name.startsWith("get");
      }
      default -> {}
    }
    for (String known : KNOWN_PACKAGES) {
      if (owner.startsWith(known)) {
        return owner.startsWith("java/util/concurrent/") && LOOKS.contains(name);
      }
    }
    return KNOWN.contains(owner)
        ? descriptor.substring(0, descriptor.indexOf(')')).contains("[") // an array
        : LOOKS.contains(name) || !hasRule(owner, name);
  }

  /** Whether the call compares the elements of a collection with its only argument. */
  static boolean seeks(String owner, String name, String descriptor) {
    return owner.startsWith("java/util/")
        && descriptor.startsWith("(Ljava/lang/Object;)")
        && SEEKS.contains(name);
  }

  private static boolean hasRule(String owner, String name) {
    return CollectionRules.ofMethod(owner, name) != null
        || CollectionRules.ofStatic(owner, name) != null;
  }

  private static boolean isOfTheJdk(String owner) {
    return owner.startsWith("java/")
        || owner.startsWith("javax/")
        || owner.startsWith("jdk/")
        || owner.startsWith("sun/")
        || owner.startsWith("com/sun/")
        || owner.startsWith("org/w3c/dom/")
        || owner.startsWith("org/xml/sax/");
  }

  /** Whether a method of the JDK may be behind this interface. */
  static boolean isFunction(String owner) {
    return owner.startsWith("java/util/function/") || FUNCTIONS.contains(owner);
  }

  /** Whether the call may call such an interface, by a thread or for a thread. */
  static boolean callsFunction(String owner, String name) {
    return (owner.equals("java/lang/Thread") && name.equals("run"))
        || (owner.equals("java/lang/ThreadLocal") && name.equals("get"));
  }

  /**
   * The places of arguments that the JDK may look into; null if there are none. What a collection
   * is given as an element it leaves alone; what is a collection itself, {@link CollectionCalls}
   * tells.
   */
  static boolean[] lookedInto(String owner, String name, Type[] arguments) {
    if (!isOfTheJdk(owner) || CollectionRules.hasRules(owner)) {
      return null;
    }
    boolean value = KNOWN.contains(owner) || owner.equals("java/lang/String");
    boolean any = !owner.startsWith("java/util/") && !(value && name.equals("equals"));
    boolean[] result = null;
    for (int i = 0; i < arguments.length; i++) {
      String type = arguments[i].getDescriptor();
      if ((any && type.equals("Ljava/lang/Object;")) || LOOKED_INTO.contains(type)) {
        result = result == null ? new boolean[arguments.length] : result;
        result[i] = true;
      }
    }
    return result;
  }

  /** Whether something of these types, made a string, may have a state. */
  static boolean printsState(String descriptor) {
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      String type = argument.getDescriptor();
      if (type.equals("Ljava/lang/Object;") || LOOKED_INTO.contains(type)) {
        return true;
      }
    }
    return false;
  }

  private static final Set<String> LOOKED_INTO =
      Set.of(
          "Ljava/lang/CharSequence;",
          "Ljava/lang/Iterable;",
          "Ljava/lang/StringBuilder;",
          "Ljava/lang/StringBuffer;",
          "Ljava/util/Collection;",
          "Ljava/util/List;",
          "Ljava/util/Map;",
          "Ljava/util/Set;",
          "[Ljava/lang/CharSequence;",
          "[Ljava/lang/Object;");

  /** Whether a call hands over a function. */
  static boolean takesFunction(String owner, String descriptor) {
    String arguments = descriptor.substring(0, descriptor.indexOf(')'));
    return owner.startsWith("java/")
        && (arguments.contains("Ljava/util/function/")
            || arguments.contains("Ljava/lang/Runnable;")
            || arguments.contains("Ljava/util/Comparator;")
            || arguments.contains("Ljava/util/concurrent/Callable;"));
  }
}
