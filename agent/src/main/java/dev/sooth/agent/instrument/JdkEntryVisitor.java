package dev.sooth.agent.instrument;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A method of a recorded class of the JDK. Its accesses count only if recorded code called it:
 * other code of the JDK may have taken locks that we do not see. The caller tells what it calls,
 * and the method compares.
 */
final class JdkEntryVisitor extends MethodVisitor {
  private final MethodContext context;
  private final int classVersion;
  private final Label start = new Label();

  JdkEntryVisitor(MethodVisitor next, MethodContext context, int classVersion) {
    super(Opcodes.ASM9, next);
    this.context = context;
    this.classVersion = classVersion;
  }

  /** What stands for a method where it is called and where it is entered. */
  static int call(String name, String descriptor) {
    return (name + descriptor).hashCode() | 1;
  }

  /**
   * Constructors and static initialisers do not count, nor what they call: whoever sees the object
   * or the class comes after them, by an order that is not recorded in the JDK.
   */
  static boolean counts(String name) {
    return !name.startsWith("<");
  }

  @Override
  public void visitCode() {
    super.visitCode();
    Emit.push(mv, call(context.name, context.descriptor));
    Emit.jdkHook(mv, "entered", "(I)V");
    super.visitLabel(start);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      Emit.jdkHook(mv, "left", "()V");
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    Label handler = new Label();
    super.visitLabel(handler);
    super.visitTryCatchBlock(start, handler, handler, null);
    if (classVersion >= Opcodes.V1_6) {
      super.visitFrame(Opcodes.F_FULL, 0, null, 1, new Object[] {"java/lang/Throwable"});
    }
    Emit.jdkHook(mv, "left", "()V");
    super.visitInsn(Opcodes.ATHROW);
    super.visitMaxs(maxStack, maxLocals);
  }
}
