package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A thread comes to a node only if its branches go there, and only on the objects, at the indices
 * and with the values that the walk has assumed.
 */
final class Branches implements Constraint {
  private final Level level;

  Branches(Level level) {
    this.level = level;
  }

  @Override
  public void encode(Window window, Consumer<Formula> formulas) {
    for (Node node : window.nodes) {
      if (!node.guards.isEmpty()) {
        formulas.accept(Formula.implies(new Formula.Executed(node), of(node)));
      }
      if (level == Level.RV_ALL && node.isRead() && !node.strict) {
        formulas.accept(Formula.implies(new Formula.Executed(node), same(node.value)));
      }
    }
  }

  /** What the guards of a node say. */
  Formula of(Node node) {
    List<Formula> all = new ArrayList<>();
    for (Guard guard : node.guards) {
      all.add(new Formula.Holds(guard.condition(), guard.outcome()));
      if (level == Level.RV) {
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
