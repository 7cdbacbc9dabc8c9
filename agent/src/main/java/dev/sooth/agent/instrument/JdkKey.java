package dev.sooth.agent.instrument;

import java.util.Optional;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * How to get at the object whose hidden variable a method of the JDK uses.
 *
 * @param kind which it is
 * @param fieldOwner class of the field to read, or null
 * @param fieldName name of the field to read, or null
 * @param fieldType its descriptor, or null
 */
record JdkKey(JdkModel.Key kind, String fieldOwner, String fieldName, String fieldType) {
  private static final String[] OUTER_FIELDS = {"map", "m", "this$0", "q"};

  /** The key of a model in a class; null if the class has no such field. */
  static JdkKey find(JdkModel.Key kind, ClassInfo info, ClassFiles files) {
    return switch (kind) {
      case SYNC -> field(kind, info, files, "sync");
      case MUTEX -> field(kind, info, files, "mutex");
      case OUTER -> {
        JdkKey outer = field(kind, info, files, OUTER_FIELDS);
        yield outer != null ? outer : new JdkKey(JdkModel.Key.ORIGIN, null, null, null);
      }
      default -> new JdkKey(kind, null, null, null);
    };
  }

  private static JdkKey field(
      JdkModel.Key kind, ClassInfo info, ClassFiles files, String... names) {
    Optional<ClassInfo> type = Optional.of(info);
    while (type.isPresent()) {
      for (String name : names) {
        if (type.get().fieldAccess.containsKey(name)) {
          boolean accessible =
              type.get() == info || (type.get().fieldAccess.get(name) & Opcodes.ACC_PRIVATE) == 0;
          return accessible
              ? new JdkKey(kind, type.get().name, name, type.get().fieldType.get(name))
              : null;
        }
      }
      type =
          type.get().superName == null ? Optional.empty() : files.find(null, type.get().superName);
    }
    return null;
  }

  /** Pushes the object. */
  void push(MethodVisitor mv, boolean isStatic) {
    switch (kind) {
      case STAGES -> constant(mv, "STAGES");
      case COMPLETIONS -> constant(mv, "COMPLETIONS");
      case FIRST_ARGUMENT -> mv.visitVarInsn(Opcodes.ALOAD, isStatic ? 0 : 1);
      default -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        if (fieldName != null) {
          mv.visitFieldInsn(Opcodes.GETFIELD, fieldOwner, fieldName, fieldType);
          if (fieldType.equals("Ljava/util/concurrent/ConcurrentNavigableMap;")) {
            replace(mv, "whole"); // the skip list, or a part of it
          }
        } else if (kind == JdkModel.Key.FOREIGN_RECEIVER) {
          replace(mv, "foreign");
        } else if (kind == JdkModel.Key.ORIGIN) {
          replace(mv, "origin");
        }
      }
    }
  }

  private static void replace(MethodVisitor mv, String hook) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Emit.JDK_HOOKS,
        hook,
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        false);
  }

  private static void constant(MethodVisitor mv, String name) {
    mv.visitFieldInsn(Opcodes.GETSTATIC, Emit.JDK_HOOKS, name, "Ljava/lang/Object;");
  }
}
