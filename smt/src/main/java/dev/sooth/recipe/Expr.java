package dev.sooth.recipe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * A value of the program: a constant, the symbol of a read, or an operation of the JVM on others.
 * Each knows what it was in the recorded run. References are the numbers of their objects. What is
 * made of constants is a constant.
 */
public final class Expr {
  private static final int CONSTANT = -1;
  private static final int SYMBOL = -2;
  private static final int MADE = -3;
  private static final Expr[] NONE = {};
  private static final long NO_READ = -1;

  /** Operations in one another take as many calls in one another to look at. */
  private static final int MOST_DEPTH = 500;

  /** I, J, F, D or A, as in descriptors; F and D are the bits of the number. */
  final char type;

  /** An opcode of the JVM, or one of the above. */
  public final int op;

  public final Expr left;
  public final Expr right; // null of an operation on one value

  /** What it was in the recorded run; of no meaning on a way that was not taken. */
  private long recorded;

  /** The position in the trace of the last read in it, or where that is not known. */
  private final long lastRead;

  /** How many operations are in one another. */
  private final int depth;

  private Expr[] parts = NONE;
  private final long constant;
  private boolean fresh; // an object of which the number is not known yet

  private Expr(char type, int op, Expr left, Expr right, long constant, long recorded) {
    this(type, op, left, right, constant, recorded, Math.max(last(left), last(right)));
  }

  private Expr(
      char type, int op, Expr left, Expr right, long constant, long recorded, long lastRead) {
    this.type = type;
    this.op = op;
    this.left = left;
    this.right = right;
    this.constant = constant;
    this.recorded = recorded;
    this.lastRead = lastRead;
    depth = 1 + Math.max(depth(left), depth(right));
  }

  private static long last(Expr operand) {
    return operand == null ? NO_READ : operand.lastRead;
  }

  private static int depth(Expr operand) {
    return operand == null ? 0 : operand.depth;
  }

  static Expr constant(char type, long value) {
    return new Expr(type, CONSTANT, null, null, value, value);
  }

  /** A constant that was another in the recorded run. */
  static Expr changed(char type, long value, long recorded) {
    return new Expr(type, CONSTANT, null, null, value, recorded);
  }

  static Expr integer(int value) {
    return constant('I', value);
  }

  /**
   * The value of a read.
   *
   * @param position of the read in the trace, {@link Node#UNEXECUTED} if it is not in it
   */
  static Expr symbol(char type, int number, long recorded, long position) {
    long read = position == Node.UNEXECUTED ? Long.MAX_VALUE : position;
    return new Expr(type, SYMBOL, null, null, number, recorded, read);
  }

  /** A string that is made of others: what it is does not matter unless it is looked at. */
  static Expr made(Expr[] parts, long recorded) {
    Expr expr = new Expr('A', MADE, deepest(parts), null, 0, recorded);
    expr.parts = parts.clone();
    return expr;
  }

  private static Expr deepest(Expr[] parts) {
    Expr deepest = null;
    for (Expr part : parts) {
      deepest = deepest == null || part.depth > deepest.depth ? part : deepest;
    }
    return deepest;
  }

  boolean isMade() {
    return op == MADE;
  }

  Expr[] parts() {
    return parts.clone();
  }

  /** A reference to a new object; its number is negative until it is known. */
  static Expr fresh(long number) {
    Expr expr = new Expr('A', CONSTANT, null, null, number, number);
    expr.fresh = true;
    return expr;
  }

  public boolean isConstant() {
    return op == CONSTANT;
  }

  public boolean isSymbol() {
    return op == SYMBOL;
  }

  /** The number of the symbol. */
  public int symbol() {
    return (int) constant;
  }

  /** The value of a constant. */
  public long value() {
    return fresh ? recorded : constant;
  }

  public long recorded() {
    return recorded;
  }

  boolean isTwoSlots() {
    return type == 'J' || type == 'D';
  }

  /** Whether it must be what it was if all before this position of the trace is as it was. */
  public boolean isSettledBefore(long position) {
    return !isConstant() && lastRead < position;
  }

  /** Whether so much was calculated that it is too much to look at. */
  boolean isDeep() {
    return depth > MOST_DEPTH;
  }

  public boolean is64() {
    return type != 'I' && type != 'F';
  }

  /** Whether it can have been this in the recorded run; a new object takes the number. */
  boolean agrees(long seen) {
    if (fresh && recorded < 0 && seen > 0) {
      recorded = seen;
    }
    return recorded == seen;
  }

  boolean isFresh() {
    return fresh;
  }

  /** The result of an operation on ints and longs, with one operand or two. */
  static Expr of(char type, int op, Expr left, Expr right) {
    long then = Arithmetic.apply(op, left.recorded, right == null ? 0 : right.recorded);
    if (left.isConstant() && (right == null || right.isConstant())) {
      long now = Arithmetic.apply(op, left.value(), right == null ? 0 : right.value());
      return changed(type, now, then);
    }
    return new Expr(type, op, left, right, 0, then);
  }

  /** The value if the symbols have these. */
  long evaluate(long[] symbols) {
    if (isConstant()) {
      return value();
    }
    return isSymbol() ? symbols[symbol()] : evaluate(symbols, new HashMap<>());
  }

  private long evaluate(long[] symbols, Map<Expr, Long> known) {
    if (isConstant()) {
      return value();
    }
    if (isSymbol()) {
      return symbols[symbol()];
    }
    Long value = known.get(this);
    if (value == null) {
      long first = left.evaluate(symbols, known);
      long second = right == null ? 0 : right.evaluate(symbols, known);
      value = Arithmetic.apply(op, first, second);
      known.put(this, value);
    }
    return value;
  }

  /** Adds the symbols in it, with what they were in the recorded run. */
  void addSymbols(Map<Integer, Expr> found, Set<Expr> seen) {
    if (isSymbol()) {
      found.put(symbol(), this);
    } else if (!isConstant() && seen.add(this)) {
      left.addSymbols(found, seen);
      if (right != null) {
        right.addSymbols(found, seen);
      }
    }
  }

  Map<Integer, Expr> symbols() {
    Map<Integer, Expr> found = new HashMap<>();
    addSymbols(found, new HashSet<>());
    return found;
  }

  /** Whether the result of the operation is a truth value. */
  static boolean isComparison(int op) {
    return (op >= Opcodes.IFEQ && op <= Opcodes.IF_ACMPNE);
  }
}
