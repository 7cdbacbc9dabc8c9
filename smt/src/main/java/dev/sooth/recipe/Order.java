package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What certainly comes before what, by program order, forks and joins; and which locks are held.
 */
final class Order {
  private Order() {}

  /** Fills in what nodes say about that; the recorded ones in the order of the trace. */
  static List<Node> fill(Unfolding unfolding) {
    int threads = 0;
    for (Node node : unfolding.nodes) {
      threads = Math.max(threads, node.thread + 1);
      if (Kind.isThreadOperation(node.kind)) {
        threads = Math.max(threads, node.target + 1);
      }
    }
    List<Node> recorded = new ArrayList<>();
    List<Node> others = new ArrayList<>();
    for (Node node : unfolding.nodes) {
      (node.isExecuted() ? recorded : others).add(node);
    }
    recorded.sort(Comparator.comparingLong(node -> node.position));
    Node[] forks = new Node[threads];
    Node[] none = new Node[threads];
    for (List<Node> some : List.of(recorded, others)) {
      for (Node node : some) {
        Node fork = node.parent == null ? forks[node.thread] : null;
        node.before = node.parent != null ? node.parent.before : none;
        node.held = heldAfter(node.parent);
        if (fork != null) {
          node.before = with(node.before, fork);
        }
        if (node.kind == Kind.FORK) {
          forks[node.target] = node;
        } else if (node.kind == Kind.JOIN) {
          Node last = lastBeforeEnd(unfolding.ends(node.target));
          // Without what is known of it less is certain, and more is left to the solver.
          node.before = last == null || last.before == null ? node.before : with(node.before, last);
        }
      }
    }
    return recorded;
  }

  private static Node[] with(Node[] before, Node node) {
    Node[] all = before.clone();
    for (int thread = 0; thread < all.length; thread++) {
      all[thread] = later(all[thread], node.before[thread]);
    }
    all[node.thread] = later(all[node.thread], node);
    return all;
  }

  private static Node later(Node one, Node other) {
    return one == null || (other != null && other.depth > one.depth) ? other : one;
  }

  /** The last node that each way to the end of a thread has in common with the recorded one. */
  private static Node lastBeforeEnd(List<Node> ends) {
    Node last = null;
    for (int i = 0; i < ends.size(); i++) {
      Node end = ends.get(i);
      Node trunk = end.isExecuted() ? end.parent : end.trunk;
      if (trunk == null) {
        return null;
      }
      last = last == null || trunk.depth < last.depth ? trunk : last;
    }
    return last;
  }

  private static int[] heldAfter(Node parent) {
    if (parent == null) {
      return new int[0];
    }
    int[] held = parent.held;
    if (parent.kind == Kind.ACQUIRE) {
      int[] more = Arrays.copyOf(held, held.length + 1);
      more[held.length] = parent.target;
      return more;
    }
    if (parent.kind == Kind.RELEASE) {
      return Arrays.stream(held).filter(lock -> lock != parent.target).toArray();
    }
    return held;
  }

  /** Whether both threads hold a lock in common. */
  static boolean shareLock(Node one, Node other) {
    for (int lock : one.held) {
      for (int held : other.held) {
        if (lock == held) {
          return true;
        }
      }
    }
    return false;
  }
}
