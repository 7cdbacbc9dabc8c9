package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.format.FlowFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Walks the way of one thread again, instruction by instruction, with expressions in the place of
 * values. What the recorder saw is taken from the thread's stream and compared with what the walk
 * comes to; where they differ, or where something is not understood, the way is <em>lost</em>: the
 * rest is as it was, and so must be all that the thread had read.
 *
 * <p>A machine can also go where the recorded run did not: then nothing of the stream is used, and
 * the way ends where something would have to be guessed.
 */
final class Machine {
  private static final int MOST_INSTRUCTIONS = 20_000;

  final Program program;
  final Trace trace;
  final Facts facts;
  final Way way;
  final int thread;
  private final FlowStream items;
  private int at;
  private List<Frame> frames = new ArrayList<>();
  private final Instructions instructions = new Instructions(this);
  private final Calls calls = new Calls(this);

  /** Where the way has come to. */
  Node last;

  /** What must hold for the next node. */
  List<Guard> guards = new ArrayList<>();

  /** Whether it is a copy for other values than those for which a way is followed. */
  boolean forOtherValues;

  /** Whether it is on a way that was not recorded. */
  boolean speculative;

  /** How many instructions it may still execute there. */
  private int budget = MOST_INSTRUCTIONS;

  boolean ended;

  /** Whether the thread is at its end. */
  boolean complete;

  /** How often recorded code was entered from outside of it. */
  int roots;

  /** Locks that are held on this way, once for each time. */
  List<Integer> held = new ArrayList<>();

  /** Classes that the thread has used on its recorded way, with where it was in the stream then. */
  private Map<String, Integer> used = new HashMap<>();

  /** What was made on this way, if it was not taken. */
  OwnObjects own = new OwnObjects();

  /** Why it has ended before, or null. */
  String reason;

  Machine(Program program, Trace trace, Facts facts, Way way, int thread) {
    this.program = program;
    this.trace = trace;
    this.facts = facts;
    this.way = way;
    this.thread = thread;
    items = program.streams().getOrDefault(thread, new FlowStream());
  }

  /** The same, on a way that was not taken. */
  Machine fork() {
    Machine other = new Machine(program, trace, facts, way, thread);
    other.at = at;
    other.frames = new ArrayList<>();
    frames.forEach(frame -> other.frames.add(frame.copy()));
    other.last = last;
    other.guards = new ArrayList<>(guards);
    other.held = new ArrayList<>(held);
    other.own = own.copy();
    other.used = used; // the copy looks at what was before it only
    other.budget = budget;
    other.speculative = true;
    return other;
  }

  /** Whether the next instruction may need a value to be one, and not another. */
  boolean mayPin() {
    if (frames.isEmpty()) {
      return false;
    }
    AbstractInsnNode node = top().code.instructions.get(top().pc);
    boolean plain =
        node instanceof VarInsnNode
            || node instanceof JumpInsnNode
            || node instanceof LdcInsnNode
            || node instanceof IincInsnNode
            || node.getOpcode() <= Opcodes.SIPUSH;
    return !plain;
  }

  /** Goes on by an instruction or an entry of the stream; false at the end. */
  boolean step() {
    if (ended) {
      return false;
    }
    if (speculative) {
      stepUnrecorded();
    } else if (frames.isEmpty()) {
      stepOutside();
    } else if (top().call != null) {
      calls.await(top());
    } else {
      execute();
    }
    return !ended;
  }

  private void execute() {
    try {
      instructions.execute(top());
    } catch (IndexOutOfBoundsException | NullPointerException e) {
      lose("code that the walk does not understand");
    }
  }

  private void stepUnrecorded() {
    if (frames.isEmpty()) {
      complete = facts.hasOneRoot(thread);
      ended = true;
    } else if (budget-- == 0) {
      stop("long");
    } else if (top().call != null) {
      stop("inside a call");
    } else {
      execute();
    }
  }

  /** Code that is not recorded runs. */
  private void stepOutside() {
    if (at == items.size) {
      complete = true;
      ended = true;
      return;
    }
    int tag = items.tags[at];
    if (tag == FlowFormat.EVENT) {
      event();
    } else if (tag == FlowFormat.ENTERED_WITH_ARGUMENTS) {
      enterFromOutside();
    } else {
      lose("entry " + tag + " outside of recorded code");
    }
  }

  Frame top() {
    return frames.get(frames.size() - 1);
  }

  // ---- the stream --------------------------------------------------------------------------

  int tag() {
    return at < items.size ? items.tags[at] : 0;
  }

  int at() {
    return at;
  }

  int tagAt(int i) {
    return i < items.size ? items.tags[i] : 0;
  }

  long valueAt(int i) {
    return items.values[i];
  }

  Program.Site siteAt(int i) {
    return program.site(items.sites[i]);
  }

  long positionAt(int i) {
    return items.positions[i];
  }

  /** The method that is entered next, after events and accesses; null if none is. */
  Program.Site nextEntered() {
    int i = at;
    while (i < items.size
        && (items.tags[i] == FlowFormat.EVENT
            || items.tags[i] == FlowFormat.ACCESS
            || items.tags[i] == FlowFormat.ACCESS_UNKNOWN)) {
      i++;
    }
    boolean enters =
        i < items.size
            && (items.tags[i] == FlowFormat.ENTERED
                || items.tags[i] == FlowFormat.ENTERED_WITH_ARGUMENTS);
    return enters ? program.site(items.sites[i]) : null;
  }

  Program.Site site() {
    return program.site(items.sites[at]);
  }

  long value() {
    return items.values[at];
  }

  long position() {
    return items.positions[at];
  }

  void next() {
    at++;
  }

  boolean isAccess() {
    return tag() == FlowFormat.ACCESS || tag() == FlowFormat.ACCESS_UNKNOWN;
  }

  /** Events before the next entry that is none. */
  void drainEvents() {
    while (tag() == FlowFormat.EVENT) {
      event();
    }
  }

  String place(int index) {
    return trace.names().locations().get(trace.location(index));
  }

  /** An event of which only the place in the trace is known. */
  void event() {
    int i = (int) position();
    way.event(this, trace.kinds()[i], trace.targets()[i], i, place(i));
    next();
  }

  /** Takes an entry of this kind; if another is there, the way is lost or goes to a handler. */
  boolean expect(int tag) {
    drainEvents();
    if (tag() == tag) {
      return true;
    }
    if (tag() == FlowFormat.CAUGHT) {
      unwind();
    } else if (isEntering()) {
      enterFromOutside();
    } else {
      lose("entry " + tag() + " in the place of " + tag);
    }
    return false;
  }

  /** Whether a class is initialised before the instruction does anything; it is entered then. */
  boolean initialises() {
    Program.Site site = nextEntered();
    if (site == null || !program.code(site).method.name.equals("<clinit>")) {
      return false;
    }
    int i = at;
    while (tagAt(i) == FlowFormat.EVENT) {
      i++;
    }
    if (tagAt(i) != FlowFormat.ENTERED_WITH_ARGUMENTS) {
      return false;
    }
    drainEvents();
    enterFromOutside();
    return true;
  }

  boolean isEntering() {
    return tag() == FlowFormat.ENTERED || tag() == FlowFormat.ENTERED_WITH_ARGUMENTS;
  }

  // ---- methods -----------------------------------------------------------------------------

  /** A method is entered that our code has not called, with arguments as they were. */
  void enterFromOutside() {
    Program.Site site = site();
    boolean withArguments = tag() == FlowFormat.ENTERED_WITH_ARGUMENTS;
    if (site == null || !withArguments) {
      lose("a method without its arguments");
      return;
    }
    next();
    Program.Code code = program.code(site);
    List<Expr> arguments = new ArrayList<>();
    if (!code.is(Opcodes.ACC_STATIC)) {
      if (code.method.name.equals("<init>")) {
        arguments.add(Expr.fresh(facts.nextFresh()));
      } else if (!takeArgument(arguments, 'A')) {
        return;
      }
    }
    for (Type type : Type.getArgumentTypes(code.method.desc)) {
      if (!takeArgument(arguments, kindOf(type))) {
        return;
      }
    }
    roots += frames.isEmpty() ? 1 : 0;
    push(code, false, arguments.toArray(new Expr[0]));
    enterMonitor();
  }

  private boolean takeArgument(List<Expr> arguments, char type) {
    drainEvents();
    if (tag() != FlowFormat.VALUE) {
      lose("an argument is missing");
      return false;
    }
    arguments.add(Expr.constant(type, value()));
    next();
    return true;
  }

  /** The class is initialised now. */
  void use(String type) {
    if (!speculative) {
      used.putIfAbsent(type, at);
    }
  }

  /** Whether nothing of the program runs when the class is used here. */
  boolean isInitialised(String type) {
    Integer since = used.get(type);
    return (since != null && since <= at) || program.isQuiet(type);
  }

  void push(Program.Code code, boolean direct, Expr[] arguments) {
    use(code.owner.name);
    Frame frame = new Frame(code, direct);
    frame.bind(arguments);
    frames.add(frame);
  }

  /** Whether the method runs already. */
  boolean runs(Program.Code code) {
    return frames.stream().anyMatch(frame -> frame.code == code);
  }

  int depth() {
    return frames.size();
  }

  /** The topmost method returns; null without a value. */
  void returned(Expr value) {
    Frame frame = frames.remove(frames.size() - 1);
    leaveMonitor(frame);
    if (frame.direct && !frames.isEmpty()) {
      calls.returned(top(), value);
    } else if (value != null) {
      settle(value, Guard.Reason.PIN);
    }
  }

  /** The method that was just entered is synchronized, perhaps. */
  void enterMonitor() {
    Frame frame = top();
    if (!frame.code.is(Opcodes.ACC_SYNCHRONIZED)) {
      return;
    }
    boolean isStatic = frame.code.is(Opcodes.ACC_STATIC);
    long object = isStatic ? 0 : objectOf(frame.local(0));
    if (object <= 0) {
      if (speculative && !own.has(frame.local(0))) {
        stop("base");
      }
      return;
    }
    frame.monitor = facts.lock(object);
    if (speculative && !held.contains(frame.monitor)) {
      way.event(this, Kind.ACQUIRE, frame.monitor, Node.UNEXECUTED, frame.code.place(frame.pc));
    }
    held.add(frame.monitor);
  }

  private static long objectOf(Expr receiver) {
    return receiver.isConstant() ? receiver.value() : receiver.recorded();
  }

  private void leaveMonitor(Frame frame) {
    if (!frame.code.is(Opcodes.ACC_SYNCHRONIZED)) {
      return;
    }
    held.remove((Integer) frame.monitor);
    if (speculative && frame.monitor < 0) {
      if (!own.has(frame.local(0))) {
        stop("base");
      }
    } else if (speculative && !held.contains(frame.monitor)) {
      way.event(this, Kind.RELEASE, frame.monitor, Node.UNEXECUTED, frame.code.place(frame.pc));
    }
  }

  /** An exception was thrown: goes on in the handler where the thread did. */
  void unwind() {
    for (Expr operand : top().operands()) {
      pin(operand, Guard.Reason.PIN);
    }
    if (top().call != null) {
      for (Expr argument : top().call.arguments) {
        pin(argument, Guard.Reason.PIN);
      }
    }
    drainEvents();
    Program.Site site = tag() == FlowFormat.CAUGHT ? site() : null;
    if (site == null) {
      lose("an exception");
      return;
    }
    Program.Code code = program.code(site);
    while (!frames.isEmpty() && top().code != code) {
      frames.remove(frames.size() - 1);
    }
    if (frames.isEmpty()) {
      lose("an exception that leaves recorded code");
      return;
    }
    Frame frame = top();
    frame.call = null;
    frame.clearStack();
    frame.push(Expr.constant('A', value()));
    frame.pc = site.instruction();
    next();
  }

  static char kindOf(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> 'J';
      case Type.FLOAT -> 'F';
      case Type.DOUBLE -> 'D';
      case Type.OBJECT, Type.ARRAY -> 'A';
      default -> 'I';
    };
  }

  /** Whether the thread holds the monitor of the object. */
  boolean holds(long object) {
    return held.contains(facts.lock(object));
  }

  // ---- what must hold ----------------------------------------------------------------------

  /**
   * The value must be the recorded one. On a way that was not taken that is a guess: where it is
   * wrong, a race may be missed.
   */
  void pin(Expr value, Guard.Reason why) {
    if (value != null && value.isMade()) {
      for (Expr part : value.parts()) {
        pin(part, why);
      }
      return;
    }
    if (value == null || (value.isConstant() && value.value() == value.recorded())) {
      return;
    }
    if (speculative) {
      if (!value.isConstant()) {
        way.guard(this, Guard.is(value, way.assumed(value, why), why));
      }
      return;
    }
    way.guard(this, Guard.same(value, why));
  }

  /** The value, pinned. */
  Expr settle(Expr value, Guard.Reason why) {
    pin(value, why);
    if (value.isConstant()) {
      return value;
    }
    boolean guessed = speculative && !value.isMade();
    return Expr.constant(value.type, guessed ? way.assumed(value, why) : value.recorded());
  }

  /** The walk does not understand the thread any more. */
  void lose(String why) {
    if (speculative) {
      stop(why);
      return;
    }
    reason = why;
    way.lost(this, why);
    frames.clear();
    for (; at < items.size; at++) {
      int tag = items.tags[at];
      if (tag == FlowFormat.EVENT || tag == FlowFormat.ACCESS || tag == FlowFormat.ACCESS_UNKNOWN) {
        int i = (int) position();
        way.event(this, trace.kinds()[i], trace.targets()[i], i, place(i));
      }
    }
    complete = true;
    ended = true;
  }

  /** A way that was not taken is not followed any further. */
  void stop(String why) {
    reason = why;
    ended = true;
  }
}
