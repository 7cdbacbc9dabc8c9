package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import dev.sooth.trace.format.FlowFormat;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls. A recorded method is walked through; of all others the result is the recorded one, for
 * which their arguments must be what they were. Exceptions are strings that are put together and
 * printed, and the atomic classes, whose meaning is known.
 */
final class Calls {
  private static final String LAMBDA = "java/lang/invoke/LambdaMetafactory";
  private static final String CONCAT = "java/lang/invoke/StringConcatFactory";

  private final Machine machine;

  Calls(Machine machine) {
    this.machine = machine;
  }

  void start(Frame frame, MethodInsnNode node) {
    boolean isStatic = node.getOpcode() == Opcodes.INVOKESTATIC;
    if (machine.speculative) {
      startUnrecorded(frame, node, isStatic);
      return;
    }
    Expr[] arguments = frame.popArguments(node.desc, !isStatic);
    frame.call = new Frame.Call(frame.pc, node.owner, node.name, node.desc, arguments);
    if (!isStatic) {
      machine.pin(arguments[0], Guard.Reason.BASE);
    }
  }

  void startDynamic(Frame frame, InvokeDynamicInsnNode node) {
    boolean concat = node.bsm.getOwner().equals(CONCAT) && isOfPlainParts(node.desc);
    Expr[] arguments = frame.popArguments(node.desc, false);
    if (machine.speculative) {
      Expr made = Expr.fresh(machine.facts.nextFresh());
      if (node.bsm.getOwner().equals(LAMBDA)) {
        machine.own.add(made, node.desc); // its method is not known
      }
      if (concat || machine.own.has(made)) {
        frame.push(made);
        frame.pc++;
      } else {
        machine.stop("callee");
      }
      return;
    }
    frame.call = new Frame.Call(frame.pc, concat ? CONCAT : "", node.name, node.desc, arguments);
  }

  /** Whether only numbers and strings are put together, so that no method is called for it. */
  private static boolean isOfPlainParts(String descriptor) {
    for (Type type : Type.getArgumentTypes(descriptor)) {
      if (type.getSort() >= Type.ARRAY && !type.getClassName().equals("java.lang.String")) {
        return false;
      }
    }
    return true;
  }

  /** Whether a call prints a number or a string, which nothing in the program can see. */
  private static boolean prints(String owner, String name, String descriptor) {
    return owner.equals("java/io/PrintStream")
        && (name.equals("print") || name.equals("println"))
        && isOfPlainParts(descriptor);
  }

  // ---- on the recorded way -----------------------------------------------------------------

  /** A call is under way: takes the next entry of the stream. */
  void await(Frame frame) {
    Frame.Call call = frame.call;
    if (!call.decided && !decide(call)) {
      return;
    }
    switch (machine.tag()) {
      case FlowFormat.EVENT -> {
        if (call.events.isEmpty() || !atomicEvent(call)) {
          machine.event();
        }
      }
      case FlowFormat.ACCESS, FlowFormat.ACCESS_UNKNOWN -> access(frame);
      case FlowFormat.ENTERED, FlowFormat.ENTERED_WITH_ARGUMENTS -> enter(call);
      case FlowFormat.RETURNED, FlowFormat.RESULT -> finish(frame, call);
      case FlowFormat.CAUGHT -> machine.unwind();
      default -> machine.lose("a call that does not return");
    }
  }

  /** Finds out what runs; false if a class is initialised first. */
  private boolean decide(Frame.Call call) {
    Program.Site site = machine.nextEntered();
    Program.Code code = site == null ? null : machine.program.code(site);
    if (code != null && code.method.name.equals("<clinit>")) {
      machine.drainEvents();
      if (machine.isEntering()) {
        machine.enterFromOutside();
      } else {
        machine.lose("an initialiser in the middle of a call");
      }
      return false;
    }
    call.decided = true;
    call.direct =
        code != null
            && call.is(code.method.name, code.method.desc)
            && (!call.name.equals("<init>") || call.owner.equals(code.owner.name));
    if (!call.direct) {
      noteAtomic(call);
      boolean free = call.owner.equals(CONCAT) || prints(call.owner, call.name, call.descriptor);
      if (!free && call.events.isEmpty()) {
        pinArguments(call);
      }
    }
    return !machine.ended;
  }

  private void pinArguments(Frame.Call call) {
    for (Expr argument : call.arguments) {
      machine.pin(argument, Guard.Reason.PIN);
    }
  }

  private void enter(Frame.Call call) {
    if (!call.direct || call.entered) {
      pinArguments(call); // also of what is printed
      if (!machine.ended) {
        machine.enterFromOutside();
      }
      return;
    }
    call.entered = true;
    Program.Code code = machine.program.code(machine.site());
    boolean withArguments = machine.tag() == FlowFormat.ENTERED_WITH_ARGUMENTS;
    machine.next();
    boolean hasReceiver = !code.is(Opcodes.ACC_STATIC);
    int told = hasReceiver && call.name.equals("<init>") ? 1 : 0;
    for (int i = told; withArguments && i < call.arguments.length; i++) {
      machine.drainEvents();
      if (machine.tag() != FlowFormat.VALUE || !call.arguments[i].agrees(machine.value())) {
        machine.lose("a call with other arguments");
        return;
      }
      machine.next();
    }
    machine.push(code, true, call.arguments);
    machine.enterMonitor();
  }

  /** A recorded method returns to the call. */
  void returned(Frame frame, Expr value) {
    if (machine.speculative) {
      frame.call = null;
      if (value != null) {
        frame.push(value);
      }
      frame.pc++;
    } else {
      frame.call.result = value;
    }
  }

  /** Accesses by the code that is called, or of a constructor that was called before. */
  private void access(Frame frame) {
    Program.Site site = machine.site();
    boolean here = machine.program.code(site) == frame.code;
    Expr late = here ? frame.late.get(site.instruction()) : null;
    if (late == null) {
      machine.event();
      return;
    }
    int i = (int) machine.position();
    String name = machine.facts.name(machine.trace.target(i));
    frame.local(0).agrees(Facts.objectOf(name));
    machine.next();
    machine.way.write(
        machine, machine.trace.kind(i), machine.trace.target(i), i, machine.place(i), late);
  }

  private void finish(Frame frame, Frame.Call call) {
    Type type = Type.getReturnType(call.descriptor);
    boolean isVoid = type.getSort() == Type.VOID;
    if (isVoid != (machine.tag() == FlowFormat.RETURNED)) {
      machine.lose("a call with another result");
      return;
    }
    if (call.direct && (!call.entered || (!isVoid && call.result == null))) {
      machine.lose("a call that was not walked");
      return;
    }
    if (!isVoid) {
      Expr result = result(call, Machine.kindOf(type), machine.value());
      if (!result.agrees(machine.value())) {
        machine.lose("another result than was recorded");
        return;
      }
      frame.push(result);
    }
    machine.next();
    frame.call = null;
    frame.pc++;
  }

  private Expr result(Frame.Call call, char type, long recorded) {
    if (call.result != null) {
      return call.result;
    }
    if (call.owner.equals(CONCAT)) {
      Expr made = Expr.made(call.arguments, recorded);
      return made.isDeep() ? machine.settle(made, Guard.Reason.PIN) : made;
    }
    return Expr.constant(type, recorded);
  }

  // ---- atomic classes ----------------------------------------------------------------------

  /** Notes the events of a call whose meaning is known; none if it is taken as it was. */
  private void noteAtomic(Frame.Call call) {
    if (!Atomics.knows(call.owner, call.name)) {
      return;
    }
    long object = call.arguments[0].recorded();
    String variable = call.owner.replace('/', '.') + ".value@" + object;
    boolean reads = false;
    boolean writes = false;
    int i = machine.at();
    for (; machine.tagAt(i) == FlowFormat.EVENT; i++) {
      int position = (int) machine.positionAt(i);
      if (Kind.isAccess(machine.trace.kind(position))) {
        if (!machine.facts.name(machine.trace.target(position)).equals(variable)) {
          return;
        }
        reads |= machine.trace.kind(position) == Kind.VOLATILE_READ;
        writes |= machine.trace.kind(position) == Kind.VOLATILE_WRITE;
      }
    }
    boolean sets = Atomics.isSet(call.name);
    boolean gets = Atomics.isGet(call.name);
    boolean returns = machine.tagAt(i) == (sets ? FlowFormat.RETURNED : FlowFormat.RESULT);
    if (returns && reads != sets && writes != gets) {
      call.events.add(machine.valueAt(i));
    }
  }

  /** An event of such a call; false if it is one of its lock. */
  private boolean atomicEvent(Frame.Call call) {
    int i = (int) machine.position();
    byte kind = machine.trace.kind(i);
    if (!Kind.isAccess(kind)) {
      return false;
    }
    char type = Atomics.type(call.owner);
    int variable = machine.trace.target(i);
    if (kind == Kind.VOLATILE_READ) {
      long result = call.events.get(0);
      long recorded = Atomics.recordedRead(call.name, call.arguments, result);
      recorded = type == 'I' ? (int) recorded : recorded;
      Expr read = machine.way.read(machine, kind, variable, i, machine.place(i), type, recorded);
      call.result = read;
      machine.next();
      if (call.name.equals("compareAndSet")) {
        int compare = type == 'J' ? Opcodes.IF_ACMPEQ : Opcodes.IF_ICMPEQ;
        Expr same = Expr.of('I', compare, read, call.arguments[1]);
        machine.way.guard(machine, new Guard(same, true, Guard.Reason.BRANCH));
      }
      return true;
    }
    Expr written = Atomics.written(call.name, type, call.result, call.arguments);
    machine.way.write(machine, kind, variable, i, machine.place(i), written);
    machine.next();
    if (Atomics.givesWritten(call.name)) {
      call.result = written;
    } else if (call.name.equals("compareAndSet")) {
      call.result = Expr.integer(1);
    }
    return true;
  }

  // ---- on a way that was not taken ---------------------------------------------------------

  private void startUnrecorded(Frame frame, MethodInsnNode node, boolean isStatic) {
    if (prints(node.owner, node.name, node.desc)) {
      frame.popArguments(node.desc, true);
      frame.pc++;
      return;
    }
    Expr receiver =
        isStatic
            ? null
            : machine.settle(
                frame.peek(Type.getArgumentTypes(node.desc).length), Guard.Reason.BASE);
    if (KnownCalls.does(machine, frame, node, receiver)) {
      return;
    }
    Program.Code code =
        node.name.equals("<init>") ? constructor(node, receiver) : callee(frame, node, receiver);
    if (code == null) {
      machine.stop(node.owner.startsWith("java/util/") ? "collection" : "callee");
      return;
    }
    if (machine.runs(code) || machine.depth() > 50) {
      machine.stop("recursion");
      return;
    }
    Expr[] arguments = frame.popArguments(node.desc, !isStatic);
    if (!isStatic) {
      arguments[0] = receiver;
    }
    frame.call = new Frame.Call(frame.pc, node.owner, node.name, node.desc, arguments);
    machine.push(code, true, arguments);
    machine.enterMonitor();
  }

  /** The constructor of an object that was made here. */
  private Program.Code constructor(MethodInsnNode node, Expr object) {
    boolean made = machine.own.type(object) != null;
    return made ? machine.program.find(node.owner, node.name, node.desc) : null;
  }

  /** What a call runs; without a receiver that of a static method. */
  private Program.Code callee(Frame frame, MethodInsnNode node, Expr receiver) {
    if (receiver == null) {
      Program.Code code = machine.program.find(node.owner, node.name, node.desc);
      boolean initialised =
          code != null
              && (code.owner == frame.code.owner || machine.isInitialised(code.owner.name));
      return initialised && code.is(Opcodes.ACC_STATIC) ? code : null;
    }
    String ownType = machine.own.type(receiver);
    if (receiver.value() <= 0 && ownType == null) {
      return null;
    }
    if (node.getOpcode() == Opcodes.INVOKESPECIAL) {
      return machine.program.find(node.owner, node.name, node.desc);
    }
    String type = ownType != null ? ownType : machine.facts.type(receiver.value());
    Program.Code code =
        machine.program.find(type == null ? node.owner : type, node.name, node.desc);
    boolean certain =
        type != null
            || (code != null
                && (code.is(Opcodes.ACC_FINAL)
                    || code.is(Opcodes.ACC_PRIVATE)
                    || (code.owner.access & Opcodes.ACC_FINAL) != 0));
    return certain ? code : null;
  }
}
