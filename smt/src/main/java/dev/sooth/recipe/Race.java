package dev.sooth.recipe;

import dev.sooth.recipe.Candidates.Candidate;
import java.util.ArrayList;
import java.util.List;

/**
 * Both accesses can be the next: all before them was executed, their guards hold, and neither was
 * executed. The paper writes an implication from the guards; it must be a conjunction.
 */
final class Race {
  private Race() {}

  private static Formula of(Window window, Branches branches, Node first, Node second) {
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

  /** The race of one of these pairs of accesses, the one that is chosen. */
  static Formula anyOf(Window window, Branches branches, List<Candidate> pairs) {
    List<Formula> parts = new ArrayList<>();
    for (Candidate pair : pairs) {
      Formula race = of(window, branches, pair.first(), pair.second());
      parts.add(Formula.implies(chosen(pair), race));
    }
    parts.add(Formula.or(pairs.stream().map(Race::chosen).toList()));
    return Formula.and(parts);
  }

  /** Whether this is the pair that races. */
  static Formula chosen(Candidate pair) {
    return new Formula.Chosen(pair.first(), pair.second());
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
