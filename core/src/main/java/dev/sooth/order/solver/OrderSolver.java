package dev.sooth.order.solver;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/**
 * Decides whether clauses over Booleans and over "a comes before b" can hold in one order of the
 * nodes of an {@link OrderGraph}: conflict-driven clause learning, with an order theory. A variable
 * of the second kind that is true is an edge of the graph; one that is false says nothing. An edge
 * that closes a cycle gives a clause that names the cycle's edges.
 *
 * <p>A literal is 2v for the variable v, 2v + 1 for its negation. Clauses may be added between two
 * calls of {@link #solve}; when all clauses hold, the graph's order is a model. What was learned
 * can be read as a proof: every cycle is a fact of the order, and every learned clause follows from
 * the input, the cycles and the clauses learned before it by unit propagation.
 *
 * <p>Cost: exponential at worst. Variables prefer the value that they are created with and later
 * the one that they had last, so the search starts next to the order that the graph starts with.
 */
public final class OrderSolver {
  /** The outcomes. */
  public enum Answer {
    SATISFIABLE,
    UNSATISFIABLE,
    GAVE_UP
  }

  private static final int NONE = -1;
  private static final byte UNASSIGNED = -1;
  private static final double RESCALE = 1e100;
  private static final double DECAY = 1 / 0.95;
  private static final int RESTART = 64;

  // What a clause stems from: nothing that a proof must name, or four times a number plus one of
  // these.
  private static final int DEFINITION = -1;
  private static final int RULE = 0;
  private static final int CYCLE = 1;
  private static final int LEARNED = 2;

  private final OrderGraph graph;

  // Variables.
  private int variables;
  private byte[] value = new byte[64]; // 1 true, 0 false, UNASSIGNED
  private boolean[] phase = new boolean[64];
  private int[] level = new int[64];
  private int[] reason = new int[64]; // clause, or NONE
  private int[] from = new int[64]; // node, or NONE for a Boolean
  private int[] to = new int[64];
  private double[] activity = new double[64];
  private final VariableHeap heap = new VariableHeap();
  private double increment = 1;
  private boolean[] marked = new boolean[64]; // scratch of the analysis

  // Clauses: length, then literals, of which the first two are watched, then what it stems from.
  private int[] arena = new int[1024];
  private int arenaSize;
  private int[][] watches = new int[128][]; // by literal
  private int[] watchCount = new int[128];

  // The trail.
  private int[] trail = new int[64];
  private int trailSize;
  private int processed;
  private int[] levelStart = new int[16];
  private int[] levelEdges = new int[16];
  private int levels;
  private boolean contradiction;

  private int[] learnt = new int[64];
  private int learntSize;
  private long conflicts;

  private int[][] cycles = new int[16][];
  private int cycleCount;
  private int[][] learned = new int[16][];
  private int learnedCount;
  private int[] chain = new int[64]; // clauses from which each learned clause was resolved
  private int chainSize;
  private int[] chainEnd = new int[16]; // per learned clause
  private int lastConflict = NONE; // the clause that is false whatever is chosen

  public OrderSolver(OrderGraph graph) {
    this.graph = graph;
  }

  /** A new Boolean, which is tried with this value first. */
  public int newBoolean(boolean preferred) {
    return newVariable(NONE, NONE, preferred);
  }

  /** A new variable that says that one node comes before the other. */
  public int newOrder(int before, int after, boolean preferred) {
    return newVariable(before, after, preferred);
  }

  private int newVariable(int before, int after, boolean preferred) {
    int v = variables++;
    if (v == value.length) {
      int capacity = v * 2;
      value = Arrays.copyOf(value, capacity);
      phase = Arrays.copyOf(phase, capacity);
      level = Arrays.copyOf(level, capacity);
      reason = Arrays.copyOf(reason, capacity);
      from = Arrays.copyOf(from, capacity);
      to = Arrays.copyOf(to, capacity);
      activity = Arrays.copyOf(activity, capacity);
      marked = Arrays.copyOf(marked, capacity);
      trail = Arrays.copyOf(trail, capacity);
      watches = Arrays.copyOf(watches, capacity * 2);
      watchCount = Arrays.copyOf(watchCount, capacity * 2);
    }
    value[v] = UNASSIGNED;
    phase[v] = preferred;
    from[v] = before;
    to[v] = after;
    heap.insert(v, activity);
    return v;
  }

  public int variables() {
    return variables;
  }

  public long conflicts() {
    return conflicts;
  }

  /** The value of the variable in the model. */
  public boolean isTrue(int variable) {
    return value[variable] == 1;
  }

  /** The node that the variable puts first, or -1 for a Boolean. */
  public int before(int variable) {
    return from[variable];
  }

  /** The node that the variable puts second, or -1 for a Boolean. */
  public int after(int variable) {
    return to[variable];
  }

  /** How many cycles were found; each is a list of variables that cannot all be true. */
  public int cycleCount() {
    return cycleCount;
  }

  public int[] cycle(int index) {
    return cycles[index];
  }

  /** How many clauses were learned. */
  public int learnedCount() {
    return learnedCount;
  }

  public int[] learned(int index) {
    return learned[index];
  }

  /** Adds a clause that holds by definition, which no proof names; takes back the last model. */
  public void addClause(int... literals) {
    addClause(literals, DEFINITION);
  }

  /** Adds a clause with a number by which {@link #core} names it; takes back the last model. */
  public void addRule(int number, int... literals) {
    addClause(literals, 4 * number + RULE);
  }

  private void addClause(int[] literals, int origin) {
    cancel(0);
    if (contradiction) {
      return;
    }
    int[] clause = literals.clone();
    int open = 0; // literals that are not false stand first
    for (int i = 0; i < clause.length; i++) {
      if (!isFalse(clause[i])) {
        int literal = clause[i];
        clause[i] = clause[open];
        clause[open++] = literal;
      }
    }
    int reference = store(clause, clause.length, origin);
    if (open == 0) {
      contradiction = true;
      lastConflict = reference;
    } else if (open == 1 && value[clause[0] >> 1] == UNASSIGNED) {
      assign(clause[0], reference);
    }
  }

  /** Searches; gives up after so many conflicts, or when told to stop. */
  public Answer solve(long maxConflicts, BooleanSupplier stop) {
    long end = maxConflicts == Long.MAX_VALUE ? maxConflicts : conflicts + maxConflicts;
    long restart = conflicts + RESTART;
    long restarts = 1;
    while (!contradiction) {
      int conflict = propagate();
      if (conflict != NONE) {
        conflicts++;
        if (levels == 0) {
          contradiction = true;
          lastConflict = conflict;
        } else {
          learn(conflict);
          if (conflicts >= end || ((conflicts & 63) == 0 && stop.getAsBoolean())) {
            cancel(0);
            return Answer.GAVE_UP;
          }
        }
      } else if (conflicts >= restart) {
        cancel(0);
        restart = conflicts + RESTART * luby(restarts++);
      } else {
        int variable = heap.removeLargest(value, activity);
        if (variable == NONE) {
          return Answer.SATISFIABLE;
        }
        newLevel();
        assign(2 * variable + (phase[variable] ? 0 : 1), NONE);
      }
    }
    return Answer.UNSATISFIABLE;
  }

  /** The sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993). */
  private static long luby(long index) {
    long i = index;
    while (true) {
      long power = Long.highestOneBit(i + 1);
      if (power == i + 1) {
        return power / 2;
      }
      i = i - power + 1;
    }
  }

  private boolean isFalse(int literal) {
    return value[literal >> 1] == (literal & 1);
  }

  private boolean holds(int literal) {
    return value[literal >> 1] == 1 - (literal & 1);
  }

  private void newLevel() {
    if (levels == levelStart.length) {
      levelStart = Arrays.copyOf(levelStart, levels * 2);
      levelEdges = Arrays.copyOf(levelEdges, levels * 2);
    }
    levelStart[levels] = trailSize;
    levelEdges[levels] = graph.edges();
    levels++;
  }

  private void assign(int literal, int because) {
    int v = literal >> 1;
    value[v] = (byte) (1 - (literal & 1));
    level[v] = levels;
    reason[v] = because;
    trail[trailSize++] = literal;
  }

  private void cancel(int target) {
    if (levels <= target) {
      return;
    }
    int start = levelStart[target];
    for (int i = trailSize - 1; i >= start; i--) {
      int v = trail[i] >> 1;
      phase[v] = value[v] == 1;
      value[v] = UNASSIGNED;
      heap.insert(v, activity);
    }
    graph.shrink(levelEdges[target]);
    trailSize = start;
    processed = start;
    levels = target;
  }

  /** Returns a clause that is false, or NONE. */
  private int propagate() {
    while (processed < trailSize) {
      int literal = trail[processed++];
      int v = literal >> 1;
      if ((literal & 1) == 0 && from[v] != NONE && !graph.add(from[v], to[v], v)) {
        return cycleClause(v);
      }
      int conflict = visitWatches(literal ^ 1);
      if (conflict != NONE) {
        return conflict;
      }
    }
    return NONE;
  }

  private int cycleClause(int last) {
    int size = graph.cycleSize();
    int[] lemma = new int[size + 1];
    int[] clause = new int[size + 1];
    lemma[0] = last;
    clause[0] = 2 * last + 1;
    for (int i = 0; i < size; i++) {
      lemma[i + 1] = graph.cycleLabel(i);
      clause[i + 1] = 2 * lemma[i + 1] + 1;
    }
    // The second watch must be the one that is undone next.
    for (int i = 2; i <= size; i++) {
      if (level[clause[i] >> 1] > level[clause[1] >> 1]) {
        int literal = clause[i];
        clause[i] = clause[1];
        clause[1] = literal;
      }
    }
    if (cycleCount == cycles.length) {
      cycles = Arrays.copyOf(cycles, cycleCount * 2);
    }
    cycles[cycleCount++] = lemma;
    return store(clause, clause.length, 4 * (cycleCount - 1) + CYCLE);
  }

  private int visitWatches(int falsified) {
    int[] list = watches[falsified];
    int count = watchCount[falsified];
    int kept = 0;
    int conflict = NONE;
    for (int i = 0; i < count; i++) {
      int clause = list[i];
      if (conflict != NONE) {
        list[kept++] = clause;
        continue;
      }
      int length = arena[clause];
      if (arena[clause + 1] == falsified) {
        arena[clause + 1] = arena[clause + 2];
        arena[clause + 2] = falsified;
      }
      int other = arena[clause + 1];
      if (holds(other)) {
        list[kept++] = clause;
        continue;
      }
      int replacement = NONE;
      for (int k = 3; k <= length && replacement == NONE; k++) {
        if (!isFalse(arena[clause + k])) {
          replacement = k;
        }
      }
      if (replacement != NONE) {
        int literal = arena[clause + replacement];
        arena[clause + replacement] = falsified;
        arena[clause + 2] = literal;
        watch(literal, clause);
      } else {
        list[kept++] = clause;
        if (isFalse(other)) {
          conflict = clause;
        } else {
          assign(other, clause);
        }
      }
    }
    watchCount[falsified] = kept;
    return conflict;
  }

  /** Stores a clause and watches its first two literals, if it has two. */
  private int store(int[] literals, int length, int origin) {
    if (arenaSize + length + 2 > arena.length) {
      arena = Arrays.copyOf(arena, Math.max(arenaSize + length + 2, arena.length * 2));
    }
    int reference = arenaSize;
    arena[reference] = length;
    System.arraycopy(literals, 0, arena, reference + 1, length);
    arena[reference + length + 1] = origin;
    arenaSize += length + 2;
    if (length > 1) {
      watch(literals[0], reference);
      watch(literals[1], reference);
    }
    return reference;
  }

  private void watch(int literal, int clause) {
    int count = watchCount[literal];
    if (watches[literal] == null) {
      watches[literal] = new int[4];
    } else if (count == watches[literal].length) {
      watches[literal] = Arrays.copyOf(watches[literal], count * 2);
    }
    watches[literal][count] = clause;
    watchCount[literal]++;
  }

  /** Learns the clause of the first unique implication point, and goes back to where it is unit. */
  private void learn(int conflict) {
    learntSize = 1; // the place of the asserting literal
    int open = 0;
    int index = trailSize;
    int clause = conflict;
    int pivot = NONE;
    do {
      addToChain(clause);
      int length = arena[clause];
      for (int k = 1; k <= length; k++) {
        int literal = arena[clause + k];
        int v = literal >> 1;
        if (literal != pivot && !marked[v] && level[v] > 0) {
          marked[v] = true;
          bump(v);
          if (level[v] == levels) {
            open++;
          } else {
            addLearnt(literal);
          }
        }
      }
      do {
        index--;
      } while (!marked[trail[index] >> 1]);
      pivot = trail[index];
      clause = reason[pivot >> 1];
      marked[pivot >> 1] = false;
      open--;
    } while (open > 0);
    learnt[0] = pivot ^ 1;
    int back = 0;
    for (int i = 1; i < learntSize; i++) {
      int v = learnt[i] >> 1;
      marked[v] = false;
      if (level[v] > back) {
        back = level[v];
        int literal = learnt[i];
        learnt[i] = learnt[1];
        learnt[1] = literal;
      }
    }
    if (learnedCount == learned.length) {
      learned = Arrays.copyOf(learned, learnedCount * 2);
      chainEnd = Arrays.copyOf(chainEnd, learnedCount * 2);
    }
    chainEnd[learnedCount] = chainSize;
    learned[learnedCount++] = Arrays.copyOf(learnt, learntSize);
    cancel(back);
    assign(learnt[0], store(learnt, learntSize, 4 * (learnedCount - 1) + LEARNED));
    increment *= DECAY;
  }

  private void addToChain(int clause) {
    if (chainSize == chain.length) {
      chain = Arrays.copyOf(chain, chainSize * 2);
    }
    chain[chainSize++] = clause;
  }

  /**
   * Marks what the contradiction rests on, going back from the last conflict: each learned clause
   * on those that it was resolved from, and what is so whatever is chosen on its reason.
   */
  public void core(BitSet rules, BitSet usedCycles, BitSet usedLearned) {
    if (!contradiction) {
      throw new IllegalStateException("there is no contradiction");
    }
    int[] stack = new int[64];
    int depth = 0;
    BitSet pushed = new BitSet(arenaSize);
    stack[depth++] = lastConflict;
    pushed.set(lastConflict);
    while (depth > 0) {
      int clause = stack[--depth];
      int length = arena[clause];
      int origin = arena[clause + length + 1];
      int from = 0;
      int to = 0;
      if (origin >= 0 && (origin & 3) == LEARNED) {
        usedLearned.set(origin >> 2);
        from = origin >> 2 == 0 ? 0 : chainEnd[(origin >> 2) - 1];
        to = chainEnd[origin >> 2];
      } else if (origin >= 0) {
        ((origin & 3) == CYCLE ? usedCycles : rules).set(origin >> 2);
      }
      if (depth + length + to - from > stack.length) {
        stack = Arrays.copyOf(stack, Math.max(2 * stack.length, depth + length + to - from));
      }
      for (int k = from; k < to; k++) {
        if (!pushed.get(chain[k])) {
          pushed.set(chain[k]);
          stack[depth++] = chain[k];
        }
      }
      for (int k = 1; k <= length; k++) {
        int v = arena[clause + k] >> 1;
        if (value[v] != UNASSIGNED && level[v] == 0 && !pushed.get(reason[v])) {
          pushed.set(reason[v]);
          stack[depth++] = reason[v];
        }
      }
    }
  }

  private void addLearnt(int literal) {
    if (learntSize == learnt.length) {
      learnt = Arrays.copyOf(learnt, learntSize * 2);
    }
    learnt[learntSize++] = literal;
  }

  private void bump(int v) {
    activity[v] += increment;
    if (activity[v] > RESCALE) {
      for (int i = 0; i < variables; i++) {
        activity[i] /= RESCALE;
      }
      increment /= RESCALE;
    }
    heap.increased(v, activity);
  }
}
