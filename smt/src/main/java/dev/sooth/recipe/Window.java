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
  final Unfolding unfolding;
  private final long from;
  private final long to;
  final List<Node> nodes = new ArrayList<>();
  private final Map<Integer, List<Node>> writes = new HashMap<>(); // by variable
  private final Map<Integer, List<Node>> children = new HashMap<>(); // by node
  private final Map<Integer, Node> forks = new HashMap<>(); // by thread that is forked
  private final Map<Integer, Node> lastPast = new HashMap<>(); // by thread
  private final Map<Integer, Node> lastPastWrite = new HashMap<>(); // by variable
  private final Map<Integer, Node> writers = new HashMap<>(); // of strict reads, by node
  private final Map<Integer, Node> heldPast = new HashMap<>(); // acquire by lock

  private Set<Node> cone; // null for all
  private boolean recordedOnly;

  Window(Unfolding unfolding, List<Node> recorded, long from, long to) {
    this.unfolding = unfolding;
    this.from = from;
    this.to = to;
    Map<Integer, Node> lastWrite = new HashMap<>();
    for (Node node : recorded) { // in the order of the trace
      if (node.position >= to) {
        break;
      }
      if (node.isRead() && node.strict) {
        writers.put(node.id, lastWrite.get(node.target));
      } else if (node.isWrite()) {
        lastWrite.put(node.target, node);
      }
      if (node.position < from) {
        past(node);
      }
      if (node.kind == Kind.FORK) {
        forks.put(node.target, node);
      }
    }
    collect();
  }

  private void collect() {
    nodes.clear();
    writes.clear();
    children.clear();
    for (Node node : unfolding.nodes) {
      if (isInside(node)) {
        nodes.add(node);
        if (node.isWrite()) {
          writes.computeIfAbsent(node.target, v -> new ArrayList<>()).add(node);
        }
        if (node.parent != null) {
          children.computeIfAbsent(node.parent.id, n -> new ArrayList<>()).add(node);
        }
      }
    }
  }

  /**
   * From here on leaves out what no execution that leads to one of these needs: what such an
   * execution has besides can be taken away from it.
   */
  void restrictTo(Collection<Node> wanted) {
    Set<Node> needed = new HashSet<>();
    Deque<Node> open = new ArrayDeque<>();
    wanted.forEach(node -> need(node, needed, open));
    for (Node held : heldPast.values()) {
      releasesOfPast(held).forEach(release -> need(release, needed, open));
    }
    while (!open.isEmpty()) {
      Node node = open.poll();
      need(node.parent, needed, open);
      if (node.parent == null) {
        need(forks.get(node.thread), needed, open);
      }
      if (node.kind == Kind.ACQUIRE) {
        releases(node).forEach(release -> need(release, needed, open));
      } else if (node.kind == Kind.JOIN) {
        unfolding.ends(node.target).forEach(end -> need(end, needed, open));
      } else if (node.isRead() && node.strict) {
        need(writer(node), needed, open);
      } else if (node.isRead()) {
        writes(node.target).forEach(write -> need(write, needed, open));
      }
    }
    cone = needed;
    collect();
  }

  /** From here on threads go the recorded ways only. */
  void leaveOutUnexecuted() {
    recordedOnly = true;
    cone = null;
    collect();
  }

  private void need(Node node, Set<Node> needed, Deque<Node> open) {
    if (node != null && isInside(node) && needed.add(node)) {
      open.add(node);
    }
  }

  private void past(Node node) {
    lastPast.put(node.thread, node);
    if (node.isWrite()) {
      lastPastWrite.put(node.target, node);
    } else if (node.kind == Kind.ACQUIRE) {
      heldPast.put(node.target, node);
    } else if (node.kind == Kind.RELEASE) {
      heldPast.remove(node.target);
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
    if (recordedOnly) {
      return false;
    }
    Node trunk = node.trunk;
    if (trunk == null) {
      return from == 0 || lastPast.get(node.thread) == null;
    }
    return (trunk.position >= from && trunk.position < to) || trunk == lastPast.get(node.thread);
  }

  List<Node> writes(int variable) {
    return writes.getOrDefault(variable, List.of());
  }

  List<Node> children(Node node) {
    return children.getOrDefault(node.id, List.of());
  }

  /** The fork of a thread, null if there is none. */
  Node fork(int thread) {
    return forks.get(thread);
  }

  /** The recorded writer of a strict read, null if it read what was there at first. */
  Node writer(Node read) {
    return writers.get(read.id);
  }

  /** The acquire that holds the lock when the window begins, or null. */
  Node heldAtStart(int lock) {
    return heldPast.get(lock);
  }

  /** What a variable holds when the window begins; null if that is not known. */
  Long initial(int variable) {
    Node last = lastPastWrite.get(variable);
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
    List<Node> open = new ArrayList<>(children(lastPast.get(acquire.thread)));
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
