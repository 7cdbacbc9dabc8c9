package dev.sooth.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Small pieces of bytecode that several transformers emit. */
final class Emit {
  static final String HOOKS = "dev/sooth/agent/bootstrap/Hooks";
  static final String THREAD_HOOKS = "dev/sooth/agent/bootstrap/ThreadHooks";
  static final String CLASS_HOOKS = "dev/sooth/agent/bootstrap/ClassHooks";
  static final String LINK_HOOKS = "dev/sooth/agent/bootstrap/LinkHooks";
  static final String OPAQUE_HOOKS = "dev/sooth/agent/bootstrap/OpaqueHooks";
  static final String COLLECTION_HOOKS = "dev/sooth/agent/bootstrap/CollectionHooks";
  static final String JDK_HOOKS = "dev/sooth/agent/bootstrap/JdkHooks";
  static final String ATOMIC_HOOKS = "dev/sooth/agent/bootstrap/AtomicHooks";
  static final String FIELD_HANDLES = "dev/sooth/agent/bootstrap/FieldHandles";
  static final String RECORDED_JDK_HOOKS = "dev/sooth/agent/bootstrap/RecordedJdkHooks";
  static final String UNSAFE_HOOKS = "dev/sooth/agent/bootstrap/UnsafeHooks";
  static final String HOLDERS = "dev/sooth/agent/bootstrap/Holders";
  static final String LOG = "dev/sooth/agent/bootstrap/ThreadLog";
  static final String LOG_TYPE = "L" + LOG + ";";
  static final String SHADOWED = "dev/sooth/agent/bootstrap/Shadowed";
  static final String IDENTIFIED = "dev/sooth/agent/bootstrap/Identified";

  private Emit() {}

  static void hook(MethodVisitor mv, String name, String descriptor) {
    hook(mv, HOOKS, name, descriptor);
  }

  /** A hook of another class than the usual one. */
  static void hook(MethodVisitor mv, String owner, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  /** A hook of a recorded class of the JDK. */
  static void jdkHook(MethodVisitor mv, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, RECORDED_JDK_HOOKS, name, descriptor, false);
  }

  /** A hook before an access: in a recorded class of the JDK it counts under a condition. */
  static void access(MethodVisitor mv, boolean inJdk, String name, String descriptor) {
    if (inJdk) {
      jdkHook(mv, name, descriptor);
    } else {
      hook(mv, name, descriptor);
    }
  }

  static void push(MethodVisitor mv, int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.BIPUSH, value);
    } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
  }

  /** What a stack map frame calls a value of this type. */
  static Object verificationType(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> Opcodes.LONG;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.ARRAY, Type.OBJECT -> type.getInternalName();
      default -> Opcodes.INTEGER;
    };
  }

  /** The descriptor of the hooks' parameter that takes a value of this type. */
  static String valueParameter(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> "J";
      case Type.FLOAT -> "F";
      case Type.DOUBLE -> "D";
      case Type.OBJECT, Type.ARRAY -> "Ljava/lang/Object;";
      default -> "I";
    };
  }

  /** Stack: log, value → value, with the value passed to the log and the access ended. */
  static void endRead(MethodVisitor mv, Type type, boolean withValues) {
    boolean wide = type.getSize() == 2;
    if (withValues) {
      mv.visitInsn(wide ? Opcodes.DUP2_X1 : Opcodes.DUP_X1);
      hook(mv, "read", "(" + LOG_TYPE + valueParameter(type) + ")" + LOG_TYPE);
    } else if (wide) {
      mv.visitInsn(Opcodes.DUP2_X1);
      mv.visitInsn(Opcodes.POP2);
    } else {
      mv.visitInsn(Opcodes.SWAP);
    }
    hook(mv, "after", "(" + LOG_TYPE + ")V");
  }

  /** Stack: value → value, with the value passed to the log. */
  static void noteWritten(MethodVisitor mv, Type type) {
    mv.visitInsn(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
    hook(mv, "written", "(" + valueParameter(type) + ")V");
  }
}
