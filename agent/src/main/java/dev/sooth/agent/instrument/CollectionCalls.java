package dev.sooth.agent.instrument;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls of the JDK's collections that do not synchronise: a collection is one variable, which the
 * call reads or writes. What the JDK does inside is not recorded, so without this a race on a
 * {@code HashMap} would not be seen. The hook looks at the class of the receiver: a call through
 * {@code Map} counts only if the map is one of {@link #CLASSES}.
 */
public final class CollectionCalls {
  /** The collections that are variables. */
  public static final List<String> CLASSES =
      List.of(
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
          "java.util.HashSet",
          "java.util.LinkedHashSet",
          "java.util.TreeSet",
          "java.util.BitSet");

  /** The pseudo field that stands for the contents of a collection. */
  static final String CONTENTS = "contents";

  private static final Set<String> INTERFACES =
      Set.of(
          "java/util/Map",
          "java/util/SortedMap",
          "java/util/NavigableMap",
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/SortedSet",
          "java/util/NavigableSet",
          "java/util/Queue",
          "java/util/Deque",
          "java/util/AbstractMap",
          "java/util/AbstractList",
          "java/util/AbstractCollection",
          "java/lang/Iterable");

  private static final Set<String> READS =
      Set.of(
          "get",
          "getOrDefault",
          "contains",
          "containsAll",
          "containsKey",
          "containsValue",
          "isEmpty",
          "size",
          "peek",
          "peekFirst",
          "peekLast",
          "element",
          "getFirst",
          "getLast",
          "first",
          "last",
          "firstKey",
          "lastKey",
          "firstEntry",
          "lastEntry",
          "ceilingKey",
          "floorKey",
          "higherKey",
          "lowerKey",
          "iterator",
          "listIterator",
          "keySet",
          "values",
          "entrySet",
          "toArray",
          "indexOf",
          "lastIndexOf",
          "forEach",
          "stream",
          "cardinality",
          "nextSetBit");

  private static final Set<String> WRITES =
      Set.of(
          "put",
          "putAll",
          "putIfAbsent",
          "remove",
          "removeAll",
          "retainAll",
          "removeIf",
          "clear",
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "set",
          "push",
          "pop",
          "poll",
          "pollFirst",
          "pollLast",
          "offer",
          "offerFirst",
          "offerLast",
          "removeFirst",
          "removeLast",
          "compute",
          "computeIfAbsent",
          "computeIfPresent",
          "merge",
          "replaceAll",
          "sort",
          "pollFirstEntry",
          "pollLastEntry",
          "flip");

  private CollectionCalls() {}

  /** Before a call: tells of the access, if it is one. */
  static void before(
      MethodVisitor mv, MethodContext context, int opcode, String owner, String name, String d) {
    boolean ofCollection = INTERFACES.contains(owner) || CLASSES.contains(owner.replace('/', '.'));
    if (!ofCollection || opcode == Opcodes.INVOKESTATIC || opcode == Opcodes.INVOKESPECIAL) {
      return;
    }
    boolean writes = WRITES.contains(name);
    if (!writes && !READS.contains(name)) {
      return;
    }
    Type[] arguments = Type.getArgumentTypes(d);
    for (Type argument : arguments) {
      if (argument.getSize() != 1) {
        return;
      }
    }
    switch (arguments.length) {
      case 0 -> mv.visitInsn(Opcodes.DUP);
      case 1 -> {
        mv.visitInsn(Opcodes.DUP2);
        mv.visitInsn(Opcodes.POP);
      }
      case 2 -> { // receiver, a, b
        mv.visitInsn(Opcodes.DUP2_X1);
        mv.visitInsn(Opcodes.POP2); // a, b, receiver
        mv.visitInsn(Opcodes.DUP_X2); // receiver, a, b, receiver
      }
      default -> {
        return;
      }
    }
    Emit.push(mv, context.site());
    Emit.hook(mv, writes ? "collectionWrite" : "collectionRead", "(Ljava/lang/Object;I)V");
  }
}
