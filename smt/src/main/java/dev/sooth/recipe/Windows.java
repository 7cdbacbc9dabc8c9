package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts a trace into windows, from the first to the last. What each costs is what is in it: what has
 * happened before is carried on from window to window.
 */
final class Windows {
  private final Unfolding unfolding;
  private final List<Node> recorded; // in the order of the trace
  private final Map<Node, List<Node>> ways = new HashMap<>(); // by the last node executed before
  private final List<Node> rootless = new ArrayList<>(); // before which nothing was executed
  private final List<Node> ends = new ArrayList<>(); // of recorded ways
  private final Map<Integer, Node> forks = new HashMap<>(); // by thread that is forked
  private final Node[] writers; // of strict reads, by node

  private final Map<Integer, Node> lastPast = new HashMap<>(); // by thread
  private final Map<Integer, Node> lastPastWrite = new HashMap<>(); // by variable
  private final Map<Integer, Node> heldPast = new HashMap<>(); // acquire by lock
  private int past; // so many of the recorded ones

  Windows(Unfolding unfolding, List<Node> recorded) {
    this.unfolding = unfolding;
    this.recorded = recorded;
    writers = new Node[unfolding.nodes.size()];
    Map<Integer, Node> lastWrite = new HashMap<>();
    for (Node node : recorded) {
      if (node.isRead() && node.strict) {
        writers[node.id] = lastWrite.get(node.target);
      } else if (node.isWrite()) {
        lastWrite.put(node.target, node);
      } else if (node.kind == Kind.FORK) {
        forks.put(node.target, node);
      } else if (node.kind == Kind.END) {
        ends.add(node);
      }
    }
    for (Node node : unfolding.nodes) {
      if (!node.isExecuted() && node.trunk == null) {
        rootless.add(node);
      } else if (!node.isExecuted()) {
        ways.computeIfAbsent(node.trunk, trunk -> new ArrayList<>()).add(node);
      }
    }
  }

  /** The window of these positions, which come after those of the windows before. */
  Window next(long from, long to) {
    while (past < recorded.size() && recorded.get(past).position < from) {
      carry(recorded.get(past++));
    }
    List<Node> nodes = new ArrayList<>();
    for (Node last : lastPast.values()) {
      nodes.addAll(ways.getOrDefault(last, List.of()));
    }
    for (Node node : rootless) {
      if (lastPast.get(node.thread) == null) {
        nodes.add(node);
      }
    }
    for (int i = past; i < recorded.size() && recorded.get(i).position < to; i++) {
      Node node = recorded.get(i);
      if (node.kind != Kind.END) {
        nodes.add(node);
        nodes.addAll(ways.getOrDefault(node, List.of()));
      }
    }
    nodes.addAll(ends);
    nodes.sort((one, other) -> Integer.compare(one.id, other.id));
    return new Window(this, unfolding, nodes, from, to);
  }

  private void carry(Node node) {
    lastPast.put(node.thread, node);
    if (node.isWrite()) {
      lastPastWrite.put(node.target, node);
    } else if (node.kind == Kind.ACQUIRE) {
      heldPast.put(node.target, node);
    } else if (node.kind == Kind.RELEASE) {
      heldPast.remove(node.target);
    }
  }

  /** What the thread did last before the window, or null. */
  Node lastPast(int thread) {
    return lastPast.get(thread);
  }

  /** The last write to a variable before the window, or null. */
  Node lastPastWrite(int variable) {
    return lastPastWrite.get(variable);
  }

  /** The acquires that hold their locks when the window begins, by lock. */
  Map<Integer, Node> heldPast() {
    return heldPast;
  }

  /** The fork of a thread, null if there is none. */
  Node fork(int thread) {
    return forks.get(thread);
  }

  /** The recorded writer of a strict read, null if it read what was there at first. */
  Node writer(Node read) {
    return writers[read.id];
  }
}
