package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A part of the trace that is looked at by itself: all before it has happened as it was recorded,
 * and all after it does not happen. With a part that is the whole trace nothing is lost.
 */
final class Window {
  private static final Integer SEVERAL = -1;

  final Unfolding unfolding;
  private final Windows all;
  private final List<Node> inTime;
  private final long from;
  private final long to;
  final List<Node> nodes = new ArrayList<>();
  private final Map<Integer, List<Node>> writes = new HashMap<>(); // by variable
  private final Map<Integer, List<Node>> children = new HashMap<>(); // by node

  private final Map<Node, Node> ordered = new HashMap<>(); // the last such one before, or itself
  private Set<Node> cone; // null for all
  private int reach = Integer.MAX_VALUE;

  /** With the nodes that can be executed in it, by number. */
  Window(Windows all, Unfolding unfolding, List<Node> inTime, long from, long to) {
    this.all = all;
    this.unfolding = unfolding;
    this.inTime = inTime;
    this.from = from;
    this.to = to;
    collect();
  }

  private void collect() {
    nodes.clear();
    writes.clear();
    children.clear();
    ordered.clear();
    Map<Integer, Integer> users = new HashMap<>(); // by variable
    for (Node node : inTime) {
      if (isInside(node)) {
        nodes.add(node);
        if (node.isWrite()) {
          writes.computeIfAbsent(node.target, v -> new ArrayList<>()).add(node);
        }
        if (node.isRead() || node.isWrite()) {
          users.merge(node.target, node.thread, (one, other) -> one.equals(other) ? one : SEVERAL);
        }
        if (node.parent != null) {
          children.computeIfAbsent(node.parent.id, n -> new ArrayList<>()).add(node);
        }
      }
    }
    for (Node node : nodes) { // those before it in its thread have lesser numbers
      boolean access = node.isRead() || node.isWrite();
      boolean local = access && node.parent != null && !users.get(node.target).equals(SEVERAL);
      Node last = local ? ordered.get(node.parent) : node;
      if (last != null) {
        ordered.put(node, last);
      }
    }
  }

  /**
   * Whether it matters when the node is executed, and not only whether it is. What only its own
   * thread can see is as if it happened together with what comes before.
   */
  boolean isOrdered(Node node) {
    return ordered.get(node) == node;
  }

  /** How many nodes are ordered. */
  int countOrdered() {
    return (int) nodes.stream().filter(this::isOrdered).count();
  }

  /** The node, or the last one before it in its thread, that is ordered; null if none is. */
  Node lastOrdered(Node node) {
    return ordered.get(node);
  }

  /** What the thread did last before the window, or null. */
  Node lastPast(int thread) {
    return all.lastPast(thread);
  }

  /** Where the window begins in the trace. */
  long from() {
    return from;
  }

  /**
   * From here on leaves out what no execution that leads to one of these needs: what such an
   * execution has besides can be taken away from it.
   */
  void restrictTo(Collection<Node> wanted) {
    Set<Node> needed = new HashSet<>();
    Set<Integer> seen = new HashSet<>(); // variables of which all writes are needed
    Deque<Node> open = new ArrayDeque<>();
    wanted.forEach(node -> need(node, needed, open));
    for (Node held : all.heldPast().values()) {
      releasesOfPast(held).forEach(release -> need(release, needed, open));
    }
    while (!open.isEmpty()) {
      Node node = open.poll();
      need(node.parent, needed, open);
      if (node.parent == null) {
        need(all.fork(node.thread), needed, open);
      }
      if (node.kind == Kind.ACQUIRE) {
        releases(node).forEach(release -> need(release, needed, open));
      } else if (node.kind == Kind.JOIN) {
        unfolding.ends(node.target).forEach(end -> need(end, needed, open));
      } else if (node.isRead() && node.strict) {
        need(writer(node), needed, open);
      } else if (node.isRead() && seen.add(node.target)) {
        writes(node.target).forEach(write -> need(write, needed, open));
      }
    }
    cone = needed;
    collect();
  }

  /** How many nodes the longest way has that parts from a recorded one here; 0 if none does. */
  int longestUnexecuted() {
    return inTime.stream().filter(this::isInTime).mapToInt(Node::beyond).max().orElse(0);
  }

  /** From here on threads leave the recorded ways by so many nodes at most; 0 is not at all. */
  void reach(int nodesBeyond) {
    reach = nodesBeyond;
    cone = null;
    collect();
  }

  private void need(Node node, Set<Node> needed, Deque<Node> open) {
    if (node != null && isInside(node) && needed.add(node)) {
      open.add(node);
    }
  }

  boolean isPast(Node node) {
    return node.isExecuted() && node.position < from;
  }

  /** Whether the node can be executed here. */
  boolean isInside(Node node) {
    return (cone == null || cone.contains(node)) && isInTime(node);
  }

  private boolean isInTime(Node node) {
    if (node.isExecuted()) {
      return node.position >= from && (node.position < to || node.kind == Kind.END);
    }
    if (node.beyond() > reach) {
      return false;
    }
    Node trunk = node.trunk;
    if (trunk == null) {
      return from == 0 || all.lastPast(node.thread) == null;
    }
    return (trunk.position >= from && trunk.position < to) || trunk == all.lastPast(node.thread);
  }

  List<Node> writes(int variable) {
    return writes.getOrDefault(variable, List.of());
  }

  List<Node> children(Node node) {
    return children.getOrDefault(node.id, List.of());
  }

  /** The fork of a thread, null if there is none. */
  Node fork(int thread) {
    return all.fork(thread);
  }

  /** The recorded writer of a strict read, null if it read what was there at first. */
  Node writer(Node read) {
    return all.writer(read);
  }

  /** The acquire that holds the lock when the window begins, or null. */
  Node heldAtStart(int lock) {
    return all.heldPast().get(lock);
  }

  /** What a variable holds when the window begins; null if that is not known. */
  Long initial(int variable) {
    Node last = all.lastPastWrite(variable);
    if (last == null) {
      return unfolding.facts.initial(variable);
    }
    return last.value == null ? null : last.value.recorded();
  }

  /** The releases of a lock that can be the next after this acquire. */
  List<Node> releases(Node acquire) {
    List<Node> found = new ArrayList<>();
    List<Node> open = new ArrayList<>(children(acquire));
    while (!open.isEmpty()) {
      Node node = open.remove(open.size() - 1);
      if (node.kind == Kind.RELEASE && node.target == acquire.target) {
        found.add(node);
      } else {
        open.addAll(children(node));
      }
    }
    return found;
  }

  /** The first release of a lock after the window began, in the thread that holds it then. */
  List<Node> releasesOfPast(Node acquire) {
    List<Node> found = new ArrayList<>();
    List<Node> open = new ArrayList<>(children(all.lastPast(acquire.thread)));
    while (!open.isEmpty()) {
      Node node = open.remove(open.size() - 1);
      if (node.kind == Kind.RELEASE && node.target == acquire.target) {
        found.add(node);
      } else {
        open.addAll(children(node));
      }
    }
    return found;
  }
}
