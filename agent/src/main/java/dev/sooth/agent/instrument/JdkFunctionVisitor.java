package dev.sooth.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The functions that a concurrent collection calls with its elements, in {@code forEach} and its
 * like: an element may have been added after the method began, so what its giver did comes before
 * each call, and not only before the method.
 */
final class JdkFunctionVisitor extends MethodVisitor {
  private static final String FUNCTIONS = "java/util/function/";

  private final JdkKey key;
  private final int site;

  JdkFunctionVisitor(MethodVisitor next, JdkKey key, int site) {
    super(Opcodes.ASM9, next);
    this.key = key;
    this.site = site;
  }

  @Override
  public void visitMethodInsn(int opcode, String type, String name, String d, boolean itf) {
    if (opcode == Opcodes.INVOKEINTERFACE && type.startsWith(FUNCTIONS)) {
      key.push(mv, false);
      Emit.push(mv, site);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, Emit.JDK_HOOKS, "learn", "(Ljava/lang/Object;I)V", false);
    }
    super.visitMethodInsn(opcode, type, name, d, itf);
  }
}
