package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/** A method that has not returned: where it is, its variables and its operands. */
final class Frame {
  /** A call that has not returned. */
  static final class Call {
    final int instruction;
    final String owner;
    final String name;
    final String descriptor;
    final Expr[] arguments; // with the receiver
    boolean decided; // whether it is known what runs
    boolean direct; // a recorded method runs, with these arguments
    boolean entered;
    Expr result;

    /** Of an atomic class: what it reads and writes, as it is seen. */
    final List<Long> events = new ArrayList<>();

    Call(int instruction, String owner, String name, String descriptor, Expr[] arguments) {
      this.instruction = instruction;
      this.owner = owner;
      this.name = name;
      this.descriptor = descriptor;
      this.arguments = arguments;
    }

    private Call(Call other) {
      this(other.instruction, other.owner, other.name, other.descriptor, other.arguments);
      decided = other.decided;
      direct = other.direct;
      entered = other.entered;
      result = other.result;
      events.addAll(other.events);
    }

    boolean is(String calledName, String calledDescriptor) {
      return name.equals(calledName) && descriptor.equals(calledDescriptor);
    }
  }

  final Program.Code code;

  /** Whether the caller is the frame below, and gets the result. */
  final boolean direct;

  int pc;

  /** The lock of a synchronized method, -1 if it is none or not known. */
  int monitor = -1;

  Call call; // null unless one is under way
  private final Expr[] locals;
  private final List<Expr> stack = new ArrayList<>();

  /** Writes in a constructor before the object is one, by instruction. */
  final Map<Integer, Expr> late = new HashMap<>();

  Frame(Program.Code code, boolean direct) {
    this.code = code;
    this.direct = direct;
    locals = new Expr[code.method.maxLocals + 1];
  }

  private Frame(Frame other) {
    code = other.code;
    direct = other.direct;
    pc = other.pc;
    monitor = other.monitor;
    call = other.call == null ? null : new Call(other.call);
    locals = other.locals.clone();
    stack.addAll(other.stack);
    late.putAll(other.late);
  }

  Frame copy() {
    return new Frame(this);
  }

  /** The place of the instruction that is next. */
  String place() {
    return code.place(pc);
  }

  /** Puts arguments, with the receiver, where the method expects them. */
  void bind(Expr[] arguments) {
    int local = 0;
    for (Expr argument : arguments) {
      locals[local] = argument;
      local += argument.isTwoSlots() ? 2 : 1;
    }
  }

  Expr local(int number) {
    return locals[number];
  }

  void setLocal(int number, Expr value) {
    locals[number] = value;
  }

  void push(Expr value) {
    stack.add(value);
  }

  Expr pop() {
    return stack.remove(stack.size() - 1);
  }

  /** The operand that has so many above it. */
  Expr peek(int above) {
    return stack.get(stack.size() - 1 - above);
  }

  void clearStack() {
    stack.clear();
  }

  List<Expr> operands() {
    return List.copyOf(stack);
  }

  /** Takes the arguments of a call off the stack. */
  Expr[] popArguments(String descriptor, boolean withReceiver) {
    int count = Type.getArgumentTypes(descriptor).length + (withReceiver ? 1 : 0);
    Expr[] arguments = new Expr[count];
    for (int i = count - 1; i >= 0; i--) {
      arguments[i] = pop();
    }
    return arguments;
  }

  /** Puts a copy of the topmost operand below so many slots under it. */
  void duplicateBelow(int slots) {
    Expr top = pop();
    List<Expr> above = new ArrayList<>();
    int left = slots;
    while (left > 0) {
      Expr next = pop();
      left -= next.isTwoSlots() ? 2 : 1;
      above.add(0, next);
    }
    push(top);
    above.forEach(this::push);
    push(top);
  }

  /** The same with two slots of operands. */
  void duplicateTwoBelow(int slots) {
    if (peek(0).isTwoSlots()) {
      duplicateBelow(slots);
      return;
    }
    Expr top = pop();
    Expr second = pop();
    List<Expr> above = new ArrayList<>();
    int left = slots;
    while (left > 0) {
      Expr next = pop();
      left -= next.isTwoSlots() ? 2 : 1;
      above.add(0, next);
    }
    push(second);
    push(top);
    above.forEach(this::push);
    push(second);
    push(top);
  }
}
