package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A read sees what was written last. Reads of code that is not recorded, and of what orders only,
 * see the very write that they saw, with its value.
 */
final class ReadWrite implements Constraint {
  /** With more writes that a read may see, what it sees gets variables of its own. */
  private static final int FEW = 3;

  @Override
  public void encode(Window window, Consumer<Formula> formulas) {
    for (Node node : window.nodes) {
      if (node.isRead()) {
        Formula sees = node.strict ? strict(window, node) : any(window, node);
        formulas.accept(Formula.implies(new Formula.Executed(node), sees));
      }
    }
  }

  @Override
  public long size(Window window) {
    long parts = 0;
    for (Node node : window.nodes) {
      if (node.isRead()) {
        parts += 8L * window.writes(node.target).size();
      }
    }
    return parts;
  }

  private static Formula any(Window window, Node read) {
    List<Node> writes = window.writes(read.target);
    Collection<Node> latest = latestBefore(read, writes);
    List<Node> near = new ArrayList<>();
    for (Node write : writes) {
      if (mayPrecede(write, read) && !isCovered(write, latest)) {
        near.add(write);
      }
    }
    Long initial = latest.isEmpty() ? window.initial(read.target) : null;
    return near.size() <= FEW ? oneOf(read, near, initial) : chosen(read, near, initial);
  }

  /** The read sees one of these writes, and each of the others is before that or after it. */
  private static Formula oneOf(Node read, List<Node> writes, Long initial) {
    List<Formula> sources = new ArrayList<>();
    for (Node write : writes) {
      if (canBeSeen(write, read)) {
        List<Formula> parts = new ArrayList<>();
        parts.add(new Formula.Executed(write));
        parts.add(before(write, read));
        parts.add(new Formula.Equal(read.value, write.value));
        nothingBetween(write, read, writes, parts);
        sources.add(Formula.and(parts));
      }
    }
    if (initial != null) {
      List<Formula> parts = new ArrayList<>();
      parts.add(new Formula.Equal(read.value, Expr.constant(read.value.type, initial)));
      nothingBetween(null, read, writes, parts);
      sources.add(Formula.and(parts));
    }
    return Formula.or(sources);
  }

  /**
   * The same in as many parts as there are writes, and not in their square: a number stands before
   * what the read sees and behind all else that was written before the read.
   */
  private static Formula chosen(Node read, List<Node> writes, Long initial) {
    List<Formula> all = new ArrayList<>();
    List<Formula> sources = new ArrayList<>();
    for (Node write : writes) {
      List<Formula> elsewhere = new ArrayList<>();
      elsewhere.add(Formula.not(new Formula.Executed(write)));
      elsewhere.add(before(read, write));
      elsewhere.add(new Formula.BeforeSeen(write, read));
      if (canBeSeen(write, read)) {
        Formula sees = new Formula.Sees(read, write);
        sources.add(sees);
        elsewhere.add(sees);
        all.add(
            Formula.implies(
                sees,
                Formula.and(
                    new Formula.Executed(write),
                    before(write, read),
                    new Formula.Equal(read.value, write.value),
                    Formula.not(new Formula.BeforeSeen(write, read)))));
      }
      all.add(Formula.or(elsewhere));
    }
    if (initial != null) {
      List<Formula> parts = new ArrayList<>();
      parts.add(new Formula.Equal(read.value, Expr.constant(read.value.type, initial)));
      nothingBetween(null, read, writes, parts);
      sources.add(Formula.and(parts));
    }
    all.add(Formula.or(sources));
    return Formula.and(all);
  }

  /** What is in this order anyway asks for nothing. */
  private static Formula before(Node first, Node second) {
    if (first.mustPrecede(second)) {
      return Formula.TRUE;
    }
    return second.mustPrecede(first) ? Formula.FALSE : new Formula.Before(first, second);
  }

  private static boolean canBeSeen(Node write, Node read) {
    return write.value != null && write.value.is64() == read.value.is64();
  }

  private static boolean mayPrecede(Node write, Node read) {
    return write.thread == read.thread ? write.isBefore(read) : !read.mustPrecede(write);
  }

  /** Of each thread the last write that certainly comes before the read. */
  private static Collection<Node> latestBefore(Node read, List<Node> writes) {
    Map<Integer, Node> latest = new HashMap<>();
    for (Node write : writes) {
      if (write.mustPrecede(read)) {
        latest.merge(write.thread, write, (a, b) -> a.depth > b.depth ? a : b);
      }
    }
    return latest.values();
  }

  /** Whether another write certainly comes between. */
  private static boolean isCovered(Node write, Collection<Node> latest) {
    for (Node other : latest) {
      if (other != write && write.mustPrecede(other)) {
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
                write == null ? Formula.FALSE : before(other, write),
                before(read, other)));
      }
    }
  }

  private static Formula strict(Window window, Node read) {
    Node write = window.writer(read);
    List<Formula> parts = new ArrayList<>();
    boolean inside = write != null && !window.isPast(write);
    if (inside) {
      parts.add(new Formula.Executed(write));
      parts.add(before(write, read));
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
