package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.List;

/**
 * An event on the way of a thread. Ways part at branches that could have gone otherwise, so the
 * nodes of a thread are a tree: what a node needs is that all before it, up to the root, were
 * executed, and that its guards hold.
 */
public final class Node {
  /** The position of a node that is on no recorded way. */
  static final long UNEXECUTED = -1;

  public final int id;
  final int thread;
  final Node parent; // null for the first of a thread
  final byte kind;

  /** A variable, a lock or a thread, as the kind says. */
  final int target;

  final long position;
  final String place;

  /** The number of the place. */
  final int line;

  final List<Guard> guards;

  /** Of a read: its symbol. Of a write: what is written, null if that is not known. */
  Expr value;

  /** Whether a read must read from the recorded write, and that write its recorded value. */
  final boolean strict;

  /** How many nodes are before it. */
  final int depth;

  /** The depth of the last node before it, or itself, that was executed; -1 if there is none. */
  private final int trunkDepth;

  /** The last node before it, or itself, that was executed; null if there is none. */
  final Node trunk;

  /** The next one on the recorded way, null if there is none, or if it is on none. */
  Node next;

  /** The first ones of ways that were not taken. */
  List<Node> others = List.of();

  /** What of each thread certainly comes before it; null where nothing does. */
  Node[] before;

  /** The locks that the thread holds when it comes here. */
  int[] held = {};

  Node(
      int id,
      int thread,
      Node parent,
      byte kind,
      int target,
      long position,
      String place,
      int line,
      List<Guard> guards,
      boolean strict) {
    this.id = id;
    this.thread = thread;
    this.parent = parent;
    this.kind = kind;
    this.target = target;
    this.position = position;
    this.place = place;
    this.line = line;
    this.guards = List.copyOf(guards);
    this.strict = strict;
    depth = parent == null ? 0 : parent.depth + 1;
    trunk = position != UNEXECUTED ? this : parent == null ? null : parent.trunk;
    trunkDepth = trunk == null ? -1 : trunk.depth;
  }

  boolean isRead() {
    return kind == Kind.READ || kind == Kind.VOLATILE_READ;
  }

  boolean isWrite() {
    return kind == Kind.WRITE || kind == Kind.VOLATILE_WRITE;
  }

  boolean isPlain() {
    return kind == Kind.READ || kind == Kind.WRITE;
  }

  boolean isExecuted() {
    return position != UNEXECUTED;
  }

  /** How many nodes after the last one that was executed it is; 0 if it was executed itself. */
  int beyond() {
    return depth - trunkDepth;
  }

  /** Whether this comes before the other on each way that leads to the other. */
  boolean isBefore(Node other) {
    if (thread != other.thread || depth >= other.depth) {
      return false;
    }
    if (isExecuted()) {
      return depth <= other.trunkDepth;
    }
    Node node = other;
    while (node.depth > depth) {
      node = node.parent;
    }
    return node == this;
  }

  /** Whether this certainly comes before the other, by program order, forks and joins. */
  boolean mustPrecede(Node other) {
    if (thread == other.thread) {
      return isBefore(other);
    }
    Node latest = other.before[thread];
    return latest != null && (latest == this || isBefore(latest));
  }
}
