package dev.sooth.recipe;

import org.objectweb.asm.Opcodes;

/**
 * The operators of the JVM on ints, longs and references, as Java computes them. Ints are kept with
 * their sign in a long. Comparisons give 0 or 1.
 */
final class Arithmetic {
  private Arithmetic() {}

  /** Whether the operator is one of those. */
  static boolean knows(int op) {
    return isInt(op) || isLong(op) || isConversion(op) || op == Opcodes.LCMP;
  }

  private static boolean isInt(int op) {
    return switch (op) {
      case Opcodes.IADD,
          Opcodes.ISUB,
          Opcodes.IMUL,
          Opcodes.IDIV,
          Opcodes.IREM,
          Opcodes.INEG,
          Opcodes.ISHL,
          Opcodes.ISHR,
          Opcodes.IUSHR,
          Opcodes.IAND,
          Opcodes.IOR,
          Opcodes.IXOR ->
          true;
      default -> false;
    };
  }

  private static boolean isLong(int op) {
    return switch (op) {
      case Opcodes.LADD,
          Opcodes.LSUB,
          Opcodes.LMUL,
          Opcodes.LDIV,
          Opcodes.LREM,
          Opcodes.LNEG,
          Opcodes.LSHL,
          Opcodes.LSHR,
          Opcodes.LUSHR,
          Opcodes.LAND,
          Opcodes.LOR,
          Opcodes.LXOR ->
          true;
      default -> false;
    };
  }

  private static boolean isConversion(int op) {
    return op == Opcodes.I2L
        || op == Opcodes.L2I
        || op == Opcodes.I2B
        || op == Opcodes.I2C
        || op == Opcodes.I2S;
  }

  /** A division by 0, which the JVM does not come to, gives 0. */
  static long apply(int op, long left, long right) {
    if (isInt(op)) {
      return ofInts(op, (int) left, (int) right);
    }
    if (isLong(op)) {
      return ofLongs(op, left, right);
    }
    return switch (op) {
      case Opcodes.I2L -> (int) left;
      case Opcodes.L2I -> (int) left;
      case Opcodes.I2B -> (byte) left;
      case Opcodes.I2C -> (char) left;
      case Opcodes.I2S -> (short) left;
      case Opcodes.LCMP -> Long.compare(left, right);
      default -> compare(op, left, right) ? 1 : 0;
    };
  }

  private static int ofInts(int op, int left, int right) {
    return switch (op) {
      case Opcodes.IADD -> left + right;
      case Opcodes.ISUB -> left - right;
      case Opcodes.IMUL -> left * right;
      case Opcodes.IDIV -> right == 0 ? 0 : left / right;
      case Opcodes.IREM -> right == 0 ? 0 : left % right;
      case Opcodes.INEG -> -left;
      case Opcodes.ISHL -> left << right;
      case Opcodes.ISHR -> left >> right;
      case Opcodes.IUSHR -> left >>> right;
      case Opcodes.IAND -> left & right;
      case Opcodes.IOR -> left | right;
      default -> left ^ right;
    };
  }

  private static long ofLongs(int op, long left, long right) {
    return switch (op) {
      case Opcodes.LADD -> left + right;
      case Opcodes.LSUB -> left - right;
      case Opcodes.LMUL -> left * right;
      case Opcodes.LDIV -> right == 0 ? 0 : left / right;
      case Opcodes.LREM -> right == 0 ? 0 : left % right;
      case Opcodes.LNEG -> -left;
      case Opcodes.LSHL -> left << right;
      case Opcodes.LSHR -> left >> right;
      case Opcodes.LUSHR -> left >>> right;
      case Opcodes.LAND -> left & right;
      case Opcodes.LOR -> left | right;
      default -> left ^ right;
    };
  }

  private static boolean compare(int op, long left, long right) {
    return switch (op) {
      case Opcodes.IF_ICMPEQ, Opcodes.IF_ACMPEQ -> left == right;
      case Opcodes.IF_ICMPNE, Opcodes.IF_ACMPNE -> left != right;
      case Opcodes.IF_ICMPLT -> left < right;
      case Opcodes.IF_ICMPGE -> left >= right;
      case Opcodes.IF_ICMPGT -> left > right;
      case Opcodes.IF_ICMPLE -> left <= right;
      default -> throw new IllegalArgumentException("opcode " + op);
    };
  }
}
