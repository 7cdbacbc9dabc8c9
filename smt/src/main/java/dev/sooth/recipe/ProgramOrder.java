package dev.sooth.recipe;

import java.util.function.Consumer;

/** A thread does one thing after the other. */
final class ProgramOrder implements Constraint {
  @Override
  public void encode(Window window, Consumer<Formula> formulas) {
    for (Node node : window.nodes) {
      if (node.parent != null && !window.isPast(node.parent)) {
        formulas.accept(
            Formula.implies(new Formula.Executed(node), new Formula.Executed(node.parent)));
        Node last = window.lastOrdered(node.parent);
        if (last != null && window.isOrdered(node)) {
          formulas.accept(new Formula.Before(last, node));
        }
      }
    }
  }

  /**
   * The solver keeps the distance of each two nodes, which is little for each, but there are many.
   */
  @Override
  public long size(Window window) {
    long ordered = window.countOrdered();
    return ordered * ordered / 25;
  }

  @Override
  public String violation(Schedule schedule) {
    for (Node node : schedule.order) {
      if (!schedule.happened(node.parent) || schedule.at(node.parent) >= schedule.at(node)) {
        return "program order";
      }
    }
    // One way for each thread.
    for (Node node : schedule.order) {
      for (Node other : schedule.window.children(node)) {
        for (Node sibling : schedule.window.children(node)) {
          if (other != sibling && schedule.contains(other) && schedule.contains(sibling)) {
            return "two ways of one thread";
          }
        }
      }
    }
    return null;
  }
}
