package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.AtomicHooks;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method added to the program's class that performs one {@code VarHandle} operation inside a
 * bracket. Out of line, because the coordinates lie deep in the operand stack, and because the
 * operation may throw while the stripe is held, which needs a handler.
 */
final class VarHandleBridge {
  private static final String HANDLE = "java/lang/invoke/VarHandle";

  private final String name; // of the bridge
  private final String operation;
  private final String descriptor; // of the operation
  private final int kind;
  private final int site;

  private VarHandleBridge(String name, String operation, String descriptor, int kind, int site) {
    this.name = name;
    this.operation = operation;
    this.descriptor = descriptor;
    this.kind = kind;
    this.site = site;
  }

  /** Replaces a call of {@code VarHandle.operation}; false if it is not an access. */
  static boolean replaceCall(
      MethodVisitor mv, MethodContext context, String operation, String descriptor) {
    int kind = kind(operation);
    if (kind < 0) {
      return false;
    }
    ClassContext owner = context.owner;
    int site = context.site();
    VarHandleBridge bridge =
        owner.bridges.computeIfAbsent(
            operation + descriptor + site,
            k ->
                new VarHandleBridge(
                    "$sooth$handle$" + owner.bridges.size(), operation, descriptor, kind, site));
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        owner.info.name,
        bridge.name,
        bridge.bridgeDescriptor(),
        owner.info.isInterface());
    return true;
  }

  private String bridgeDescriptor() {
    return "(L" + HANDLE + ";" + descriptor.substring(1);
  }

  private static int kind(String operation) {
    return switch (operation) {
      case "get" -> AtomicHooks.PLAIN_GET;
      case "set" -> AtomicHooks.PLAIN_SET;
      case "getVolatile", "getOpaque", "getAcquire" -> AtomicHooks.GET;
      case "setVolatile", "setOpaque", "setRelease" -> AtomicHooks.SET;
      case "compareAndSet",
          "weakCompareAndSet",
          "weakCompareAndSetPlain",
          "weakCompareAndSetAcquire",
          "weakCompareAndSetRelease" ->
          AtomicHooks.CAS;
      default ->
          operation.startsWith("getAnd") || operation.startsWith("compareAndExchange")
              ? AtomicHooks.UPDATE
              : -1;
    };
  }

  /** Adds the bridge to the class. */
  void write(ClassVisitor cv, int classVersion) {
    MethodVisitor mv =
        cv.visitMethod(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            name,
            bridgeDescriptor(),
            null,
            null);
    mv.visitCode();
    Type[] arguments = Type.getArgumentTypes(bridgeDescriptor());
    Type result = Type.getReturnType(descriptor);
    int log = 0;
    for (Type argument : arguments) {
      log += argument.getSize();
    }
    before(mv, arguments);
    mv.visitVarInsn(Opcodes.ASTORE, log);
    Label start = new Label();
    Label end = new Label();
    mv.visitLabel(start);
    int local = 0;
    for (Type argument : arguments) {
      mv.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, operation, descriptor, false);
    mv.visitLabel(end);
    boolean asked = kind == AtomicHooks.CAS && result.getSort() == Type.BOOLEAN;
    mv.visitInsn(asked ? Opcodes.DUP : Opcodes.ICONST_1);
    after(mv, log);
    mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
    Label handler = new Label();
    mv.visitTryCatchBlock(start, end, handler, null);
    mv.visitLabel(handler);
    if (classVersion >= Opcodes.V1_6) {
      visitHandlerFrame(mv, arguments);
    }
    mv.visitInsn(Opcodes.ICONST_M1);
    after(mv, log);
    mv.visitInsn(Opcodes.ATHROW);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  /**
   * Tells the hooks of the access that is about to be made: handle, object or null, index or -1.
   */
  private void before(MethodVisitor mv, Type[] arguments) {
    boolean object = arguments.length > 1 && arguments[1].getSort() >= Type.ARRAY;
    boolean indexed =
        object
            && arguments.length > 2
            && arguments[1].getSort() == Type.ARRAY
            && arguments[2].getSort() == Type.INT;
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    if (object && coordinates() > 0) {
      mv.visitVarInsn(Opcodes.ALOAD, 1);
    } else {
      mv.visitInsn(Opcodes.ACONST_NULL);
    }
    if (indexed) {
      mv.visitVarInsn(Opcodes.ILOAD, 2);
    } else {
      mv.visitInsn(Opcodes.ICONST_M1);
    }
    Emit.push(mv, site);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Emit.ATOMIC_HOOKS,
        "beforeHandle",
        "(L" + HANDLE + ";Ljava/lang/Object;II)" + Emit.LOG_TYPE,
        false);
  }

  private static void visitHandlerFrame(MethodVisitor mv, Type[] arguments) {
    Object[] locals = new Object[arguments.length + 1];
    for (int i = 0; i < arguments.length; i++) {
      locals[i] = frameType(arguments[i]);
    }
    locals[arguments.length] = Emit.LOG;
    mv.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
  }

  /** How many arguments come before the values of the operation. */
  private int coordinates() {
    int values =
        switch (kind) {
          case AtomicHooks.GET, AtomicHooks.PLAIN_GET -> 0;
          case AtomicHooks.CAS -> 2;
          default -> operation.startsWith("compareAndExchange") ? 2 : 1;
        };
    return Type.getArgumentTypes(descriptor).length - values;
  }

  /** Stack: result → nothing. */
  private void after(MethodVisitor mv, int log) {
    mv.visitVarInsn(Opcodes.ALOAD, log);
    Emit.push(mv, kind);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, Emit.ATOMIC_HOOKS, "after", "(I" + Emit.LOG_TYPE + "I)V", false);
  }

  private static Object frameType(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> Opcodes.LONG;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      case Type.OBJECT -> type.getInternalName();
      case Type.ARRAY -> type.getDescriptor();
      default -> Opcodes.INTEGER;
    };
  }
}
