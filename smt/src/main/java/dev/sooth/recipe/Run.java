package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One execution that goes on node by node, with values: where each thread is, what variables hold,
 * and who holds locks.
 */
final class Run {
  private final Window window;
  private final Unfolding unfolding;
  private final Level level;
  private final int[] threads; // their numbers in the trace
  private final Map<Integer, Integer> users = new HashMap<>(); // the first ones, by variable
  private final BitSet shared = new BitSet(); // variables that several threads use
  private final Map<Integer, Long> memory = new HashMap<>();
  private final Map<Integer, Node> writers = new HashMap<>(); // last ones, by variable
  private final Map<Integer, Integer> holders = new HashMap<>(); // thread by lock, -1 for none
  private final Set<Node> done = new HashSet<>();
  private final List<Node> order = new ArrayList<>();
  private final Map<Node, Node> seen = new HashMap<>(); // writes by read
  private final Node[] last;
  private final Node[] next;
  private long[] symbols;

  /** Begins where the window does. */
  Run(Window window, Level level) {
    this.window = window;
    this.level = level;
    unfolding = window.unfolding;
    threads = unfolding.threads();
    last = new Node[threads.length];
    next = new Node[threads.length];
    symbols = unfolding.recordedSymbols();
    window.nodes.forEach(this::noteUse);
  }

  private void noteUse(Node node) {
    if (node.isPlain() && !shared.get(node.target)) {
      Integer user = users.putIfAbsent(node.target, node.thread);
      if (user != null && user != node.thread) {
        shared.set(node.target);
      }
    }
  }

  /** How many variables several threads have used, in this execution or one before. */
  int countShared() {
    return shared.cardinality();
  }

  /** Nothing has happened yet. */
  void begin() {
    memory.clear();
    writers.clear();
    holders.clear();
    done.clear();
    order.clear();
    seen.clear();
    for (int i = 0; i < threads.length; i++) {
      last[i] = window.lastPast(threads[i]);
      next[i] = successor(i);
    }
  }

  int threads() {
    return threads.length;
  }

  /** What the thread does next, null if that is not known or it is at its end. */
  Node next(int thread) {
    return next[thread];
  }

  /** What has happened. */
  List<Node> order() {
    return order;
  }

  /** Whether others use the variable of the next access. */
  boolean isShared(int thread) {
    return shared.get(next[thread].target);
  }

  /** When the next step was done in the recorded run, or what was done last of that. */
  double time(int thread) {
    Node node = next[thread];
    return node.trunk == null || node.kind == Kind.END ? -1 : node.trunk.position;
  }

  // ---- what can be done --------------------------------------------------------------------

  private Node successor(int thread) {
    Node at = last[thread];
    if (at != null && at.kind == Kind.END) {
      return null;
    }
    Node recorded = at == null ? unfolding.first(threads[thread]) : at.next;
    if (recorded != null && window.isInside(recorded) && isAllowed(recorded)) {
      return recorded;
    }
    if (level != Level.RECIPE || (recorded != null && !window.isInside(recorded))) {
      return null;
    }
    for (Node other : unfolding.others(threads[thread], at)) {
      if (isAllowed(other)) {
        return other;
      }
    }
    Node followed = unfolding.follow(threads[thread], at, symbols);
    return followed != null && isAllowed(followed) ? followed : null;
  }

  /** Whether the branches of the thread go to the node, at this level. */
  private boolean isAllowed(Node node) {
    for (Guard guard : node.guards) {
      if (!guard.holds(symbols)) {
        return false;
      }
      if (level == Level.RV) {
        for (Expr symbol : guard.condition().symbols().values()) {
          if (symbols[symbol.symbol()] != symbol.recorded()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether the thread can do what it does next. */
  boolean canGoOn(int thread) {
    Node node = next[thread];
    if (node == null || (node.parent == null && !isForked(node.thread))) {
      return false;
    }
    if (node.kind == Kind.ACQUIRE) {
      Integer holder = holders.get(node.target);
      return holder == null ? window.heldAtStart(node.target) == null : holder < 0;
    }
    if (node.kind == Kind.JOIN) {
      return isJoined(node.target);
    }
    return !node.isRead() || (node.strict ? seesTheSame(node) : value(node) != null);
  }

  private boolean isForked(int thread) {
    Node fork = window.fork(thread);
    return fork == null || window.isPast(fork) || done.contains(fork);
  }

  private boolean isJoined(int thread) {
    List<Node> ends = unfolding.ends(thread);
    for (Node end : ends) {
      if (done.contains(end) || Threads.hasEnded(window, end)) {
        return true;
      }
    }
    return ends.isEmpty();
  }

  private boolean seesTheSame(Node read) {
    Node recorded = window.writer(read);
    Node now = writers.get(read.target);
    if (now == null) {
      return recorded == null || window.isPast(recorded);
    }
    boolean same = now.value == null || now.value.evaluate(symbols) == now.value.recorded();
    return now == recorded && same;
  }

  private Long value(Node read) {
    Node write = writers.get(read.target);
    Long value = write == null ? window.initial(read.target) : memory.get(read.target);
    boolean other = level == Level.RV_ALL && value != null && value != read.value.recorded();
    boolean width = write == null || write.value == null || write.value.is64() == read.value.is64();
    return other || !width ? null : value;
  }

  // ---- what is done ------------------------------------------------------------------------

  /** The thread takes its next step. */
  void execute(int thread) {
    Node node = next[thread];
    if (node.kind == Kind.ACQUIRE) {
      holders.put(node.target, node.thread);
    } else if (node.kind == Kind.RELEASE) {
      holders.put(node.target, -1);
    } else if (node.isWrite()) {
      writers.put(node.target, node);
      memory.put(node.target, node.value == null ? null : (Long) node.value.evaluate(symbols));
    } else if (node.isRead()) {
      seen.put(node, writers.get(node.target));
      if (!node.strict) {
        set(node.value.symbol(), value(node));
      }
    }
    order.add(node);
    done.add(node);
    last[thread] = node;
    next[thread] = successor(thread);
    if (next[thread] != null && !next[thread].isExecuted()) {
      noteUse(next[thread]);
    }
  }

  private void set(int symbol, long value) {
    if (symbol >= symbols.length) {
      symbols = Arrays.copyOf(symbols, Math.max(symbol + 1, 2 * symbols.length));
    }
    symbols[symbol] = value;
  }

  // ---- what was needed ---------------------------------------------------------------------

  /** What has happened, but only what is needed so that both accesses are next. */
  List<Node> needed(Node first, Node second) {
    Set<Node> needed = new HashSet<>();
    Deque<Node> open = new ArrayDeque<>();
    for (Node racing : List.of(first, second)) {
      need(racing.parent != null ? racing.parent : window.fork(racing.thread), needed, open);
    }
    while (!open.isEmpty()) {
      Node node = open.poll();
      need(node.parent != null ? node.parent : window.fork(node.thread), needed, open);
      if (node.isRead()) {
        need(seen.get(node), needed, open);
      } else if (node.kind == Kind.ACQUIRE) {
        sectionsBefore(node, needed, open);
      } else if (node.kind == Kind.JOIN) {
        unfolding.ends(node.target).forEach(end -> need(end, needed, open));
      }
    }
    return order.stream().filter(needed::contains).toList();
  }

  private void need(Node node, Set<Node> needed, Deque<Node> open) {
    if (node != null && done.contains(node) && needed.add(node)) {
      open.add(node);
    }
  }

  /** Who had the lock before has to give it back, if at all it is taken. */
  private void sectionsBefore(Node acquire, Set<Node> needed, Deque<Node> open) {
    Node release = null;
    for (Node node : order) {
      if (node == acquire) {
        break;
      }
      if (node.kind == Kind.RELEASE && node.target == acquire.target) {
        release = node;
      }
    }
    need(release, needed, open);
  }
}
