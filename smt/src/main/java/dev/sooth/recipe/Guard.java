package dev.sooth.recipe;

import org.objectweb.asm.Opcodes;

/**
 * What must hold for a thread to come to the node that has it: the outcome of a branch, or that a
 * value is the recorded one.
 *
 * @param condition a comparison
 */
record Guard(Expr condition, boolean outcome, Reason reason) {
  /** Why it must hold. */
  enum Reason {
    /** The branch must go this way. */
    BRANCH,
    /** The object that is accessed, or locked, must be the recorded one. */
    BASE,
    /** The index in an array must be the recorded one. */
    INDEX,
    /** What is done with the value is not encoded, so it must be the recorded one. */
    PIN
  }

  static Guard same(Expr value, Reason reason) {
    return is(value, value.recorded(), reason);
  }

  /** That the value is this one. */
  static Guard is(Expr value, long other, Reason reason) {
    Expr constant = Expr.constant(value.type, other);
    return new Guard(
        Expr.of('I', value.is64() ? Opcodes.IF_ACMPEQ : Opcodes.IF_ICMPEQ, value, constant),
        true,
        reason);
  }

  /** That it does not hold. */
  Guard not() {
    return new Guard(condition, !outcome, reason);
  }

  boolean holds(long[] symbols) {
    return (condition.evaluate(symbols) != 0) == outcome;
  }
}
