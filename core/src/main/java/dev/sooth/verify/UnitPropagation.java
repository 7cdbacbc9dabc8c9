package dev.sooth.verify;

import java.util.Arrays;

/**
 * Clauses over numbered variables, and what follows from them by unit propagation. A literal is 2v
 * for the variable v, 2v + 1 for its negation. Facts that follow from the clauses stay; those that
 * follow from an assumption are taken back.
 */
final class UnitPropagation {
  private final byte[] value; // 0 unknown, 1 true, -1 false
  private final int[] trail;
  private int trailSize;
  private int processed;
  private int[][] clauses = new int[64][];
  private int clauseCount;
  private final int[][] watches; // by literal: clauses that watch it
  private final int[] watchCount;
  private boolean contradiction;

  UnitPropagation(int variables) {
    value = new byte[variables];
    trail = new int[variables];
    watches = new int[2 * variables][];
    watchCount = new int[2 * variables];
  }

  /** Whether the clauses contradict each other, as far as unit propagation tells. */
  boolean contradiction() {
    return contradiction;
  }

  /** Adds a clause that holds. */
  void add(int... literals) {
    if (contradiction) {
      return;
    }
    int[] clause = literals.clone();
    int open = 0;
    for (int i = 0; i < clause.length; i++) {
      if (!isFalse(clause[i])) {
        int literal = clause[i];
        clause[i] = clause[open];
        clause[open++] = literal;
      }
    }
    if (open == 0) {
      contradiction = true;
      return;
    }
    if (clause.length > 1) {
      if (clauseCount == clauses.length) {
        clauses = Arrays.copyOf(clauses, clauseCount * 2);
      }
      clauses[clauseCount] = clause;
      watch(clause[0], clauseCount);
      watch(clause[1], clauseCount);
      clauseCount++;
    }
    if (open == 1) {
      contradiction = !set(clause[0]) || !propagate();
    }
  }

  /** Whether the clause follows: its negation leads to a contradiction. */
  boolean implies(int... literals) {
    if (contradiction) {
      return true;
    }
    int before = trailSize;
    boolean consistent = true;
    for (int i = 0; i < literals.length && consistent; i++) {
      consistent = set(literals[i] ^ 1);
    }
    consistent = consistent && propagate();
    while (trailSize > before) {
      value[trail[--trailSize] >> 1] = 0;
    }
    processed = before;
    return !consistent;
  }

  private boolean isFalse(int literal) {
    return value[literal >> 1] == ((literal & 1) == 0 ? -1 : 1);
  }

  private boolean isTrue(int literal) {
    return value[literal >> 1] == ((literal & 1) == 0 ? 1 : -1);
  }

  /** Makes the literal true; false if it is false already. */
  private boolean set(int literal) {
    if (isFalse(literal)) {
      return false;
    }
    if (!isTrue(literal)) {
      value[literal >> 1] = (byte) ((literal & 1) == 0 ? 1 : -1);
      trail[trailSize++] = literal;
    }
    return true;
  }

  private boolean propagate() {
    boolean consistent = true;
    while (consistent && processed < trailSize) {
      consistent = visit(trail[processed++] ^ 1);
    }
    return consistent;
  }

  private boolean visit(int falsified) {
    int[] list = watches[falsified];
    int count = watchCount[falsified];
    int kept = 0;
    boolean consistent = true;
    for (int i = 0; i < count; i++) {
      int[] clause = clauses[list[i]];
      if (consistent && clause[0] == falsified) {
        clause[0] = clause[1];
        clause[1] = falsified;
      }
      if (consistent && !isTrue(clause[0]) && moveWatch(clause, list[i])) {
        continue;
      }
      list[kept++] = list[i];
      if (consistent && !isTrue(clause[0])) {
        consistent = set(clause[0]);
      }
    }
    watchCount[falsified] = kept;
    return consistent;
  }

  /** Watches another literal than the second one, if one is not false. */
  private boolean moveWatch(int[] clause, int number) {
    for (int k = 2; k < clause.length; k++) {
      if (!isFalse(clause[k])) {
        int literal = clause[k];
        clause[k] = clause[1];
        clause[1] = literal;
        watch(literal, number);
        return true;
      }
    }
    return false;
  }

  private void watch(int literal, int clause) {
    if (watches[literal] == null) {
      watches[literal] = new int[4];
    } else if (watchCount[literal] == watches[literal].length) {
      watches[literal] = Arrays.copyOf(watches[literal], watchCount[literal] * 2);
    }
    watches[literal][watchCount[literal]++] = clause;
  }
}
