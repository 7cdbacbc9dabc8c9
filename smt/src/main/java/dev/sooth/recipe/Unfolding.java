package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ways of all threads as trees of nodes: the recorded way of each and, if wanted, those that
 * part from it where a branch could have gone otherwise.
 */
final class Unfolding implements Way {
  private static final int MOST_FORKS = 2_000;
  private static final int MOST_NODES_A_FORK = 400;

  final Trace trace;
  final Program program;
  final Facts facts;
  final List<Node> nodes = new ArrayList<>();
  final List<Node> symbolReads = new ArrayList<>(); // by symbol
  private final Map<String, Integer> lines = new HashMap<>(); // numbers of places
  private final List<String> places = new ArrayList<>(); // by number
  private long[] recordedSymbols; // null until it is wanted
  private final boolean unexecuted;
  private final Map<Integer, List<Node>> ends = new HashMap<>(); // by thread
  private final Deque<Machine> forks = new ArrayDeque<>();
  private int forkCount;
  private long forksLeftOut;
  private int nodesOfFork;

  /** How often something was pinned, by reason. */
  final Map<Guard.Reason, Integer> pinned = new EnumMap<>(Guard.Reason.class);

  /** Why threads were lost, and ways that were not taken not followed, with how often. */
  final Map<String, Integer> lost = new TreeMap<>();

  final Map<String, Integer> stopped = new TreeMap<>();
  long branchesFollowed;

  private Unfolding(Trace trace, Program program, boolean unexecuted) {
    this.trace = trace;
    this.program = program;
    this.unexecuted = unexecuted;
    facts = new Facts(trace, program);
  }

  /** Walks all threads. */
  static Unfolding of(Trace trace, Program program, boolean unexecuted) {
    Unfolding unfolding = new Unfolding(trace, program, unexecuted);
    unfolding.walk();
    return unfolding;
  }

  private void walk() {
    for (int thread : program.streams().keySet()) {
      Machine machine = new Machine(program, trace, facts, this, thread);
      run(machine);
      facts.setRoots(thread, machine.roots);
    }
    facts.complete();
    noteInitialValues();
    while (!forks.isEmpty()) {
      nodesOfFork = 0;
      Machine machine = forks.poll();
      run(machine);
      branchesFollowed++;
      if (machine.reason != null) {
        stopped.merge(machine.reason, 1, Integer::sum);
      }
    }
    if (forksLeftOut > 0) {
      stopped.merge("too many branches", (int) forksLeftOut, Integer::sum);
    }
  }

  private void run(Machine machine) {
    while (machine.step()) {
      if (machine.speculative && nodesOfFork > MOST_NODES_A_FORK) {
        machine.stop("long");
      }
    }
    if (machine.complete) {
      Node end = node(machine, Kind.END, 0, endPosition(machine), "", true);
      ends.computeIfAbsent(machine.thread, t -> new ArrayList<>()).add(end);
    }
  }

  /** After all events; of no meaning but that it is no way that was not taken. */
  private long endPosition(Machine machine) {
    return machine.speculative ? Node.UNEXECUTED : trace.size();
  }

  /** What was read before anything was written to it. */
  private void noteInitialValues() {
    List<Node> ordered = new ArrayList<>(nodes);
    ordered.sort((one, other) -> Long.compare(one.position, other.position));
    for (Node node : ordered) {
      if ((node.isRead() || node.isWrite()) && node.value != null) {
        facts.noteValue(node.target, node.value.recorded());
      }
      if (node.isWrite()) {
        facts.noteWritten(node.target);
      } else if (node.isRead() && !node.strict && !facts.isWritten(node.target)) {
        facts.noteInitial(node.target, node.value.recorded());
      }
    }
  }

  /** The nodes at which a thread has ended. */
  List<Node> ends(int thread) {
    return ends.getOrDefault(thread, List.of());
  }

  private int line(String place) {
    Integer known = lines.putIfAbsent(place, places.size());
    if (known == null) {
      places.add(place);
    }
    return known == null ? places.size() - 1 : known;
  }

  /** What reads have seen in the recorded run, by symbol; of no meaning for other ones. */
  long[] recordedSymbols() {
    if (recordedSymbols == null) {
      recordedSymbols = new long[symbolReads.size()];
      for (int i = 0; i < recordedSymbols.length; i++) {
        recordedSymbols[i] = symbolReads.get(i).value.recorded();
      }
    }
    return recordedSymbols.clone();
  }

  /** The place of this number. */
  String place(int line) {
    return places.get(line);
  }

  // ---- as a way ----------------------------------------------------------------------------

  private Node node(
      Machine machine, byte kind, int target, long position, String place, boolean strict) {
    Node node =
        new Node(
            nodes.size(),
            machine.thread,
            machine.last,
            kind,
            target,
            position,
            place,
            line(place),
            machine.guards,
            strict);
    nodes.add(node);
    nodesOfFork++;
    machine.guards.clear();
    machine.last = node;
    return node;
  }

  @Override
  public void event(Machine machine, byte kind, int target, long position, String place) {
    if (Kind.isAccess(kind) || Kind.isLockOperation(kind) || Kind.isThreadOperation(kind)) {
      node(machine, kind, target, position, place, true);
    }
  }

  @Override
  public Expr read(
      Machine machine,
      byte kind,
      int variable,
      long position,
      String place,
      char type,
      long recorded) {
    Node node = node(machine, kind, variable, position, place, false);
    node.value = Expr.symbol(type, symbolReads.size(), recorded, position);
    symbolReads.add(node);
    return node.value;
  }

  @Override
  public void write(
      Machine machine, byte kind, int variable, long position, String place, Expr value) {
    node(machine, kind, variable, position, place, false).value = value;
  }

  @Override
  public void guard(Machine machine, Guard guard) {
    if (guard.condition().isConstant()) {
      return; // it held, in the recorded run
    }
    machine.guards.add(guard);
    pinned.merge(guard.reason(), 1, Integer::sum);
  }

  @Override
  public boolean forks() {
    if (unexecuted && forkCount >= MOST_FORKS) {
      forksLeftOut++;
    }
    return unexecuted && forkCount < MOST_FORKS;
  }

  @Override
  public void fork(Machine other, Guard guard) {
    forkCount++;
    other.guards.add(guard);
    forks.add(other);
  }

  @Override
  public long guess(Expr read) {
    return facts.lastValue(symbolReads.get(read.symbol()).target);
  }

  @Override
  public void lost(Machine machine, String reason) {
    lost.merge(reason, 1, Integer::sum);
    for (Node node = machine.last; node != null; node = node.parent) {
      if (node.isRead() && !node.strict) {
        machine.guards.add(Guard.same(node.value, Guard.Reason.PIN));
      }
    }
  }
}
