package dev.sooth.agent.instrument;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the way of the thread recorded: how branches go, what comes from code that is not recorded,
 * which methods and handlers are entered. It stands before all others, so it sees the program's own
 * instructions and counts them; its hooks go past the others, which look at each call.
 */
final class FlowVisitor extends MethodVisitor {
  private static final String FLOW_HOOKS = "dev/sooth/agent/bootstrap/FlowHooks";

  private final MethodVisitor direct;
  private final MethodContext context;
  private final Set<Label> handlers = new HashSet<>();
  private boolean atHandler;

  FlowVisitor(MethodVisitor next, MethodVisitor direct, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.direct = direct;
    this.context = context;
  }

  private void hook(String name, String descriptor) {
    Emit.hook(direct, FLOW_HOOKS, name, descriptor);
  }

  /** The number that stands for what is called; never 0. */
  private static int called(String name, String descriptor) {
    return (name + descriptor).hashCode() | 1;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    Emit.push(direct, context.site());
    Emit.push(direct, called(context.name, context.descriptor));
    hook("entered", "(II)V");
    int local = 0;
    if (!context.isStatic()) {
      if (!context.name.equals("<init>")) {
        direct.visitVarInsn(Opcodes.ALOAD, 0);
        hook("argument", "(Ljava/lang/Object;)V");
      }
      local = 1;
    }
    for (Type type : Type.getArgumentTypes(context.descriptor)) {
      direct.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
      hook("argument", "(" + Emit.valueParameter(type) + ")V");
      local += type.getSize();
    }
  }

  /** Before each instruction of the program. */
  private void next() {
    context.instruction++;
    if (atHandler) {
      atHandler = false;
      direct.visitInsn(Opcodes.DUP);
      caught();
    }
  }

  private void caught() {
    Emit.push(direct, context.site());
    hook("caught", "(Ljava/lang/Object;I)V");
  }

  @Override
  public void visitTryCatchBlock(Label from, Label to, Label handler, String type) {
    handlers.add(handler);
    super.visitTryCatchBlock(from, to, handler, type);
  }

  @Override
  public void visitLabel(Label label) {
    super.visitLabel(label);
    atHandler |= handlers.contains(label);
  }

  /** A handler mostly begins with the exception put aside, before which others expect nothing. */
  @Override
  public void visitVarInsn(int opcode, int variable) {
    if (atHandler && opcode == Opcodes.ASTORE) {
      atHandler = false;
      next();
      super.visitVarInsn(opcode, variable);
      direct.visitVarInsn(Opcodes.ALOAD, variable);
      caught();
      return;
    }
    next();
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitInsn(int opcode) {
    next();
    super.visitInsn(opcode);
    if (opcode == Opcodes.ARRAYLENGTH) {
      value(Type.INT_TYPE, "value");
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    next();
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    next();
    super.visitTypeInsn(opcode, type);
    if (opcode == Opcodes.INSTANCEOF) {
      value(Type.INT_TYPE, "value");
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    next();
    super.visitFieldInsn(opcode, owner, name, descriptor);
    if (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) {
      // Of recorded ones, too, since it is not known here which those are; before super() the
      // object cannot be asked, but its field can.
      value(Type.getType(descriptor), "value");
    }
  }

  private void value(Type type, String hook) {
    direct.visitInsn(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
    hook(hook, "(" + Emit.valueParameter(type) + ")V");
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    next();
    Emit.push(direct, called(name, d));
    hook("calling", "(I)V");
    super.visitMethodInsn(opcode, owner, name, d, itf);
    returned(Type.getReturnType(d));
  }

  @Override
  public void visitInvokeDynamicInsn(String name, String d, Handle bootstrap, Object... args) {
    next();
    super.visitInvokeDynamicInsn(name, d, bootstrap, args);
    returned(Type.getReturnType(d));
  }

  private void returned(Type type) {
    if (type.getSort() == Type.VOID) {
      hook("returned", "()V");
    } else {
      value(type, "returned");
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    next();
    switch (opcode) {
      case Opcodes.GOTO, Opcodes.JSR -> {}
      case Opcodes.IFNULL, Opcodes.IFNONNULL -> {
        direct.visitInsn(Opcodes.DUP);
        branch("(Ljava/lang/Object;I)V", opcode);
      }
      case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> {
        direct.visitInsn(Opcodes.DUP2);
        branch("(Ljava/lang/Object;Ljava/lang/Object;I)V", opcode);
      }
      case Opcodes.IF_ICMPEQ,
          Opcodes.IF_ICMPNE,
          Opcodes.IF_ICMPLT,
          Opcodes.IF_ICMPGE,
          Opcodes.IF_ICMPGT,
          Opcodes.IF_ICMPLE -> {
        direct.visitInsn(Opcodes.DUP2);
        branch("(III)V", opcode);
      }
      default -> {
        direct.visitInsn(Opcodes.DUP);
        branch("(II)V", opcode);
      }
    }
    super.visitJumpInsn(opcode, label);
  }

  private void branch(String descriptor, int opcode) {
    Emit.push(direct, opcode);
    hook("branch", descriptor);
  }

  @Override
  public void visitLdcInsn(Object value) {
    next();
    super.visitLdcInsn(value);
    if (!(value instanceof Number) && !(value instanceof ConstantDynamic)) {
      value(Type.getType(Object.class), "value");
    }
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    next();
    super.visitIincInsn(variable, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
    next();
    super.visitTableSwitchInsn(min, max, otherwise, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
    next();
    super.visitLookupSwitchInsn(otherwise, keys, labels);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    next();
    super.visitMultiANewArrayInsn(descriptor, dimensions);
    value(Type.getType(Object.class), "value");
  }
}
