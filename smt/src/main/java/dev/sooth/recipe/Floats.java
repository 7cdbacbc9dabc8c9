package dev.sooth.recipe;

import org.objectweb.asm.Opcodes;

/** The operators of the JVM on floats and doubles, which are kept as their bits. */
final class Floats {
  private Floats() {}

  /** The result of an operator on values that are known. */
  static Expr apply(int op, long left, long right) {
    return switch (op) {
      case Opcodes.FADD, Opcodes.FSUB, Opcodes.FMUL, Opcodes.FDIV, Opcodes.FREM, Opcodes.FNEG ->
          of(onFloats(op, floatOf(left), floatOf(right)));
      case Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM, Opcodes.DNEG ->
          of(onDoubles(op, doubleOf(left), doubleOf(right)));
      case Opcodes.I2F -> of((float) (int) left);
      case Opcodes.I2D -> of((double) (int) left);
      case Opcodes.L2F -> of((float) left);
      case Opcodes.L2D -> of((double) left);
      case Opcodes.F2I -> Expr.integer((int) floatOf(left));
      case Opcodes.F2L -> Expr.constant('J', (long) floatOf(left));
      case Opcodes.F2D -> of((double) floatOf(left));
      case Opcodes.D2I -> Expr.integer((int) doubleOf(left));
      case Opcodes.D2L -> Expr.constant('J', (long) doubleOf(left));
      case Opcodes.D2F -> of((float) doubleOf(left));
      case Opcodes.FCMPL -> Expr.integer(compare(floatOf(left), floatOf(right), -1));
      case Opcodes.FCMPG -> Expr.integer(compare(floatOf(left), floatOf(right), 1));
      case Opcodes.DCMPL -> Expr.integer(compare(doubleOf(left), doubleOf(right), -1));
      case Opcodes.DCMPG -> Expr.integer(compare(doubleOf(left), doubleOf(right), 1));
      default -> throw new IllegalArgumentException("opcode " + op);
    };
  }

  private static float onFloats(int op, float left, float right) {
    return switch (op) {
      case Opcodes.FADD -> left + right;
      case Opcodes.FSUB -> left - right;
      case Opcodes.FMUL -> left * right;
      case Opcodes.FDIV -> left / right;
      case Opcodes.FREM -> left % right;
      default -> -left;
    };
  }

  private static double onDoubles(int op, double left, double right) {
    return switch (op) {
      case Opcodes.DADD -> left + right;
      case Opcodes.DSUB -> left - right;
      case Opcodes.DMUL -> left * right;
      case Opcodes.DDIV -> left / right;
      case Opcodes.DREM -> left % right;
      default -> -left;
    };
  }

  private static int compare(double left, double right, int unordered) {
    return left < right ? -1 : left == right ? 0 : left > right ? 1 : unordered;
  }

  private static Expr of(float value) {
    return Expr.constant('F', Float.floatToRawIntBits(value));
  }

  private static Expr of(double value) {
    return Expr.constant('D', Double.doubleToRawLongBits(value));
  }

  private static float floatOf(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  private static double doubleOf(long bits) {
    return Double.longBitsToDouble(bits);
  }
}
