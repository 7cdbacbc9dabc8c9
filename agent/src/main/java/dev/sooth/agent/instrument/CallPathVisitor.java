package dev.sooth.agent.instrument;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Keeps the call path of the thread: a method is entered, calls from a place, and is left, by a
 * return or by an exception. A constructor counts as entered when the one that it calls has
 * returned, because no handler can cover what is before.
 */
final class CallPathVisitor extends MethodVisitor {
  private final MethodContext context;
  private final int classVersion;
  private final Label start = new Label();
  private boolean entered;

  CallPathVisitor(MethodVisitor next, MethodContext context, int classVersion) {
    super(Opcodes.ASM9, next);
    this.context = context;
    this.classVersion = classVersion;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (!context.beforeSuper) {
      enter();
    }
  }

  private void enter() {
    entered = true;
    Emit.hook(mv, "entered", "()V");
    super.visitLabel(start);
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    if (entered && mayCallProgram(owner, name)) {
      Emit.push(mv, context.site());
      Emit.hook(mv, "calling", "(I)V");
    }
    super.visitMethodInsn(opcode, owner, name, d, itf);
    boolean isConstructor = opcode == Opcodes.INVOKESPECIAL && name.equals("<init>");
    if (!entered && !context.beforeSuper && isConstructor) { // not a hook just before that call
      enter();
    }
  }

  private static boolean mayCallProgram(String owner, String name) {
    if (owner.startsWith("dev/sooth/agent/") || name.startsWith("$sooth$")) {
      return false;
    }
    return switch (owner) {
      case "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/Math",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Double",
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/System" ->
          false;
      default -> true;
    };
  }

  @Override
  public void visitInsn(int opcode) {
    if (entered && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      Emit.hook(mv, "left", "()V");
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (entered) {
      Label handler = new Label();
      super.visitLabel(handler);
      super.visitTryCatchBlock(start, handler, handler, null);
      if (classVersion >= Opcodes.V1_6) {
        super.visitFrame(Opcodes.F_FULL, 0, null, 1, new Object[] {"java/lang/Throwable"});
      }
      Emit.hook(mv, "left", "()V");
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }
}
