package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.List;

/**
 * A thread comes to a node only if its branches go there, and only on the objects, at the indices
 * and with the values that the walk has assumed.
 */
final class Branches implements Constraint {
  private final boolean sameValues;

  /** With the same values as recorded for all that branches depend on, or with other ones too. */
  Branches(boolean sameValues) {
    this.sameValues = sameValues;
  }

  @Override
  public void encode(Window window, List<Formula> formulas) {
    for (Node node : window.nodes) {
      if (!node.guards.isEmpty()) {
        formulas.add(Formula.implies(new Formula.Executed(node), of(node)));
      }
    }
    for (Node read : window.unfolding.symbolReads) {
      if (window.isPast(read)) {
        formulas.add(same(read.value));
      }
    }
  }

  /** What the guards of a node say. */
  Formula of(Node node) {
    List<Formula> all = new ArrayList<>();
    for (Guard guard : node.guards) {
      all.add(new Formula.Holds(guard.condition(), guard.outcome()));
      if (sameValues) {
        guard.condition().symbols().values().forEach(symbol -> all.add(same(symbol)));
      }
    }
    return Formula.and(all);
  }

  private static Formula same(Expr symbol) {
    return new Formula.Equal(symbol, Expr.constant(symbol.type, symbol.recorded()));
  }

  @Override
  public String violation(Schedule schedule) {
    for (Node node : schedule.order) {
      String broken = violation(schedule, node);
      if (broken != null) {
        return broken;
      }
    }
    String first = violation(schedule, schedule.first);
    return first != null ? first : violation(schedule, schedule.second);
  }

  private String violation(Schedule schedule, Node node) {
    for (Guard guard : node.guards) {
      if (!guard.holds(schedule.symbols)) {
        return "a guard (" + guard.reason() + ")";
      }
    }
    return null;
  }
}
