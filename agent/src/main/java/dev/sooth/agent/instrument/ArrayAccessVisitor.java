package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.Op;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Brackets each load and store of an array element; but not the stores that JaCoCo puts in to note
 * what was executed, which race by design and are not the program's.
 */
final class ArrayAccessVisitor extends MethodVisitor {
  /** The method that JaCoCo adds to a class, in which it gets its array. */
  static final String JACOCO_METHOD = "$jacocoInit";

  /** The constant for which that is the bootstrap method. */
  static final String JACOCO_CONSTANT = "$jacocoData";

  private static final int NONE = -1;

  private final MethodContext context;
  private boolean probesFollow; // on the stack, to be stored in a variable
  private int probes = NONE; // the variable that holds them, which nobody else uses
  private boolean probeFollows;

  ArrayAccessVisitor(MethodVisitor next, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.context = context;
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    probesFollow = name.equals(JACOCO_METHOD);
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  @Override
  public void visitLdcInsn(Object value) {
    probesFollow =
        value instanceof ConstantDynamic constant && constant.getName().equals(JACOCO_CONSTANT);
    super.visitLdcInsn(value);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    if (opcode == Opcodes.ASTORE && probesFollow) {
      probes = variable;
      probesFollow = false;
    } else if (opcode == Opcodes.ALOAD && variable == probes) {
      probeFollows = true;
    }
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitInsn(int opcode) {
    boolean isProbe = opcode == Opcodes.BASTORE && probeFollows;
    probeFollows &= !isProbe;
    Type type = context.unchecked || isProbe ? null : elementType(opcode);
    if (type == null) {
      super.visitInsn(opcode);
    } else if (context.owner.direct) {
      int op = opcode <= Opcodes.SALOAD ? Op.ELEMENT_READ : Op.ELEMENT_WRITE;
      long access = Op.head(op, context.site()) | context.condition();
      DirectAccess direct = new DirectAccess(mv, context);
      if (op == Op.ELEMENT_READ) {
        direct.load(opcode, type, access);
      } else {
        direct.store(opcode, type, access);
      }
    } else if (opcode <= Opcodes.SALOAD) {
      load(opcode, type);
    } else {
      store(opcode, type);
    }
  }

  private void load(int opcode, Type type) {
    super.visitInsn(Opcodes.DUP2);
    super.visitLdcInsn(Op.head(Op.ELEMENT_READ, context.site()) | context.condition());
    Emit.access(
        mv, context.owner.ofTheJdk, "beforeElement", "(Ljava/lang/Object;IJ)" + Emit.LOG_TYPE);
    super.visitInsn(Opcodes.DUP_X2);
    super.visitInsn(Opcodes.POP); // log, array, index
    super.visitInsn(opcode);
    Emit.endRead(mv, type, context.owner.withValues);
  }

  private void store(int opcode, Type type) {
    boolean wide = type.getSize() == 2;
    if (opcode == Opcodes.AASTORE) {
      super.visitInsn(Opcodes.DUP);
      Emit.hook(mv, "storing", "(Ljava/lang/Object;)V");
    }
    super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
    super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP); // value, array, index
    super.visitInsn(Opcodes.DUP2);
    super.visitLdcInsn(Op.head(Op.ELEMENT_WRITE, context.site()) | context.condition());
    String hook = opcode == Opcodes.AASTORE ? "beforeReferenceStore" : "beforeStore";
    Emit.access(mv, context.owner.ofTheJdk, hook, "(Ljava/lang/Object;IJ)V");
    super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1);
    super.visitInsn(Opcodes.POP2); // array, index, value
    if (context.owner.withValues) {
      Emit.noteWritten(mv, type);
    }
    super.visitInsn(opcode);
    Emit.hook(mv, "afterStore", "()V");
  }

  private static Type elementType(int opcode) {
    return switch (opcode) {
      case Opcodes.IALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD -> Type.INT_TYPE;
      case Opcodes.IASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE -> Type.INT_TYPE;
      case Opcodes.LALOAD, Opcodes.LASTORE -> Type.LONG_TYPE;
      case Opcodes.FALOAD, Opcodes.FASTORE -> Type.FLOAT_TYPE;
      case Opcodes.DALOAD, Opcodes.DASTORE -> Type.DOUBLE_TYPE;
      case Opcodes.AALOAD, Opcodes.AASTORE -> Type.getObjectType("java/lang/Object");
      default -> null;
    };
  }
}
