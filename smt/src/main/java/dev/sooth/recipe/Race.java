package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.List;

/**
 * Both accesses can be the next: all before them was executed, their guards hold, and neither was
 * executed. The paper writes an implication from the guards; it must be a conjunction.
 */
final class Race {
  private Race() {}

  static Formula of(Window window, Branches branches, Node first, Node second) {
    List<Formula> parts = new ArrayList<>();
    for (Node node : List.of(first, second)) {
      parts.add(Formula.not(new Formula.Executed(node)));
      parts.add(branches.of(node));
      Node needed = node.parent != null ? node.parent : window.fork(node.thread);
      if (needed != null && !window.isPast(needed)) {
        parts.add(new Formula.Executed(needed));
      }
    }
    return Formula.and(parts);
  }

  /** Why the schedule does not end before the two accesses, or null. */
  static String violation(Schedule schedule) {
    Node first = schedule.first;
    Node second = schedule.second;
    boolean conflict =
        first.thread != second.thread
            && first.target == second.target
            && first.isPlain()
            && second.isPlain()
            && (first.isWrite() || second.isWrite());
    if (!conflict) {
      return "accesses that do not conflict";
    }
    for (Node node : List.of(first, second)) {
      if (schedule.contains(node) || !schedule.happened(node.parent)) {
        return "an access that is not the next of its thread";
      }
      for (Node sibling : schedule.order) {
        if (sibling.thread == node.thread && !sibling.isBefore(node)) {
          return "a thread that went another way than to the race";
        }
      }
    }
    return null;
  }
}
