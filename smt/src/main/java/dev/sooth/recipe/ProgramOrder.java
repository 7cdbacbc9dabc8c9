package dev.sooth.recipe;

import java.util.HashMap;
import java.util.Map;
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
    Map<Integer, Node> last = new HashMap<>(); // by thread
    for (Node node : schedule.order) {
      Node before = last.put(node.thread, node);
      if (before != null && before != node.parent) {
        return "two ways of one thread";
      }
    }
    return null;
  }
}
