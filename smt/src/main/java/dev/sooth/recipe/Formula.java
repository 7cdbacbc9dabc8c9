package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.List;

/** What a solver is asked, apart from any solver. */
public interface Formula {
  Formula TRUE = new And(List.of());
  Formula FALSE = new Or(List.of());

  /** Whether the node is executed before the race. */
  record Executed(Node node) implements Formula {}

  /** Whether one node is executed before the other, if both are. */
  record Before(Node first, Node second) implements Formula {}

  /** Whether the read sees this write. */
  record Sees(Node read, Node write) implements Formula {}

  /** Whether the write is before the number that stands before what the read sees. */
  record BeforeSeen(Node write, Node read) implements Formula {}

  /** Whether these two are the accesses that race. */
  record Chosen(Node first, Node second) implements Formula {}

  record Not(Formula formula) implements Formula {}

  record And(List<Formula> parts) implements Formula {}

  record Or(List<Formula> parts) implements Formula {}

  /** Whether two values are equal; both are of 32 bits, or both of 64. */
  record Equal(Expr left, Expr right) implements Formula {}

  /** Whether a comparison has this outcome. */
  record Holds(Expr condition, boolean outcome) implements Formula {}

  static Formula not(Formula formula) {
    return new Not(formula);
  }

  static Formula and(List<Formula> parts) {
    List<Formula> kept = new ArrayList<>();
    for (Formula part : parts) {
      if (part.equals(FALSE)) {
        return FALSE;
      }
      if (!part.equals(TRUE)) {
        kept.add(part);
      }
    }
    return kept.size() == 1 ? kept.get(0) : new And(kept);
  }

  static Formula and(Formula... parts) {
    return and(List.of(parts));
  }

  static Formula or(List<Formula> parts) {
    List<Formula> kept = new ArrayList<>();
    for (Formula part : parts) {
      if (part.equals(TRUE)) {
        return TRUE;
      }
      if (!part.equals(FALSE)) {
        kept.add(part);
      }
    }
    return kept.size() == 1 ? kept.get(0) : new Or(kept);
  }

  static Formula or(Formula... parts) {
    return or(List.of(parts));
  }

  static Formula implies(Formula premise, Formula conclusion) {
    return or(not(premise), conclusion);
  }
}
