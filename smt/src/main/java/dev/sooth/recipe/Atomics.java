package dev.sooth.recipe;

import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * What the methods of the atomic classes read, write and give back. Other methods of them are taken
 * as they were.
 */
final class Atomics {
  private static final Set<String> CLASSES =
      Set.of("java/util/concurrent/atomic/AtomicInteger", "java/util/concurrent/atomic/AtomicLong");

  /** What a call means: the value read, the value written or null, and the result or null. */
  record Meaning(Expr read, Expr written, Expr result, Guard guard) {}

  private Atomics() {}

  static boolean knows(String owner, String name) {
    return CLASSES.contains(owner) && (isUpdate(name) || isGet(name) || isSet(name));
  }

  static boolean isSet(String name) {
    return name.equals("set") || name.equals("lazySet");
  }

  static boolean isGet(String name) {
    return name.equals("get") || name.equals("intValue") || name.equals("longValue");
  }

  private static boolean isUpdate(String name) {
    return switch (name) {
      case "incrementAndGet",
          "decrementAndGet",
          "addAndGet",
          "getAndIncrement",
          "getAndDecrement",
          "getAndAdd",
          "getAndSet",
          "compareAndSet" ->
          true;
      default -> false;
    };
  }

  static char type(String owner) {
    return owner.endsWith("Long") ? 'J' : 'I';
  }

  /** What was read in the recorded run, by the result of the call and its arguments. */
  static Long recordedRead(String name, Expr[] arguments, long result) {
    return switch (name) {
      case "incrementAndGet" -> result - 1;
      case "decrementAndGet" -> result + 1;
      case "addAndGet" -> result - arguments[1].recorded();
      case "compareAndSet" -> result == 1 ? arguments[1].recorded() : null;
      default -> result;
    };
  }

  /** What is written, by what was read; null if nothing is. */
  static Expr written(String name, char type, Expr read, Expr[] arguments) {
    int add = type == 'J' ? Opcodes.LADD : Opcodes.IADD;
    return switch (name) {
      case "incrementAndGet", "getAndIncrement" -> Expr.of(type, add, read, Expr.constant(type, 1));
      case "decrementAndGet", "getAndDecrement" ->
          Expr.of(type, add, read, Expr.constant(type, -1));
      case "addAndGet", "getAndAdd" -> Expr.of(type, add, read, arguments[1]);
      case "getAndSet", "set", "lazySet" -> arguments[1];
      case "compareAndSet" -> arguments[2];
      default -> null;
    };
  }

  /** Whether the result is what was written, and not what was read. */
  static boolean givesWritten(String name) {
    return name.endsWith("AndGet");
  }
}
