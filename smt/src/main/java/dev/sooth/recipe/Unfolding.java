package dev.sooth.recipe;

import dev.sooth.detect.Stop;
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
 * part from it where a branch could have gone otherwise. These are noted first, and followed where
 * some values lead, or all of them to their ends.
 */
final class Unfolding implements Way {
  /** Of branches that were not taken all are followed to the end if there are not more. */
  private static final int MOST_FORKS = 2_000;

  private static final int MOST_NODES_A_FORK = 400;
  private static final int MOST_STEPS_A_FORK = 2_000;

  /** What is noted for later takes some memory. */
  private static final int MOST_OPEN = 50_000;

  private static final int MOST_NODES_LATER = 200_000;

  /** So often each branch of a long way may go otherwise, and then ever more seldom. */
  private static final int OFTEN = 16;

  /** An instruction of a thread. */
  private record Place(int thread, Program.Code code, int instruction) {}

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
  private final Map<Integer, Node> firsts = new HashMap<>(); // recorded ones, by thread
  private final Map<Integer, List<Node>> otherFirsts = new HashMap<>(); // by thread
  private final Map<Integer, List<Machine>> openAtStart = new HashMap<>(); // by thread
  private final Map<Node, List<Machine>> open = new HashMap<>(); // ways that part after a node
  private final Map<Place, Integer> visits = new HashMap<>();
  private final boolean isLong;
  private int openCount;
  private boolean toTheEnd;
  private long[] now; // values of symbols where a way is followed for these, else null
  private final List<Guard> pinnedNow = new ArrayList<>();
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
    isLong = program.branches() > MOST_FORKS;
  }

  /** Walks all threads, on the recorded ways. */
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
  }

  /**
   * Follows all branches that were not taken, and those of the ways behind them, to the end of the
   * thread if that is not too far.
   */
  void follow(Stop stop) {
    toTheEnd = true;
    openAtStart.values().forEach(forks::addAll);
    for (Node node : List.copyOf(nodes)) {
      forks.addAll(open.getOrDefault(node, List.of()));
    }
    forks.removeIf(machine -> machine.forOtherValues); // of which only what was tried is known
    openAtStart.clear();
    open.clear();
    forkCount = forks.size();
    for (int i = 0; i < MOST_FORKS && !forks.isEmpty() && !stop.now(); i++) {
      nodesOfFork = 0;
      Machine machine = forks.poll();
      run(machine);
      noteEnd(machine);
    }
    forksLeftOut += forks.size();
    forks.clear();
    if (forksLeftOut > 0) {
      stopped.merge("too many branches", (int) forksLeftOut, Integer::sum);
    }
  }

  private void noteEnd(Machine machine) {
    branchesFollowed++;
    if (machine.reason != null) {
      stopped.merge(machine.reason, 1, Integer::sum);
    }
  }

  // ---- ways that are followed for values ---------------------------------------------------

  /** The threads that have nodes. */
  int[] threads() {
    return nodes.stream().mapToInt(node -> node.thread).distinct().sorted().toArray();
  }

  /** The first node of a thread on the recorded way, or null. */
  Node first(int thread) {
    return firsts.get(thread);
  }

  /** What can come next in a thread besides what was recorded; without a node at its beginning. */
  List<Node> others(int thread, Node node) {
    return node == null ? otherFirsts.getOrDefault(thread, List.of()) : node.others;
  }

  /**
   * What comes next in a thread that has read these values, on a way that was not followed before;
   * null if that is not known.
   */
  Node follow(int thread, Node node, long[] values) {
    List<Machine> ways = node == null ? openAtStart.get(thread) : open.get(node);
    if (ways == null || nodes.size() > MOST_NODES_LATER) {
      return null;
    }
    now = values;
    try {
      for (int i = 0; i < ways.size(); i++) {
        Machine machine = ways.get(i);
        if (stepTo(machine, ways, node)) {
          ways.remove(machine);
          return firstAfter(node, machine.last);
        }
        if (machine.ended) {
          ways.remove(i--);
        }
      }
      return null;
    } finally {
      now = null;
    }
  }

  /** Whether the machine comes to another node with these values. */
  private boolean stepTo(Machine machine, List<Machine> ways, Node node) {
    while (machine.last == node && !machine.ended && holdNow(machine.guards)) {
      Machine before = machine.mayPin() ? machine.fork() : null;
      pinnedNow.clear();
      if (!machine.step()) {
        end(machine);
        noteEnd(machine);
      }
      for (int i = 0; i < pinnedNow.size() && openCount < MOST_OPEN; i++) {
        Machine otherwise = i == pinnedNow.size() - 1 ? before : before.fork();
        otherwise.guards.addAll(pinnedNow.subList(0, i));
        otherwise.guards.add(pinnedNow.get(i).not());
        otherwise.forOtherValues = true;
        ways.add(otherwise);
        openCount++;
      }
    }
    machine.forOtherValues &= machine.last == node;
    if (machine.last != node && !machine.ended) {
      leaveOpen(machine);
    }
    return machine.last != node;
  }

  private boolean holdNow(List<Guard> guards) {
    for (Guard guard : guards) {
      if (!guard.holds(now)) {
        return false;
      }
    }
    return true;
  }

  private static Node firstAfter(Node before, Node last) {
    Node first = last;
    while (first.parent != before) {
      first = first.parent;
    }
    return first;
  }

  private void leaveOpen(Machine machine) {
    if (machine.last == null) {
      openAtStart.computeIfAbsent(machine.thread, t -> new ArrayList<>()).add(machine);
    } else {
      open.computeIfAbsent(machine.last, n -> new ArrayList<>()).add(machine);
    }
  }

  private void run(Machine machine) {
    int steps = 0;
    while (machine.step()) {
      steps++;
      if (machine.speculative && (nodesOfFork > MOST_NODES_A_FORK || steps > MOST_STEPS_A_FORK)) {
        machine.stop("long");
      }
    }
    end(machine);
  }

  private void end(Machine machine) {
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
    if (recordedSymbols == null || recordedSymbols.length < symbolReads.size()) {
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
    attach(node);
    nodesOfFork++;
    machine.guards.clear();
    machine.last = node;
    return node;
  }

  private void attach(Node node) {
    Node parent = node.parent;
    if (parent == null && node.isExecuted()) {
      firsts.putIfAbsent(node.thread, node);
    } else if (parent == null) {
      otherFirsts.computeIfAbsent(node.thread, t -> new ArrayList<>()).add(node);
    } else if (node.isExecuted()) {
      parent.next = node;
    } else {
      parent.others = parent.others.isEmpty() ? new ArrayList<>() : parent.others;
      parent.others.add(node);
    }
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
    if (now != null && guard.reason() != Guard.Reason.BRANCH) {
      pinnedNow.add(guard);
    }
  }

  @Override
  public boolean forks(Machine machine) {
    if (!unexecuted) {
      return false;
    }
    boolean wanted =
        toTheEnd ? forkCount < MOST_FORKS : openCount < MOST_OPEN && (!isLong || isSeldom(machine));
    forksLeftOut += wanted ? 0 : 1;
    return wanted;
  }

  /** Of a loop that goes round often some times are enough. */
  private boolean isSeldom(Machine machine) {
    if (machine.speculative) {
      return true; // it is followed no further than is wanted
    }
    Frame frame = machine.top();
    int visit = visits.merge(new Place(machine.thread, frame.code, frame.pc), 1, Integer::sum);
    return visit <= OFTEN || Integer.bitCount(visit) == 1;
  }

  @Override
  public void fork(Machine other, List<Guard> guards) {
    other.guards.addAll(guards);
    if (toTheEnd) {
      forkCount++;
      forks.add(other);
    } else {
      openCount++;
      leaveOpen(other);
    }
  }

  @Override
  public long assumed(Expr value, Guard.Reason why) {
    if (now != null) {
      return value.evaluate(now);
    }
    boolean wasNull = why == Guard.Reason.BASE && value.isSymbol() && value.recorded() <= 0;
    // On the recorded way it was null, so this one needs another object.
    return wasNull ? facts.lastValue(symbolReads.get(value.symbol()).target) : value.recorded();
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
