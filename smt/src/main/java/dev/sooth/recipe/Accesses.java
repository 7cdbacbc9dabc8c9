package dev.sooth.recipe;

import dev.sooth.trace.Kind;
import dev.sooth.trace.format.FlowFormat;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;

/** Accesses to fields and elements, and monitors. */
final class Accesses {
  private static final long NONE = -1;
  private static final long INTERRUPTED = -2;

  private final Machine machine;

  Accesses(Machine machine) {
    this.machine = machine;
  }

  /** The position of the event that the instruction made; where it is, the stream goes on. */
  private long access(Frame frame) {
    if (machine.initialises()) {
      return INTERRUPTED;
    }
    int i = machine.at();
    while (machine.tagAt(i) == FlowFormat.EVENT) {
      i++;
    }
    int tag = machine.tagAt(i);
    if (tag == FlowFormat.ACCESS || tag == FlowFormat.ACCESS_UNKNOWN) {
      Program.Site site = machine.siteAt(i);
      if (machine.program.code(site) == frame.code && site.instruction() == frame.pc) {
        machine.drainEvents();
        return machine.position();
      }
    }
    return NONE;
  }

  void field(Frame frame, FieldInsnNode field) {
    int op = field.getOpcode();
    boolean isStatic = op == Opcodes.GETSTATIC || op == Opcodes.PUTSTATIC;
    boolean read = op == Opcodes.GETFIELD || op == Opcodes.GETSTATIC;
    if (machine.speculative) {
      unrecordedField(frame, field, isStatic, read);
    } else if (read) {
      readField(frame, field, isStatic);
    } else {
      writeField(frame, field, isStatic);
    }
  }

  private void readField(Frame frame, FieldInsnNode field, boolean isStatic) {
    long position = access(frame);
    if (position == INTERRUPTED) {
      return;
    }
    Expr base = isStatic ? null : frame.peek(0);
    noteUse(field, isStatic);
    if (position >= 0) {
      if (!isOn(base, position)) {
        return;
      }
      machine.next();
    }
    if (!machine.expect(FlowFormat.VALUE)) {
      return;
    }
    long value = machine.value();
    machine.next();
    machine.pin(base, Guard.Reason.BASE);
    if (base != null) {
      frame.pop();
    }
    char type = Machine.kindOf(Type.getType(field.desc));
    if (position >= 0) {
      int i = (int) position;
      frame.push(
          machine.way.read(
              machine,
              machine.trace.kind(i),
              machine.trace.target(i),
              position,
              machine.place(i),
              type,
              value));
    } else if (isUnrecorded(field)) {
      return;
    } else {
      long object = base == null ? 0 : base.recorded();
      machine.facts.finalValue(object, field.owner + "." + field.name, value);
      frame.push(Expr.constant(type, value));
    }
    frame.pc++;
  }

  private void noteUse(FieldInsnNode field, boolean isStatic) {
    ClassNode owner = isStatic ? machine.program.declaring(field.owner, field.name) : null;
    if (owner != null) {
      machine.use(owner.name);
    }
  }

  /** Whether an access without an event is to a field that others can write meanwhile. */
  private boolean isUnrecorded(FieldInsnNode field) {
    ClassNode owner = machine.program.declaring(field.owner, field.name);
    boolean changes =
        owner != null && (Program.field(owner, field.name).access & Opcodes.ACC_FINAL) == 0;
    if (changes) {
      machine.lose("an access that was not recorded");
    }
    return changes;
  }

  /** Whether the event is about this object; null stands for that of a static field. */
  private boolean isOn(Expr base, long position) {
    String name = machine.facts.name(machine.trace.target((int) position));
    if (base != null && !base.agrees(Facts.objectOf(name))) {
      machine.lose("an access to another object");
      return false;
    }
    return true;
  }

  private void writeField(Frame frame, FieldInsnNode field, boolean isStatic) {
    long position = access(frame);
    if (position == INTERRUPTED) {
      return;
    }
    Expr value = narrowed(plain(frame.peek(0)), field.desc);
    noteUse(field, isStatic);
    Expr base = isStatic ? null : frame.peek(1);
    if (position >= 0) {
      boolean known = machine.tag() == FlowFormat.ACCESS;
      if (!isOn(base, position) || (known && !agrees(frame.peek(0), machine.value()))) {
        return;
      }
      machine.next();
      machine.pin(base, Guard.Reason.BASE);
      int i = (int) position;
      machine.way.write(
          machine,
          machine.trace.kind(i),
          machine.trace.target(i),
          position,
          machine.place(i),
          value);
    } else if (base != null && base.isFresh() && frame.code.method.name.equals("<init>")) {
      frame.late.put(frame.pc, value);
      pinUnlessRecorded(frame, field, value);
    } else if (isUnrecorded(field)) {
      return;
    } else {
      machine.pin(base, Guard.Reason.BASE);
      machine.pin(value, Guard.Reason.PIN); // a final field: who reads it gets what it was
      machine.facts.madeFinal(base, field.owner + "." + field.name, value);
    }
    frame.pop();
    if (!isStatic) {
      frame.pop();
    }
    frame.pc++;
  }

  /** A write before {@code super()} of a field that is recorded is told afterwards. */
  private void pinUnlessRecorded(Frame frame, FieldInsnNode field, Expr value) {
    ClassNode owner = machine.program.declaring(field.owner, field.name);
    if (owner == null || (Program.field(owner, field.name).access & Opcodes.ACC_FINAL) != 0) {
      machine.pin(value, Guard.Reason.PIN);
      machine.facts.madeFinal(frame.peek(1), field.owner + "." + field.name, value);
    }
  }

  private boolean agrees(Expr value, long seen) {
    if (!value.agrees(seen)) {
      machine.lose("another value than was written");
      return false;
    }
    return true;
  }

  private Expr plain(Expr value) {
    return value.isMade() ? machine.settle(value, Guard.Reason.PIN) : value;
  }

  /** What is left of an int in a field or element of this type. */
  static Expr narrowed(Expr value, String descriptor) {
    return switch (descriptor.charAt(0)) {
      case 'Z' -> Expr.of('I', Opcodes.IAND, value, Expr.integer(1));
      case 'B' -> Expr.of('I', Opcodes.I2B, value, null);
      case 'C' -> Expr.of('I', Opcodes.I2C, value, null);
      case 'S' -> Expr.of('I', Opcodes.I2S, value, null);
      default -> value;
    };
  }

  private void unrecordedField(Frame frame, FieldInsnNode field, boolean isStatic, boolean read) {
    Expr base = isStatic ? null : machine.settle(frame.peek(read ? 0 : 1), Guard.Reason.BASE);
    ClassNode owner = machine.program.declaring(field.owner, field.name);
    if (base != null && machine.own.has(base)) {
      String declaring = owner == null ? field.owner : owner.name; // a subclass may hide it
      ownField(frame, field, declaring + "." + field.name, read);
      return;
    }
    if (base != null && base.value() <= 0) {
      machine.stop("base");
      return;
    }
    long object = base == null ? 0 : base.value();
    char type = Machine.kindOf(Type.getType(field.desc));
    if (owner == null && !field.owner.equals("java/lang/System")) {
      machine.stop("field");
      return;
    }
    int flags = owner == null ? Opcodes.ACC_FINAL : Program.field(owner, field.name).access;
    if ((flags & Opcodes.ACC_FINAL) != 0) {
      Long known = machine.facts.finalValue(object, field.owner + "." + field.name);
      boolean ready = base != null || owner == null || machine.isInitialised(owner.name);
      if (!read || known == null || !ready) {
        machine.stop("field");
        return;
      }
      popBase(frame, base);
      frame.push(Expr.constant(type, known));
      frame.pc++;
      return;
    }
    int variable = machine.facts.field(owner, field.name, object);
    if (variable < 0 || (base == null && !machine.isInitialised(owner.name))) {
      machine.stop("field");
      return;
    }
    boolean isVolatile = (flags & Opcodes.ACC_VOLATILE) != 0;
    Expr value = read ? null : narrowed(frame.pop(), field.desc);
    popBase(frame, base);
    unrecorded(frame, variable, isVolatile, type, value);
  }

  private void ownField(Frame frame, FieldInsnNode field, String name, boolean read) {
    if (read) {
      char type = Machine.kindOf(Type.getType(field.desc));
      frame.push(machine.own.get(frame.pop(), name, type));
    } else {
      Expr value = narrowed(plain(frame.pop()), field.desc);
      machine.own.put(frame.pop(), name, value);
    }
    frame.pc++;
  }

  private static void popBase(Frame frame, Expr base) {
    if (base != null) {
      frame.pop();
    }
  }

  /** An access on a way that was not taken; without a value a read. */
  private void unrecorded(Frame frame, int variable, boolean isVolatile, char type, Expr value) {
    String place = frame.code.place(frame.pc);
    if (value == null) {
      byte kind = isVolatile ? Kind.VOLATILE_READ : Kind.READ;
      frame.push(
          machine.way.read(
              machine,
              kind,
              variable,
              Node.UNEXECUTED,
              place,
              type,
              machine.facts.lastValue(variable)));
    } else {
      byte kind = isVolatile ? Kind.VOLATILE_WRITE : Kind.WRITE;
      machine.way.write(machine, kind, variable, Node.UNEXECUTED, place, value);
    }
    frame.pc++;
  }

  void element(Frame frame, int op) {
    boolean read = op <= Opcodes.SALOAD;
    int above = read ? 0 : 1;
    Expr index = frame.peek(above);
    Expr array = frame.peek(above + 1);
    char type = elementType(op);
    if (machine.speculative) {
      unrecordedElement(frame, op, array, index);
      return;
    }
    long position = access(frame);
    if (position == INTERRUPTED) {
      return;
    }
    if (position < 0) {
      machine.unwind(); // nothing was accessed, so an exception was thrown
      return;
    }
    int i = (int) position;
    String name = machine.facts.name(machine.trace.target(i));
    if (!isOn(array, position) || !agrees(index, Facts.indexOf(name))) {
      return;
    }
    boolean known = machine.tag() == FlowFormat.ACCESS;
    long seen = machine.value();
    if (!known) {
      machine.lose("an element without its value");
      return;
    }
    if (!read && !agrees(frame.peek(0), seen)) {
      return;
    }
    machine.next();
    machine.pin(array, Guard.Reason.BASE);
    machine.pin(index, Guard.Reason.INDEX);
    Expr value = read ? null : narrowed(plain(frame.pop()), descriptor(op));
    frame.pop();
    frame.pop();
    byte kind = machine.trace.kind(i);
    int variable = machine.trace.target(i);
    if (read) {
      frame.push(machine.way.read(machine, kind, variable, position, machine.place(i), type, seen));
    } else {
      machine.way.write(machine, kind, variable, position, machine.place(i), value);
    }
    frame.pc++;
  }

  private void unrecordedElement(Frame frame, int op, Expr symbolicArray, Expr symbolicIndex) {
    Expr array = machine.settle(symbolicArray, Guard.Reason.BASE);
    Expr index = machine.settle(symbolicIndex, Guard.Reason.INDEX);
    boolean read = op <= Opcodes.SALOAD;
    Long own = machine.own.length(array);
    if (own != null && index.value() >= 0 && index.value() < own) {
      ownElement(frame, op, array, index, read);
      return;
    }
    if (array.value() <= 0) {
      machine.stop("base");
      return;
    }
    Long length = machine.facts.length(array.value());
    int variable = machine.facts.element(array.value(), index.value());
    if (variable < 0 || length == null || index.value() < 0 || index.value() >= length) {
      machine.stop("index");
      return;
    }
    Expr value = read ? null : narrowed(frame.pop(), descriptor(op));
    frame.pop();
    frame.pop();
    unrecorded(frame, variable, false, elementType(op), value);
  }

  private void ownElement(Frame frame, int op, Expr array, Expr index, boolean read) {
    Expr value = read ? null : narrowed(plain(frame.pop()), descriptor(op));
    frame.pop();
    frame.pop();
    String part = "[" + index.value();
    if (read) {
      frame.push(machine.own.get(array, part, elementType(op)));
    } else {
      machine.own.put(array, part, value);
    }
    frame.pc++;
  }

  private static char elementType(int op) {
    return switch (op) {
      case Opcodes.LALOAD, Opcodes.LASTORE -> 'J';
      case Opcodes.FALOAD, Opcodes.FASTORE -> 'F';
      case Opcodes.DALOAD, Opcodes.DASTORE -> 'D';
      case Opcodes.AALOAD, Opcodes.AASTORE -> 'A';
      default -> 'I';
    };
  }

  private static String descriptor(int op) {
    return switch (op) {
      case Opcodes.BASTORE -> "B";
      case Opcodes.CASTORE -> "C";
      case Opcodes.SASTORE -> "S";
      default -> "I";
    };
  }

  /** Entering and leaving a monitor are events of the trace on a recorded way. */
  void monitor(Expr object, boolean enters) {
    if (object.value() <= 0) {
      if (machine.speculative && !machine.own.has(object)) {
        machine.stop("base");
      }
      return;
    }
    int lock = machine.facts.lock(object.value());
    String place = machine.top().code.place(machine.top().pc);
    boolean again = machine.held.contains(lock);
    if (enters) {
      machine.held.add(lock);
      if (!again && machine.speculative) {
        machine.way.event(machine, Kind.ACQUIRE, lock, Node.UNEXECUTED, place);
      }
    } else {
      machine.held.remove((Integer) lock);
      if (machine.speculative && !machine.held.contains(lock)) {
        machine.way.event(machine, Kind.RELEASE, lock, Node.UNEXECUTED, place);
      }
    }
  }
}
