package dev.sooth.recipe;

import dev.sooth.trace.format.FlowFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What the instructions of the JVM do; accesses and calls are done elsewhere. */
final class Instructions {
  private final Machine machine;
  private final Accesses accesses;
  private final Calls calls;

  /** A switch of more keys is taken as it was. */
  private static final int MOST_KEYS = 32;

  private static final Expr ZERO = Expr.integer(0);

  Instructions(Machine machine) {
    this.machine = machine;
    accesses = new Accesses(machine);
    calls = new Calls(machine);
  }

  void execute(Frame frame) {
    AbstractInsnNode node = frame.code.instructions.get(frame.pc);
    int op = node.getOpcode();
    if (node instanceof FieldInsnNode field) {
      accesses.field(frame, field);
    } else if ((op >= Opcodes.IALOAD && op <= Opcodes.SALOAD)
        || (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE)) {
      accesses.element(frame, op);
    } else if (node instanceof MethodInsnNode call) {
      calls.start(frame, call);
    } else if (node instanceof InvokeDynamicInsnNode call) {
      calls.startDynamic(frame, call);
    } else if (node instanceof JumpInsnNode jump) {
      jump(frame, jump);
    } else if (node instanceof TableSwitchInsnNode table) {
      tableSwitch(frame, table);
    } else if (node instanceof LookupSwitchInsnNode lookup) {
      lookupSwitch(frame, lookup);
    } else if (op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
      machine.returned(op == Opcodes.RETURN ? null : frame.pop());
    } else {
      simple(frame, node, op);
    }
  }

  private void simple(Frame frame, AbstractInsnNode node, int op) {
    if (node instanceof VarInsnNode variable) {
      if (op <= Opcodes.ALOAD) {
        frame.push(frame.local(variable.var));
      } else if (op == Opcodes.RET) {
        machine.lose("a subroutine");
      } else {
        frame.setLocal(variable.var, frame.pop());
      }
      frame.pc++;
    } else if (node instanceof IincInsnNode increment) {
      Expr sum =
          Expr.of('I', Opcodes.IADD, frame.local(increment.var), Expr.integer(increment.incr));
      frame.setLocal(increment.var, shallow(sum));
      frame.pc++;
    } else if (node instanceof LdcInsnNode constant) {
      load(frame, constant.cst);
    } else if (node instanceof IntInsnNode value && op != Opcodes.NEWARRAY) {
      frame.push(Expr.integer(value.operand));
      frame.pc++;
    } else if (op <= Opcodes.DCONST_1) {
      constant(frame, op);
      frame.pc++;
    } else if (op >= Opcodes.POP && op <= Opcodes.SWAP) {
      shuffle(frame, op);
      frame.pc++;
    } else if (Arithmetic.knows(op)) {
      calculate(frame, op);
    } else if (op >= Opcodes.IADD && op <= Opcodes.DCMPG) {
      onFloats(frame, op);
    } else {
      onObjects(frame, node, op);
    }
  }

  private void constant(Frame frame, int op) {
    frame.push(
        switch (op) {
          case Opcodes.NOP -> ZERO;
          case Opcodes.ACONST_NULL -> Expr.constant('A', 0);
          case Opcodes.LCONST_0, Opcodes.LCONST_1 -> Expr.constant('J', op - Opcodes.LCONST_0);
          case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 ->
              Expr.constant('F', Float.floatToRawIntBits(op - Opcodes.FCONST_0));
          case Opcodes.DCONST_0, Opcodes.DCONST_1 ->
              Expr.constant('D', Double.doubleToRawLongBits(op - Opcodes.DCONST_0));
          default -> Expr.integer(op - Opcodes.ICONST_0);
        });
    if (op == Opcodes.NOP) {
      frame.pop();
    }
  }

  private void load(Frame frame, Object constant) {
    if (constant instanceof Integer value) {
      frame.push(Expr.integer(value));
    } else if (constant instanceof Long value) {
      frame.push(Expr.constant('J', value));
    } else if (constant instanceof Float value) {
      frame.push(Expr.constant('F', Float.floatToRawIntBits(value)));
    } else if (constant instanceof Double value) {
      frame.push(Expr.constant('D', Double.doubleToRawLongBits(value)));
    } else if (machine.speculative) {
      frame.push(Expr.fresh(machine.facts.nextFresh()));
    } else if (machine.expect(FlowFormat.VALUE)) {
      frame.push(Expr.constant('A', machine.value()));
      machine.next();
    } else {
      return;
    }
    frame.pc++;
  }

  private static void shuffle(Frame frame, int op) {
    switch (op) {
      case Opcodes.POP -> frame.pop();
      case Opcodes.POP2 -> {
        if (!frame.pop().isTwoSlots()) {
          frame.pop();
        }
      }
      case Opcodes.DUP -> frame.duplicateBelow(0);
      case Opcodes.DUP_X1 -> frame.duplicateBelow(1);
      case Opcodes.DUP_X2 -> frame.duplicateBelow(2);
      case Opcodes.DUP2 -> frame.duplicateTwoBelow(0);
      case Opcodes.DUP2_X1 -> frame.duplicateTwoBelow(1);
      case Opcodes.DUP2_X2 -> frame.duplicateTwoBelow(2);
      default -> {
        Expr top = frame.pop();
        Expr second = frame.pop();
        frame.push(top);
        frame.push(second);
      }
    }
  }

  private void calculate(Frame frame, int op) {
    boolean unary =
        op == Opcodes.INEG
            || op == Opcodes.LNEG
            || op == Opcodes.I2L
            || op == Opcodes.L2I
            || op == Opcodes.I2B
            || op == Opcodes.I2C
            || op == Opcodes.I2S;
    boolean divides =
        op == Opcodes.IDIV || op == Opcodes.LDIV || op == Opcodes.IREM || op == Opcodes.LREM;
    if (divides && !mayDivide(frame.peek(0))) {
      return;
    }
    Expr right = unary ? null : frame.pop();
    Expr left = frame.pop();
    char type =
        switch (op) {
          case Opcodes.I2L -> 'J';
          case Opcodes.L2I, Opcodes.LCMP -> 'I';
          default -> left.type;
        };
    frame.push(shallow(Expr.of(type, op, left, right)));
    frame.pc++;
  }

  /** What was calculated, but what it was when too much was. */
  private Expr shallow(Expr value) {
    return value.isDeep() ? machine.settle(value, Guard.Reason.PIN) : value;
  }

  /** A division by 0 throws: that it is none is an outcome like that of a branch. */
  private boolean mayDivide(Expr divisor) {
    if (divisor.isConstant() && machine.speculative) {
      if (divisor.value() == 0) {
        machine.stop("exception");
      }
      return divisor.value() != 0;
    }
    if (!machine.speculative && divisor.recorded() == 0) {
      machine.unwind();
      return false;
    }
    Expr zero = Expr.constant(divisor.type, 0);
    int compare = divisor.is64() ? Opcodes.IF_ACMPNE : Opcodes.IF_ICMPNE;
    Expr isNot = Expr.of('I', compare, divisor, zero);
    machine.way.guard(machine, new Guard(isNot, true, Guard.Reason.BRANCH));
    return !machine.ended;
  }

  /** Not encoded: the operands must be what they were. */
  private void onFloats(Frame frame, int op) {
    boolean unary =
        op == Opcodes.FNEG || op == Opcodes.DNEG || (op >= Opcodes.I2L && op <= Opcodes.I2S);
    Expr right = unary ? null : machine.settle(frame.pop(), Guard.Reason.PIN);
    Expr left = machine.settle(frame.pop(), Guard.Reason.PIN);
    if (!machine.ended) {
      frame.push(Floats.apply(op, left.value(), right == null ? 0 : right.value()));
      frame.pc++;
    }
  }

  private void jump(Frame frame, JumpInsnNode jump) {
    int op = jump.getOpcode();
    int target = frame.code.labels.get(jump.label);
    if (op == Opcodes.GOTO) {
      frame.pc = target;
      return;
    }
    if (op == Opcodes.JSR) {
      machine.lose("a subroutine");
      return;
    }
    if (!machine.speculative && !machine.expect(FlowFormat.BRANCHES)) {
      return;
    }
    Expr condition = condition(frame, op);
    if (machine.speculative) {
      branchUnrecorded(frame, condition, target);
      return;
    }
    boolean taken = machine.value() != 0;
    if ((condition.recorded() != 0) != taken) {
      machine.lose("a branch that went otherwise");
      return;
    }
    machine.next();
    if (condition.isConstant()) {
      boolean now = condition.value() != 0;
      machine.speculative = now != taken;
      frame.pc = now ? target : frame.pc + 1;
      return;
    }
    int otherwise = taken ? frame.pc + 1 : target;
    fork(frame, List.of(new Guard(condition, !taken, Guard.Reason.BRANCH)), otherwise);
    machine.way.guard(machine, new Guard(condition, taken, Guard.Reason.BRANCH));
    frame.pc = taken ? target : frame.pc + 1;
  }

  private Expr condition(Frame frame, int op) {
    if (op >= Opcodes.IFEQ && op <= Opcodes.IFLE) {
      return Expr.of('I', op - Opcodes.IFEQ + Opcodes.IF_ICMPEQ, frame.pop(), ZERO);
    }
    if (op == Opcodes.IFNULL || op == Opcodes.IFNONNULL) {
      int compare = op == Opcodes.IFNULL ? Opcodes.IF_ACMPEQ : Opcodes.IF_ACMPNE;
      return Expr.of('I', compare, plain(frame.pop()), Expr.constant('A', 0));
    }
    Expr right = plain(frame.pop());
    return Expr.of('I', op, plain(frame.pop()), right);
  }

  /** A string that was made of others is only printed; else it is what it was. */
  private Expr plain(Expr value) {
    return value.isMade() ? machine.settle(value, Guard.Reason.PIN) : value;
  }

  private void branchUnrecorded(Frame frame, Expr condition, int target) {
    if (condition.isConstant()) {
      frame.pc = condition.value() != 0 ? target : frame.pc + 1;
      return;
    }
    fork(frame, List.of(new Guard(condition, false, Guard.Reason.BRANCH)), frame.pc + 1);
    machine.way.guard(machine, new Guard(condition, true, Guard.Reason.BRANCH));
    frame.pc = target;
  }

  private void fork(Frame frame, List<Guard> guards, int pc) {
    if (machine.way.forks(machine)) {
      int here = frame.pc;
      frame.pc = pc;
      Machine other = machine.fork();
      frame.pc = here;
      machine.way.fork(other, guards);
    }
  }

  private void tableSwitch(Frame frame, TableSwitchInsnNode table) {
    Map<Integer, LabelNode> labels = new TreeMap<>();
    for (int i = 0; i < table.labels.size(); i++) {
      labels.put(table.min + i, table.labels.get(i));
    }
    choose(frame, labels, table.dflt);
  }

  private void lookupSwitch(Frame frame, LookupSwitchInsnNode lookup) {
    Map<Integer, LabelNode> labels = new TreeMap<>();
    for (int i = 0; i < lookup.keys.size(); i++) {
      labels.put(lookup.keys.get(i), lookup.labels.get(i));
    }
    choose(frame, labels, lookup.dflt);
  }

  /** A branch to more than two places: each key is one, and so are all others together. */
  private void choose(Frame frame, Map<Integer, LabelNode> labels, LabelNode others) {
    Expr key = frame.pop();
    if (!machine.speculative) {
      machine.drainEvents(); // of a monitor that was left before, for all ways
    }
    if (key.isConstant() || labels.size() > MOST_KEYS) {
      long value = key.isConstant() ? key.value() : machine.settle(key, Guard.Reason.PIN).value();
      LabelNode label = labels.getOrDefault((int) value, others);
      machine.speculative |= label != labels.getOrDefault((int) key.recorded(), others);
      frame.pc = frame.code.labels.get(label);
      return;
    }
    int now =
        (int) (machine.speculative ? machine.way.assumed(key, Guard.Reason.PIN) : key.recorded());
    List<Guard> none = new ArrayList<>();
    labels.keySet().forEach(k -> none.add(Guard.is(key, k, Guard.Reason.BRANCH).not()));
    for (Map.Entry<Integer, LabelNode> entry : labels.entrySet()) {
      if (entry.getKey() != now) {
        Guard taken = Guard.is(key, entry.getKey(), Guard.Reason.BRANCH);
        fork(frame, List.of(taken), frame.code.labels.get(entry.getValue()));
      }
    }
    if (labels.containsKey(now)) {
      fork(frame, none, frame.code.labels.get(others));
      machine.way.guard(machine, Guard.is(key, now, Guard.Reason.BRANCH));
    } else {
      none.forEach(guard -> machine.way.guard(machine, guard));
    }
    frame.pc = frame.code.labels.get(labels.getOrDefault(now, others));
  }

  private void onObjects(Frame frame, AbstractInsnNode node, int op) {
    switch (op) {
      case Opcodes.NEW -> {
        if (!machine.speculative && machine.initialises()) {
          return;
        }
        newObject(frame, ((TypeInsnNode) node).desc);
      }
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> {
        Expr length = machine.settle(frame.pop(), Guard.Reason.PIN);
        Expr made = Expr.fresh(machine.facts.nextFresh());
        if (machine.speculative) {
          if (length.value() < 0) {
            machine.stop("exception");
            return;
          }
          machine.own.addArray(made, length.value());
        }
        frame.push(made);
        frame.pc++;
      }
      case Opcodes.MULTIANEWARRAY -> manyDimensions(frame, Type.getType(desc(node)), node);
      case Opcodes.ARRAYLENGTH -> arrayLength(frame);
      case Opcodes.CHECKCAST -> {
        machine.pin(frame.peek(0), Guard.Reason.BASE);
        if (machine.speculative && !mayBe(frame.peek(0), ((TypeInsnNode) node).desc)) {
          machine.stop("exception");
          return;
        }
        frame.pc++;
      }
      case Opcodes.INSTANCEOF -> instanceOf(frame);
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> {
        Expr object = machine.settle(frame.pop(), Guard.Reason.BASE);
        if (!machine.ended) {
          accesses.monitor(object, op == Opcodes.MONITORENTER);
          frame.pc++;
        }
      }
      case Opcodes.ATHROW -> {
        if (machine.speculative) {
          machine.stop("exception");
        } else {
          machine.unwind();
        }
      }
      default -> machine.lose("opcode " + op);
    }
  }

  /** Whether the object may be of this class; of some it is known that they are not. */
  private boolean mayBe(Expr object, String type) {
    boolean certain = object.isConstant();
    String own = machine.own.type(object);
    String known = own == null && certain ? machine.facts.type(object.value()) : own;
    return known == null || machine.program.isA(known, type);
  }

  private void newObject(Frame frame, String type) {
    Expr made = Expr.fresh(machine.facts.nextFresh());
    if (machine.speculative && !machine.isInitialised(type)) {
      machine.stop("initialiser");
      return;
    }
    if (machine.speculative) {
      machine.own.add(made, type);
    } else {
      machine.use(type);
      machine.facts.made(made, type);
    }
    frame.push(made);
    frame.pc++;
  }

  private static String desc(AbstractInsnNode node) {
    return node instanceof org.objectweb.asm.tree.MultiANewArrayInsnNode many ? many.desc : "";
  }

  private void manyDimensions(Frame frame, Type type, AbstractInsnNode node) {
    if (machine.speculative) {
      machine.stop("new object");
    } else if (machine.expect(FlowFormat.VALUE)) {
      int dimensions = ((org.objectweb.asm.tree.MultiANewArrayInsnNode) node).dims;
      for (int i = 0; i < dimensions; i++) {
        machine.pin(frame.pop(), Guard.Reason.PIN);
      }
      frame.push(Expr.constant(Machine.kindOf(type), machine.value()));
      machine.next();
      frame.pc++;
    }
  }

  private void arrayLength(Frame frame) {
    Expr array = frame.peek(0);
    if (machine.speculative) {
      Expr known = machine.settle(array, Guard.Reason.BASE);
      Long own = machine.own.length(known);
      Long length = own != null ? own : machine.facts.length(known.value());
      if (length == null) {
        machine.stop("base");
        return;
      }
      frame.pop();
      frame.push(Expr.integer(length.intValue()));
      frame.pc++;
    } else if (machine.expect(FlowFormat.VALUE)) {
      frame.pop();
      machine.pin(array, Guard.Reason.BASE);
      if (array.recorded() > 0) {
        machine.facts.length(array.recorded(), machine.value());
      }
      frame.push(Expr.integer((int) machine.value()));
      machine.next();
      frame.pc++;
    }
  }

  private void instanceOf(Frame frame) {
    if (machine.speculative) {
      machine.stop("operator");
    } else if (machine.expect(FlowFormat.VALUE)) {
      machine.pin(frame.pop(), Guard.Reason.PIN);
      frame.push(Expr.integer((int) machine.value()));
      machine.next();
      frame.pc++;
    }
  }
}
