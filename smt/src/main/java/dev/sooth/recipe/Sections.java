package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A lock is held by one thread at a time. */
final class Sections implements Constraint {
  @Override
  public void encode(Window window, Consumer<Formula> formulas) {
    Map<Integer, List<Node>> acquires = new HashMap<>();
    Map<Node, List<Node>> releases = new HashMap<>();
    for (Node node : window.nodes) {
      if (node.kind == Kind.ACQUIRE) {
        acquires.computeIfAbsent(node.target, l -> new ArrayList<>()).add(node);
        releases.put(node, window.releases(node));
      }
    }
    acquires.forEach(
        (lock, all) -> {
          for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
              pair(all.get(i), all.get(j), releases, formulas);
            }
          }
          Node held = window.heldAtStart(lock);
          if (held != null) {
            List<Node> ends = window.releasesOfPast(held);
            for (Node later : all) {
              if (later.thread != held.thread) {
                formulas.accept(
                    Formula.implies(new Formula.Executed(later), released(ends, later)));
              }
            }
          }
        });
  }

  @Override
  public long size(Window window) {
    Map<Integer, Integer> acquires = new HashMap<>(); // by lock
    for (Node node : window.nodes) {
      if (node.kind == Kind.ACQUIRE) {
        acquires.merge(node.target, 1, Integer::sum);
      }
    }
    long pairs = 0;
    for (int count : acquires.values()) {
      pairs += (long) count * count / 2;
    }
    return 8 * pairs;
  }

  private static void pair(
      Node one, Node other, Map<Node, List<Node>> releases, Consumer<Formula> formulas) {
    if (one.thread == other.thread) {
      return;
    }
    List<Formula> either = new ArrayList<>();
    either.add(Formula.not(new Formula.Executed(one)));
    either.add(Formula.not(new Formula.Executed(other)));
    if (!other.mustPrecede(one)) {
      either.add(released(releases.get(one), other));
    }
    if (!one.mustPrecede(other)) {
      either.add(released(releases.get(other), one));
    }
    formulas.accept(Formula.or(either));
  }

  private static Formula released(List<Node> releases, Node before) {
    List<Formula> any = new ArrayList<>();
    for (Node release : releases) {
      any.add(Formula.and(new Formula.Executed(release), new Formula.Before(release, before)));
    }
    return Formula.or(any);
  }

  @Override
  public String violation(Schedule schedule) {
    Map<Integer, Integer> holders = new HashMap<>(); // thread by lock
    for (Node node : schedule.order) {
      if (node.kind == Kind.ACQUIRE) {
        Node held =
            holders.containsKey(node.target) ? null : schedule.window.heldAtStart(node.target);
        boolean taken = holders.containsKey(node.target) && holders.get(node.target) >= 0;
        if (taken || held != null) {
          return "a lock that is held";
        }
        holders.put(node.target, node.thread);
      } else if (node.kind == Kind.RELEASE) {
        holders.put(node.target, -1);
      }
    }
    return null;
  }
}
