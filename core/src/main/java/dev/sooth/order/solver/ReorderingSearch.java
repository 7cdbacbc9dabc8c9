package dev.sooth.order.solver;

import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.order.CriticalSections;
import dev.sooth.trace.Kind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/**
 * Decides whether some correct reordering of the trace makes two given events next: complete, by
 * {@link OrderSolver}. The events of the largest candidate ideal ({@link IdealLevels}) are the
 * nodes; thread order, reads-from, fork and join are edges. One Boolean for each level of a thread
 * says that the reordering holds it. For a read r of w and another write w' there is the clause "w'
 * before w, or r before w'", for two sections on a lock "one ends before the other begins", each
 * only if the events are in the ideal.
 *
 * <p>Departs from the encodings in the literature in adding clauses only when the order at hand
 * breaks them: the order starts as that of the trace, which breaks few, and a model is executed to
 * see which. So the cost is that of the parts that must change; the first round is O(events), and
 * each later one that of the part of the order that it changes ({@link GraphExecution}).
 *
 * <p>An instance serves many pairs, one after the other.
 */
public final class ReorderingSearch {
  /** The outcomes. */
  public enum Outcome {
    FOUND,
    IMPOSSIBLE,
    GAVE_UP
  }

  /** A clause of the proof: two sections on a lock. */
  public static final int LOCK = 0;

  /** A clause of the proof: a read and another write. */
  public static final int READ = 1;

  private static final int NONE = TraceIndex.NONE;
  private static final int MOST_LEVELS = 20_000;

  private final TraceIndex index;
  private final CriticalSections sections;
  private final int[] threads;
  private final int[] targets;
  private final MustSet must;
  private final IdealLevels levels;
  private final int[] nodeOf; // by position; meaningful for events of the largest ideal
  private final GraphExecution execution;
  private final GraphExecution.Broken broken =
      new GraphExecution.Broken() {
        @Override
        public void read(int read, int write) {
          addInput(READ, read, write);
        }

        @Override
        public void sections(int acquire, int other) {
          addInput(LOCK, acquire, other);
        }
      };
  private final int[] ideal; // by thread: the prefix that the model takes

  private int[] position = new int[1024]; // by node
  private int nodes;
  private OrderGraph graph;
  private OrderSolver solver;
  private int[] memberStart; // by thread: the variable of its first level
  private final LongIntHashMap orderVariables = new LongIntHashMap();
  private int[] clause = new int[8];
  private int clauseSize;
  private int[] inputs = new int[48]; // triples: rule, event, event
  private int inputSize;
  private int given; // inputs that show the needed set, before the search
  private final BitSet usedCycles = new BitSet();
  private final BitSet usedLearned = new BitSet();
  private int rounds;
  private String reason = "";

  public ReorderingSearch(TraceIndex index) {
    this.index = index;
    sections = index.sections();
    threads = index.trace().threads();
    targets = index.trace().targets();
    must = new MustSet(index);
    levels = new IdealLevels(index, must);
    nodeOf = new int[index.trace().size()];
    execution = new GraphExecution(index);
    ideal = new int[index.threads()];
    memberStart = new int[index.threads()];
  }

  /**
   * Searches. Neither event may be in the cone of the other.
   *
   * @param maxConflicts gives up after so many wrong choices
   * @param stop gives up when it says so
   */
  public Outcome run(int first, int second, long maxConflicts, BooleanSupplier stop) {
    inputSize = 0;
    usedCycles.clear();
    usedLearned.clear();
    rounds = 0;
    solver = null;
    boolean possible = must.compute(first, second);
    for (int i = 0; i < must.pairs(); i++) {
      addInput(
          LOCK,
          sections.acquirePosition(must.closed(i)),
          sections.acquirePosition(must.keptOpen(i)));
    }
    if (!possible) {
      return Outcome.IMPOSSIBLE;
    }
    if (!levels.compute(MOST_LEVELS)) {
      reason = "more than " + MOST_LEVELS + " ways to choose how far each thread runs";
      return Outcome.GAVE_UP;
    }
    return solve(maxConflicts, stop);
  }

  /**
   * Searches only the reorderings of one set: what both events need, with all sections of third
   * threads closed.
   */
  public Outcome runOnFixedSet(int first, int second, BooleanSupplier stop) {
    inputSize = 0;
    rounds = 0;
    solver = null;
    if (!must.compute(first, second) || !must.closeThirdThreads()) {
      return Outcome.IMPOSSIBLE;
    }
    levels.computeNone();
    return solve(Long.MAX_VALUE, stop);
  }

  private Outcome solve(long maxConflicts, BooleanSupplier stop) {
    given = inputSize / 3;
    build();
    long left = maxConflicts;
    while (true) {
      rounds++;
      long before = solver.conflicts();
      switch (solver.solve(left, stop)) {
        case UNSATISFIABLE -> {
          trim();
          return Outcome.IMPOSSIBLE;
        }
        case GAVE_UP -> {
          boolean stopped = stop.getAsBoolean();
          reason = stopped ? "the time ran out" : maxConflicts + " choices were wrong";
          return Outcome.GAVE_UP;
        }
        case SATISFIABLE -> {
          readIdeal();
          if (!addBrokenClauses()) {
            return Outcome.FOUND;
          }
        }
      }
      left = left == Long.MAX_VALUE ? left : Math.max(1, left - (solver.conflicts() - before));
      if (stop.getAsBoolean()) {
        reason = "the time ran out";
        return Outcome.GAVE_UP;
      }
    }
  }

  /** Why the last search gave up. */
  public String reason() {
    return reason;
  }

  /** How many orders the last search has executed. */
  public int rounds() {
    return rounds;
  }

  /** How many events the last search has executed, in all rounds. */
  public long executed() {
    return execution.executed();
  }

  /** How many choices of the last search were wrong. */
  public long conflicts() {
    return solver == null ? 0 : solver.conflicts();
  }

  // ---- building ----

  private void build() {
    int[] largest = levels.largest;
    int last = NONE;
    for (int t = 0; t < largest.length; t++) {
      if (largest[t] > 0) {
        last = Math.max(last, index.event(t, largest[t] - 1));
      }
    }
    nodes = 0;
    for (int i = 0; i <= last; i++) {
      if (sections.point(i) < largest[threads[i]] && isRelevant(index.kind(i))) {
        if (nodes == position.length) {
          position = Arrays.copyOf(position, nodes * 2);
        }
        nodeOf[i] = nodes;
        position[nodes++] = i;
      }
    }
    graph = new OrderGraph(nodes);
    int[] lastNode = new int[largest.length];
    int[] forkedBy = new int[largest.length];
    Arrays.fill(lastNode, NONE);
    Arrays.fill(forkedBy, NONE);
    for (int node = 0; node < nodes; node++) {
      int event = position[node];
      int thread = threads[event];
      addEdge(lastNode[thread], node);
      addEdge(forkedBy[thread], node);
      forkedBy[thread] = NONE;
      byte kind = index.kind(event);
      if (TraceIndex.isRead(kind)) {
        int writer = index.writer(event);
        if (writer != NONE && threads[writer] != thread) {
          addEdge(nodeOf[writer], node);
        }
      } else if (kind == Kind.FORK) {
        forkedBy[targets[event]] = node;
      } else if (kind == Kind.JOIN) {
        addEdge(lastNode[targets[event]], node);
        addEdge(forkedBy[targets[event]], node);
      }
      lastNode[thread] = node;
    }
    execution.start(graph, position, nodes);
    solver = new OrderSolver(graph);
    orderVariables.clear();
    addMembership();
  }

  private static boolean isRelevant(byte kind) {
    return kind != Kind.NOP && kind != Kind.BEGIN && kind != Kind.END;
  }

  private void addEdge(int from, int to) {
    if (from != NONE) {
      graph.add(from, to, NONE);
    }
  }

  private void addMembership() {
    for (int t = 0; t < memberStart.length; t++) {
      memberStart[t] = solver.variables();
      for (int k = 0; k < levels.count(t); k++) {
        solver.newBoolean(false);
      }
    }
    for (int t = 0; t < memberStart.length; t++) {
      for (int k = 0; k < levels.count(t); k++) {
        int variable = memberStart[t] + k;
        if (k > 0) {
          solver.addClause(2 * variable + 1, 2 * (variable - 1));
        }
        int event = index.event(t, levels.level(t, k) - 1);
        for (int u = 0; u < memberStart.length; u++) {
          int needed = index.cones().neededThrough(event, u);
          if (u != t && needed > must.prefix[u]) {
            int other = memberStart[u] + levels.numberOf(u, needed - 1);
            solver.addClause(2 * variable + 1, 2 * other);
          }
        }
      }
    }
  }

  /** The variable that says that the event is in the ideal; NONE if it always is. */
  private int member(int event) {
    int thread = threads[event];
    int point = sections.point(event);
    return point < must.prefix[thread]
        ? NONE
        : memberStart[thread] + levels.numberOf(thread, point);
  }

  // ---- executing the order at hand ----

  private void readIdeal() {
    for (int t = 0; t < ideal.length; t++) {
      ideal[t] = must.prefix[t];
      for (int k = levels.count(t) - 1; k >= 0 && ideal[t] == must.prefix[t]; k--) {
        if (solver.isTrue(memberStart[t] + k)) {
          ideal[t] = levels.level(t, k);
        }
      }
    }
  }

  /** Executes the ideal in the order of the graph; adds the clauses that it breaks, if any. */
  private boolean addBrokenClauses() {
    int sizeBefore = inputSize;
    execution.run(ideal, broken);
    // Only now: adding a clause takes back the order at hand.
    for (int i = sizeBefore; i < inputSize; i += 3) {
      if (inputs[i] == LOCK) {
        makeLockClause(inputs[i + 1], inputs[i + 2]);
      } else {
        makeReadClause(inputs[i + 1], inputs[i + 2]);
      }
      solver.addRule(i / 3, Arrays.copyOf(clause, clauseSize));
    }
    return inputSize > sizeBefore;
  }

  private void addInput(int rule, int a, int b) {
    if (inputSize + 3 > inputs.length) {
      inputs = Arrays.copyOf(inputs, inputs.length * 2);
    }
    inputs[inputSize++] = rule;
    inputs[inputSize++] = a;
    inputs[inputSize++] = b;
  }

  private void makeReadClause(int read, int write) {
    clauseSize = 0;
    addUnlessMember(read);
    addUnlessMember(write);
    int writer = index.writer(read);
    if (writer != NONE) {
      addOrder(write, writer);
    }
    addOrder(read, write);
  }

  private void makeLockClause(int acquire, int other) {
    clauseSize = 0;
    addUnlessMember(acquire);
    addUnlessMember(other);
    addEnd(acquire, other);
    addEnd(other, acquire);
  }

  /** The section of the acquire ends before the other one begins, if it can end. */
  private void addEnd(int acquire, int other) {
    int release = index.release(index.sectionOf(acquire));
    if (release != NONE && sections.point(release) < levels.largest[threads[release]]) {
      addOrder(release, other);
    }
  }

  private void addUnlessMember(int event) {
    int variable = member(event);
    if (variable != NONE) {
      addLiteral(2 * variable + 1);
    }
  }

  /** Adds "a before b" to the clause, unless b must precede a. */
  private void addOrder(int a, int b) {
    if (!index.mustPrecede(b, a)) {
      addLiteral(2 * orderVariable(a, b));
    }
  }

  private int orderVariable(int a, int b) {
    long key = (long) a << 32 | b;
    int slot = orderVariables.indexOf(key);
    if (slot >= 0) {
      return orderVariables.indexGet(slot);
    }
    int variable = solver.newOrder(nodeOf[a], nodeOf[b], a < b);
    orderVariables.put(key, variable);
    int member = member(a);
    // A release within a level comes with its acquire, without which no clause asks for it.
    if (member != NONE && index.kind(a) == Kind.RELEASE && levelEvent(member) == a) {
      solver.addClause(2 * variable + 1, 2 * member);
    }
    return variable;
  }

  private void addLiteral(int literal) {
    for (int i = 0; i < clauseSize; i++) {
      if (clause[i] == literal) {
        return;
      }
    }
    clause[clauseSize++] = literal;
  }

  // ---- results ----

  /** The reordering that was found: positions, those of events without effect included. */
  public int[] schedule() {
    int size = 0;
    for (int t = 0; t < ideal.length; t++) {
      size += ideal[t];
    }
    int[] schedule = new int[size];
    int[] done = new int[ideal.length];
    int filled = 0;
    for (int place = 0; place < nodes; place++) {
      int event = position[graph.nodeAt(place)];
      int thread = threads[event];
      if (sections.point(event) < ideal[thread]) {
        if (index.kind(event) == Kind.JOIN) {
          int joined = targets[event];
          int needed = index.cones().neededThrough(event, joined);
          filled = append(schedule, filled, done, joined, needed);
        }
        filled = append(schedule, filled, done, thread, sections.point(event) + 1);
      }
    }
    for (int t = 0; t < ideal.length; t++) {
      filled = append(schedule, filled, done, t, ideal[t]);
    }
    return schedule;
  }

  private int append(int[] schedule, int filled, int[] done, int thread, int to) {
    int size = filled;
    while (done[thread] < to) {
      schedule[size++] = index.event(thread, done[thread]++);
    }
    return size;
  }

  /** Keeps of the proof what its contradiction rests on, and what showed the needed set. */
  private void trim() {
    BitSet rules = new BitSet();
    usedCycles.clear();
    usedLearned.clear();
    rules.set(0, given);
    solver.core(rules, usedCycles, usedLearned);
    int kept = 0;
    for (int i = rules.nextSetBit(0); i >= 0; i = rules.nextSetBit(i + 1)) {
      System.arraycopy(inputs, 3 * i, inputs, kept, 3);
      kept += 3;
    }
    inputSize = kept;
  }

  /** How many clauses of the trace the proof uses. */
  public int inputs() {
    return inputSize / 3;
  }

  /** {@link #LOCK} or {@link #READ}. */
  public int inputRule(int i) {
    return inputs[3 * i];
  }

  /** The first acquire, or the read. */
  public int inputFirst(int i) {
    return inputs[3 * i + 1];
  }

  /** The second acquire, or the other write. */
  public int inputSecond(int i) {
    return inputs[3 * i + 2];
  }

  /** The first cycle of the proof from this number on, or -1. */
  public int nextCycle(int from) {
    return usedCycles.nextSetBit(from);
  }

  /** The edges of a cycle: positions, two for each. */
  public int[] cycle(int i) {
    int[] variables = solver.cycle(i);
    int[] edges = new int[2 * variables.length];
    // The solver names the closing edge first and then the path from its end back to its start.
    for (int k = 0; k < variables.length; k++) {
      int variable = variables[k == 0 ? 0 : variables.length - k];
      edges[2 * k] = position[solver.before(variable)];
      edges[2 * k + 1] = position[solver.after(variable)];
    }
    return edges;
  }

  /** The first learned clause of the proof from this number on, or -1. */
  public int nextLearned(int from) {
    return usedLearned.nextSetBit(from);
  }

  /** A learned clause: triples of 1 or 0 for "not", an event, and what it precedes, or -1. */
  public int[] learned(int i) {
    int[] literals = solver.learned(i);
    int[] triples = new int[3 * literals.length];
    for (int k = 0; k < literals.length; k++) {
      int variable = literals[k] >> 1;
      triples[3 * k] = 1 - (literals[k] & 1);
      if (solver.before(variable) == NONE) {
        triples[3 * k + 1] = levelEvent(variable);
        triples[3 * k + 2] = NONE;
      } else {
        triples[3 * k + 1] = position[solver.before(variable)];
        triples[3 * k + 2] = position[solver.after(variable)];
      }
    }
    return triples;
  }

  private int levelEvent(int variable) {
    int thread = 0;
    while (variable >= memberStart[thread] + levels.count(thread)) {
      thread++;
    }
    return index.event(thread, levels.level(thread, variable - memberStart[thread]) - 1);
  }
}
