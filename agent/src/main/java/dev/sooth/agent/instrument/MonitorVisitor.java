package dev.sooth.agent.instrument;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Records {@code monitorenter} after it and {@code monitorexit} before it.
 *
 * <p>The hook after a {@code monitorenter} is put behind the labels that follow it, so that it lies
 * inside the compiler's try block: the JIT compiles a method only if every instruction that can
 * throw while a monitor is held is covered by a handler that leaves it.
 */
final class MonitorVisitor extends MethodVisitor {
  private final MethodContext context;
  private boolean entered;

  MonitorVisitor(MethodVisitor next, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.context = context;
  }

  private void flush() {
    if (entered) {
      entered = false;
      Emit.hook(mv, "monitorEntered", "()V");
    }
  }

  @Override
  public void visitInsn(int opcode) {
    flush();
    if (opcode == Opcodes.MONITORENTER) {
      super.visitInsn(Opcodes.DUP);
      Emit.push(mv, context.site());
      Emit.hook(mv, "monitorEntering", "(Ljava/lang/Object;I)V");
      super.visitInsn(opcode);
      entered = true;
    } else if (opcode == Opcodes.MONITOREXIT) {
      super.visitInsn(Opcodes.DUP);
      Emit.push(mv, context.site());
      Emit.hook(mv, "monitorExiting", "(Ljava/lang/Object;I)V");
      super.visitInsn(opcode);
    } else {
      super.visitInsn(opcode);
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    flush();
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    flush();
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    flush();
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    flush();
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    flush();
    super.visitMethodInsn(opcode, owner, name, d, itf);
  }

  @Override
  public void visitInvokeDynamicInsn(String name, String d, Handle bootstrap, Object... args) {
    flush();
    super.visitInvokeDynamicInsn(name, d, bootstrap, args);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    flush();
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitLdcInsn(Object value) {
    flush();
    super.visitLdcInsn(value);
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    flush();
    super.visitIincInsn(variable, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
    flush();
    super.visitTableSwitchInsn(min, max, otherwise, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
    flush();
    super.visitLookupSwitchInsn(otherwise, keys, labels);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    flush();
    super.visitMultiANewArrayInsn(descriptor, dimensions);
  }
}
