package dev.sooth.cli;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A random program of two threads with shared variables, of which one may be volatile, local ones,
 * a lock, branches of two and more ways and objects of a thread, as Java source and as instructions
 * that can be executed in every order. Each line has one access at most.
 */
final class SmallProgram {
  private static final int VARIABLES = 3;
  private static final int LOCALS = 2;

  private enum Op {
    WRITE,
    READ,
    ACQUIRE,
    RELEASE,
    ADD,
    JUMP_UNLESS_GREATER,
    JUMP_UNLESS_EQUAL,
    JUMP
  }

  /** One step; what the numbers mean depends on the operation. */
  private static final class Step {
    final Op op;
    final int line;
    final int variable;
    final int local; // -1 for none
    final int constant;
    int source; // of a sum: the other local one
    int target;

    Step(Op op, int line, int variable, int local, int constant) {
      this.op = op;
      this.line = line;
      this.variable = variable;
      this.local = local;
      this.constant = constant;
    }

    boolean isAccess() {
      return op == Op.WRITE || op == Op.READ;
    }
  }

  private final Random random;
  private final String name;
  private final List<String> lines;
  private final int orders; // the variable that is volatile, -1 for none
  private final List<List<Step>> threads = new ArrayList<>();

  /** Makes a program; its source is added to these lines. */
  SmallProgram(Random random, String name, List<String> lines) {
    this.random = random;
    this.name = name;
    this.lines = lines;
    orders = random.nextInt(3) == 0 ? random.nextInt(VARIABLES) : -1;
    for (int i = 0; i < VARIABLES; i++) {
      lines.add("  static " + (i == orders ? "volatile " : "") + "int " + name + "v" + i + ";");
    }
    lines.add("  static final Object " + name + "lock = new Object();");
    for (String thread : List.of("a", "b")) {
      lines.add("  static void " + name + thread + "() {");
      lines.add("    int r0 = 0;");
      lines.add("    int r1 = 0;");
      List<Step> steps = new ArrayList<>();
      block(steps, 3 + random.nextInt(3), 2, true);
      lines.add("  }");
      threads.add(steps);
    }
  }

  private void block(List<Step> steps, int statements, int depth, boolean mayLock) {
    for (int i = 0; i < statements; i++) {
      int choice = random.nextInt(12);
      if (choice == 11) {
        add(steps);
      } else if (choice == 10 && depth > 0) {
        choose(steps, depth, mayLock);
      } else if (choice < 3) {
        write(steps);
      } else if (choice < 6) {
        int local = random.nextInt(LOCALS);
        int variable = random.nextInt(VARIABLES);
        line(steps, Op.READ, variable, local, 0, "r" + local + " = " + name + "v" + variable + ";");
      } else if (choice < 8 && depth > 0) {
        branch(steps, depth, mayLock);
      } else if (mayLock) {
        line(steps, Op.ACQUIRE, 0, -1, 0, "synchronized (" + name + "lock) {");
        block(steps, 1 + random.nextInt(2), depth - 1, false);
        line(steps, Op.RELEASE, 0, -1, 0, "}");
      } else {
        write(steps);
      }
    }
  }

  private void write(List<Step> steps) {
    int variable = random.nextInt(VARIABLES);
    int local = random.nextInt(LOCALS + 1) - 1;
    int constant = random.nextInt(3);
    String value = (local < 0 ? "" : "r" + local + " + ") + constant;
    line(steps, Op.WRITE, variable, local, constant, name + "v" + variable + " = " + value + ";");
  }

  private void branch(List<Step> steps, int depth, boolean mayLock) {
    int local = random.nextInt(LOCALS);
    int constant = random.nextInt(2);
    String condition = "if (r" + local + " > " + constant + ") {";
    Step unless = line(steps, Op.JUMP_UNLESS_GREATER, 0, local, constant, condition);
    block(steps, 1 + random.nextInt(2), depth - 1, mayLock);
    Step end = line(steps, Op.JUMP, 0, -1, 0, "} else {");
    unless.target = steps.size();
    if (random.nextBoolean()) {
      block(steps, 1, depth - 1, mayLock);
    }
    lines.add("    }");
    end.target = steps.size();
  }

  /** A sum that a new object holds. */
  private void add(List<Step> steps) {
    int local = random.nextInt(LOCALS);
    int source = random.nextInt(LOCALS);
    int constant = random.nextInt(3) - 1;
    String sum = "new Sum(r" + source + ").plus(" + constant + ")";
    line(steps, Op.ADD, 0, local, constant, "Thread.yield(); r" + local + " = " + sum + ";")
            .source =
        source;
  }

  /** Two keys and a default, the same for one more key; what follows a case is never the next. */
  private void choose(List<Step> steps, int depth, boolean mayLock) {
    int local = random.nextInt(LOCALS);
    int first = random.nextInt(2);
    List<Step> ends = new ArrayList<>();
    lines.add("    switch (r" + local + ") {");
    for (int key : new int[] {first, first + 1 + random.nextInt(2)}) {
      Step unless = line(steps, Op.JUMP_UNLESS_EQUAL, 0, local, key, "case " + key + ": {");
      block(steps, 1, depth - 1, mayLock);
      ends.add(line(steps, Op.JUMP, 0, -1, 0, "break; }"));
      unless.target = steps.size();
    }
    lines.add("    case 7: default: {");
    block(steps, 1, depth - 1, mayLock);
    lines.add("    }}");
    ends.forEach(end -> end.target = steps.size());
  }

  private Step line(List<Step> steps, Op op, int variable, int local, int constant, String text) {
    lines.add("    " + text);
    Step step = new Step(op, lines.size(), variable, local, constant);
    steps.add(step);
    return step;
  }

  /** The pairs of lines of which both can be next in some execution and race then. */
  Set<String> races() {
    Set<String> races = new TreeSet<>();
    Set<List<Integer>> seen = new HashSet<>();
    Deque<int[]> open = new ArrayDeque<>();
    open.add(new int[VARIABLES + 1 + 2 * (1 + LOCALS)]); // memory, holder, pc and locals
    while (!open.isEmpty()) {
      int[] state = open.poll();
      jump(state, 0);
      jump(state, 1);
      if (!seen.add(Arrays.stream(state).boxed().toList())) {
        continue;
      }
      Step first = next(state, 0);
      Step second = next(state, 1);
      if (first != null
          && second != null
          && first.isAccess()
          && second.isAccess()
          && first.variable == second.variable
          && first.variable != orders
          && (first.op == Op.WRITE || second.op == Op.WRITE)) {
        races.add(pair(first.line, second.line));
      }
      for (int thread = 0; thread < 2; thread++) {
        int[] after = execute(state, thread);
        if (after != null) {
          open.add(after);
        }
      }
    }
    return races;
  }

  static String pair(int line, int other) {
    return Math.min(line, other) + "-" + Math.max(line, other);
  }

  private static int base(int thread) {
    return VARIABLES + 1 + thread * (1 + LOCALS);
  }

  private Step next(int[] state, int thread) {
    int pc = state[base(thread)];
    List<Step> steps = threads.get(thread);
    return pc < steps.size() ? steps.get(pc) : null;
  }

  /** Goes past branches and sums, which nobody else sees. */
  private void jump(int[] state, int thread) {
    Step step = next(state, thread);
    while (step != null && step.op.compareTo(Op.ADD) >= 0) {
      int locals = base(thread) + 1;
      if (step.op == Op.ADD) {
        state[locals + step.local] = state[locals + step.source] + step.constant;
      }
      boolean jumps =
          step.op == Op.JUMP
              || (step.op == Op.JUMP_UNLESS_GREATER && state[locals + step.local] <= step.constant)
              || (step.op == Op.JUMP_UNLESS_EQUAL && state[locals + step.local] != step.constant);
      state[base(thread)] = jumps ? step.target : state[base(thread)] + 1;
      step = next(state, thread);
    }
  }

  /** The state after the next step of a thread, null if it cannot take one. */
  private int[] execute(int[] state, int thread) {
    Step step = next(state, thread);
    int holder = state[VARIABLES];
    if (step == null || (step.op == Op.ACQUIRE && holder != 0)) {
      return null;
    }
    int[] after = state.clone();
    int locals = base(thread) + 1;
    switch (step.op) {
      case WRITE ->
          after[step.variable] = step.constant + (step.local < 0 ? 0 : state[locals + step.local]);
      case READ -> after[locals + step.local] = state[step.variable];
      case ACQUIRE -> after[VARIABLES] = thread + 1;
      default -> after[VARIABLES] = 0;
    }
    after[base(thread)]++;
    return after;
  }
}
