package dev.sooth.agent.instrument;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Keeps the method's context up to date for the transformers behind it. */
final class PositionTracker extends MethodVisitor {
  private final MethodContext context;
  private int uninitialised; // objects made and not yet constructed, in the order of the code

  PositionTracker(MethodVisitor next, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.context = context;
  }

  /** From here on there are no checks: another visitor is the next. */
  void goOnWith(MethodVisitor next) {
    mv = next;
  }

  @Override
  public void visitLineNumber(int line, Label start) {
    context.line = line;
    super.visitLineNumber(line, start);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    if (opcode == Opcodes.NEW) {
      uninitialised++;
    }
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
      if (uninitialised > 0) {
        uninitialised--;
      } else {
        context.beforeSuper = false;
      }
    }
    super.visitMethodInsn(opcode, owner, name, d, itf);
  }
}
