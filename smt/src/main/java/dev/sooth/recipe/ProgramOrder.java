package dev.sooth.recipe;

import java.util.List;

/** A thread does one thing after the other. */
final class ProgramOrder implements Constraint {
  @Override
  public void encode(Window window, List<Formula> formulas) {
    for (Node node : window.nodes) {
      if (node.parent != null && !window.isPast(node.parent)) {
        formulas.add(
            Formula.implies(new Formula.Executed(node), new Formula.Executed(node.parent)));
        formulas.add(new Formula.Before(node.parent, node));
      }
    }
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
