package dev.sooth.order.solver;

import dev.sooth.order.CriticalSections;
import dev.sooth.trace.Kind;
import java.util.Arrays;

/**
 * Executes the events of an ideal in the order that a graph has for them, and tells where that
 * breaks a rule: a read that sees another write than in the trace, or a section that begins in
 * another one on its lock.
 *
 * <p>Executing the same ideal again after some rules were added costs only the part of the order
 * that has changed and what comes after until memory and locks are as they were: their state is
 * kept at every so many places, if it is small. What comes after that has not changed, and breaks
 * no rule: those that it broke last time have been added since, and hold.
 */
final class GraphExecution {
  /** Sees the rules that are broken. */
  interface Broken {
    /** The read sees this write, which is not its own. */
    void read(int read, int write);

    /** The second section begins while the first is open. */
    void sections(int acquire, int other);
  }

  private static final int NONE = TraceIndex.NONE;
  private static final int LEAST_BLOCK = 64;
  private static final int MOST_KEPT = 1 << 22; // ints, for all states together

  private final TraceIndex index;
  private final CriticalSections sections;
  private final int[] threads;
  private final int[] targets;
  private final int variables;
  private final int[] state; // last write of each variable, then the section that holds each lock

  private OrderGraph graph;
  private int[] position; // by node
  private int nodes;
  private int block; // places from one state that is kept to the next
  private int[][] kept; // states before each block, or null
  private int[] ideal; // of the last execution
  private boolean isFirst;
  private long executed;

  GraphExecution(TraceIndex index) {
    this.index = index;
    sections = index.sections();
    threads = index.trace().threads();
    targets = index.trace().targets();
    variables = index.trace().names().variables().size();
    state = new int[variables + index.trace().names().locks().size()];
  }

  /** Takes another graph; {@code position} gives the event of each node. */
  void start(OrderGraph newGraph, int[] newPosition, int newNodes) {
    graph = newGraph;
    position = newPosition;
    nodes = newNodes;
    block = Math.max(LEAST_BLOCK, state.length);
    int blocks = (nodes + block - 1) / block;
    kept = (long) blocks * state.length <= MOST_KEPT ? new int[blocks][] : null;
    ideal = new int[index.threads()];
    isFirst = true;
    executed = 0;
  }

  /** How many places of the order were looked at since the graph was taken. */
  long executed() {
    return executed;
  }

  /** Executes the events that are in this ideal. */
  void run(int[] newIdeal, Broken broken) {
    boolean resume = kept != null && !isFirst && Arrays.equals(ideal, newIdeal);
    isFirst = false;
    System.arraycopy(newIdeal, 0, ideal, 0, ideal.length);
    int changedTo = graph.changedTo();
    int place = 0;
    if (resume) {
      place = Math.min(graph.changedFrom(), nodes) / block * block;
    }
    graph.forgetChanges();
    if (place >= nodes) {
      return;
    }
    if (place > 0) {
      System.arraycopy(kept[place / block], 0, state, 0, state.length);
    } else {
      Arrays.fill(state, NONE);
    }
    for (; place < nodes; place++) {
      if (kept != null && place % block == 0) {
        if (resume && place > changedTo && Arrays.equals(state, kept[place / block])) {
          return;
        }
        keep(place / block);
      }
      executed++;
      int event = position[graph.nodeAt(place)];
      if (sections.point(event) < ideal[threads[event]]) {
        execute(event, broken);
      }
    }
  }

  private void keep(int number) {
    if (kept[number] == null) {
      kept[number] = new int[state.length];
    }
    System.arraycopy(state, 0, kept[number], 0, state.length);
  }

  private void execute(int event, Broken broken) {
    int target = targets[event];
    switch (index.kind(event)) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (state[target] != index.writer(event)) {
          broken.read(event, state[target]);
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> state[target] = event;
      case Kind.ACQUIRE -> {
        int holder = state[variables + target];
        if (holder != NONE) {
          broken.sections(sections.acquirePosition(holder), event);
        } else {
          state[variables + target] = index.sectionOf(event);
        }
      }
      case Kind.RELEASE -> {
        int holder = state[variables + target];
        if (holder != NONE && index.release(holder) == event) {
          state[variables + target] = NONE;
        }
      }
      default -> {}
    }
  }
}
