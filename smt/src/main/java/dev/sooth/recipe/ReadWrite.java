package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A read sees what was written last. Reads of code that is not recorded, and of what orders only,
 * see the very write that they saw, with its value.
 */
final class ReadWrite implements Constraint {
  @Override
  public void encode(Window window, List<Formula> formulas) {
    for (Node node : window.nodes) {
      if (node.isRead()) {
        Formula sees = node.strict ? strict(window, node) : any(window, node);
        formulas.add(Formula.implies(new Formula.Executed(node), sees));
      }
    }
  }

  /** About how many parts the formulas of a window have. */
  static long size(Window window) {
    long parts = 0;
    for (Node node : window.nodes) {
      if (node.isRead()) {
        long writes = window.writes(node.target).size();
        parts += node.strict ? writes : writes * writes;
      }
    }
    return parts;
  }

  private static Formula any(Window window, Node read) {
    List<Node> writes = window.writes(read.target);
    List<Formula> sources = new ArrayList<>();
    boolean writtenBefore = false;
    for (Node write : writes) {
      writtenBefore |= write.mustPrecede(read);
      boolean possible =
          mayPrecede(write, read)
              && write.value != null
              && write.value.is64() == read.value.is64()
              && !isCovered(write, read, writes);
      if (possible) {
        List<Formula> parts = new ArrayList<>();
        parts.add(new Formula.Executed(write));
        parts.add(new Formula.Before(write, read));
        parts.add(new Formula.Equal(read.value, write.value));
        nothingBetween(write, read, writes, parts);
        sources.add(Formula.and(parts));
      }
    }
    Long initial = writtenBefore ? null : window.initial(read.target);
    if (initial != null) {
      List<Formula> parts = new ArrayList<>();
      parts.add(new Formula.Equal(read.value, Expr.constant(read.value.type, initial)));
      nothingBetween(null, read, writes, parts);
      sources.add(Formula.and(parts));
    }
    return Formula.or(sources);
  }

  private static boolean mayPrecede(Node write, Node read) {
    return write.thread == read.thread ? write.isBefore(read) : !read.mustPrecede(write);
  }

  /** Whether another write certainly comes between. */
  private static boolean isCovered(Node write, Node read, List<Node> writes) {
    for (Node other : writes) {
      if (other != write && write.mustPrecede(other) && other.mustPrecede(read)) {
        return true;
      }
    }
    return false;
  }

  private static void nothingBetween(
      Node write, Node read, List<Node> writes, List<Formula> parts) {
    for (Node other : writes) {
      boolean elsewhere =
          other == write || !mayPrecede(other, read) || (write != null && other.mustPrecede(write));
      if (!elsewhere) {
        parts.add(
            Formula.or(
                Formula.not(new Formula.Executed(other)),
                write == null || write.mustPrecede(other)
                    ? Formula.FALSE
                    : new Formula.Before(other, write),
                new Formula.Before(read, other)));
      }
    }
  }

  private static Formula strict(Window window, Node read) {
    Node write = window.writer(read);
    List<Formula> parts = new ArrayList<>();
    boolean inside = write != null && !window.isPast(write);
    if (inside) {
      parts.add(new Formula.Executed(write));
      parts.add(new Formula.Before(write, read));
      if (write.value != null && !write.value.isConstant()) {
        parts.add(
            new Formula.Equal(
                write.value, Expr.constant(write.value.type, write.value.recorded())));
      }
    }
    nothingBetween(inside ? write : null, read, window.writes(read.target), parts);
    return Formula.and(parts);
  }

  @Override
  public String violation(Schedule schedule) {
    Window window = schedule.window;
    Map<Integer, Node> lastWrite = new HashMap<>();
    for (Node node : schedule.order) {
      if (node.isWrite()) {
        lastWrite.put(node.target, node);
      } else if (node.isRead() && node.strict) {
        Node recorded = window.writer(node);
        Node seen = lastWrite.get(node.target);
        boolean same =
            seen == recorded || (seen == null && recorded != null && window.isPast(recorded));
        boolean sameValue =
            seen == null
                || seen.value == null
                || seen.value.evaluate(schedule.symbols) == seen.value.recorded();
        if (!same || !sameValue) {
          return "a read that must see what it saw";
        }
      } else if (node.isRead()) {
        Node seen = lastWrite.get(node.target);
        Long value =
            seen == null
                ? window.initial(node.target)
                : seen.value == null ? null : seen.value.evaluate(schedule.symbols);
        if (value == null || value != schedule.symbols[node.value.symbol()]) {
          return "a read of a value that was not written last";
        }
      }
    }
    return null;
  }
}
