package dev.sooth.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How to get at the object whose hidden variable a method of the JDK uses. */
final class JdkKey {
  private JdkKey() {}

  /** Whether the method has such an object. */
  static boolean isThere(JdkModel.Key kind, ClassInfo info) {
    return switch (kind) {
      case SYNC -> info.fieldType.containsKey("sync");
      case OUTER -> info.fieldType.containsKey("this$0");
      default -> true;
    };
  }

  /** Pushes the object. */
  static void push(MethodVisitor mv, JdkModel.Key kind, ClassInfo info, boolean isStatic) {
    switch (kind) {
      case COMPLETIONS ->
          mv.visitFieldInsn(Opcodes.GETSTATIC, Emit.JDK_HOOKS, "COMPLETIONS", "Ljava/lang/Object;");
      case FIRST_ARGUMENT -> mv.visitVarInsn(Opcodes.ALOAD, isStatic ? 0 : 1);
      case RECEIVER -> mv.visitVarInsn(Opcodes.ALOAD, 0);
      case SYNC -> field(mv, info, "sync");
      case OUTER -> field(mv, info, "this$0");
      case STANDARD_STREAM -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            Emit.JDK_HOOKS,
            "standard",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            false);
      }
    }
  }

  private static void field(MethodVisitor mv, ClassInfo info, String name) {
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitFieldInsn(Opcodes.GETFIELD, info.name, name, info.fieldType.get(name));
  }
}
