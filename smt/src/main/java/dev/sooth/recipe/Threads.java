package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A thread begins after it was forked, and is at its end when it is joined. */
final class Threads implements Constraint {
  @Override
  public void encode(Window window, Consumer<Formula> formulas) {
    for (Node node : window.nodes) {
      Node fork = node.parent == null ? window.fork(node.thread) : null;
      if (fork != null && !window.isPast(fork)) {
        formulas.accept(
            Formula.implies(
                new Formula.Executed(node),
                Formula.and(new Formula.Executed(fork), new Formula.Before(fork, node))));
      }
      if (node.kind == Kind.JOIN) {
        List<Formula> ends = new ArrayList<>();
        boolean ended = window.unfolding.ends(node.target).isEmpty();
        for (Node end : window.unfolding.ends(node.target)) {
          ended |= hasEnded(window, end);
          if (window.isInside(end)) {
            ends.add(Formula.and(new Formula.Executed(end), new Formula.Before(end, node)));
          }
        }
        if (!ended) {
          formulas.accept(Formula.implies(new Formula.Executed(node), Formula.or(ends)));
        }
      }
    }
  }

  /** Whether all that a thread did was before the window. */
  static boolean hasEnded(Window window, Node end) {
    return end.isExecuted() && (end.parent == null || window.isPast(end.parent));
  }

  @Override
  public String violation(Schedule schedule) {
    Window window = schedule.window;
    for (Node node : schedule.order) {
      Node fork = node.parent == null ? window.fork(node.thread) : null;
      if (fork != null && (!schedule.happened(fork) || schedule.at(fork) >= schedule.at(node))) {
        return "a thread that was not forked";
      }
      if (node.kind == Kind.JOIN && !window.unfolding.ends(node.target).isEmpty()) {
        boolean joined = false;
        for (Node end : window.unfolding.ends(node.target)) {
          joined |= hasEnded(window, end);
          joined |= schedule.contains(end) && schedule.at(end) < schedule.at(node);
        }
        if (!joined) {
          return "a join of a thread that runs";
        }
      }
    }
    for (Node racing : List.of(schedule.first, schedule.second)) {
      Node fork = racing.parent == null ? window.fork(racing.thread) : null;
      if (fork != null && !schedule.happened(fork)) {
        return "a race in a thread that was not forked";
      }
    }
    return null;
  }
}
