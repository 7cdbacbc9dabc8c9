package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.FieldWords;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits accesses with the check behind them, where a check is all there is of an access: see {@code
 * DirectChecks}. Fields of the class itself are checked by methods that it gets for that, which
 * come to the field's words without looking for them.
 */
final class DirectAccess {
  static final String STATE = "dev/sooth/agent/bootstrap/CheckState";
  static final String STATE_TYPE = "L" + STATE + ";";
  static final String CELLS = "dev/sooth/agent/bootstrap/ElementCells";
  static final String CHECKS = "dev/sooth/agent/bootstrap/DirectChecks";
  private static final String CELLS_TYPE = "L" + CELLS + ";";
  private static final String READER = "$sooth$read$";
  private static final String WRITER = "$sooth$write$";

  private final MethodVisitor mv;
  private final MethodContext context;

  DirectAccess(MethodVisitor mv, MethodContext context) {
    this.mv = mv;
    this.context = context;
  }

  /** Stack: as before and after the instruction. */
  void instance(int opcode, String owner, String name, Type type, long access, boolean own) {
    boolean wide = type.getSize() == 2;
    boolean read = opcode == Opcodes.GETFIELD;
    if (read) {
      mv.visitInsn(Opcodes.DUP);
      mv.visitFieldInsn(opcode, owner, name, type.getDescriptor());
      mv.visitInsn(wide ? Opcodes.DUP2_X1 : Opcodes.SWAP);
      if (wide) {
        mv.visitInsn(Opcodes.POP2);
      } // value, object
    } else {
      if (wide) {
        mv.visitInsn(Opcodes.DUP2_X1);
        mv.visitInsn(Opcodes.POP2);
        mv.visitInsn(Opcodes.DUP_X2);
        mv.visitInsn(Opcodes.DUP_X2);
        mv.visitInsn(Opcodes.POP); // object, object, value
      } else {
        mv.visitInsn(Opcodes.SWAP);
        mv.visitInsn(Opcodes.DUP_X1);
        mv.visitInsn(Opcodes.SWAP); // object, object, value
      }
      mv.visitFieldInsn(opcode, owner, name, type.getDescriptor());
    }
    state(access);
    if (own && !context.conditional) {
      String method = (read ? READER : WRITER) + name;
      context.owner.checked.add(method);
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC, owner, method, "(L" + owner + ";" + STATE_TYPE + "J)V", isItf());
    } else {
      call("field", "Field", "(Ljava/lang/Object;" + STATE_TYPE + "J)V");
    }
  }

  void ofClass(int opcode, String owner, String name, Type type, long access) {
    mv.visitFieldInsn(opcode, owner, name, type.getDescriptor());
    state(access);
    call("staticField", "Static", "(" + STATE_TYPE + "J)V");
  }

  void load(int opcode, Type type, long access) {
    mv.visitInsn(Opcodes.DUP2);
    mv.visitInsn(opcode);
    boolean wide = type.getSize() == 2;
    mv.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
    mv.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP); // value, array, index
    element("load", "Load", access);
  }

  void store(int opcode, Type type, long access) {
    boolean wide = type.getSize() == 2;
    mv.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
    mv.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP); // value, array, index
    mv.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1);
    mv.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1);
    mv.visitInsn(Opcodes.POP2); // array, index, array, index, value
    mv.visitInsn(opcode);
    element("store", "Store", access);
  }

  private void element(String method, String sampled, long access) {
    int cells = context.nextCellsLocal();
    mv.visitVarInsn(Opcodes.ALOAD, cells);
    state(access);
    call(method, sampled, "(Ljava/lang/Object;I" + CELLS_TYPE + STATE_TYPE + "J)" + CELLS_TYPE);
    mv.visitVarInsn(Opcodes.ASTORE, cells);
  }

  private void state(long access) {
    mv.visitVarInsn(Opcodes.ALOAD, context.stateLocal());
    mv.visitLdcInsn(access);
  }

  private void call(String method, String sampled, String descriptor) {
    Emit.hook(mv, CHECKS, context.conditional ? "sampled" + sampled : method, descriptor);
  }

  private boolean isItf() {
    return context.owner.info.isInterface();
  }

  // ---- members of the class ---------------------------------------------------------------------

  /** The words of a field. */
  static void words(ClassVisitor cv, String field) {
    int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    cv.visitField(flags, FieldWords.WRITES + field, "J", null, null).visitEnd();
    cv.visitField(flags, FieldWords.READS + field, "J", null, null).visitEnd();
  }

  /** The methods that check accesses of the class to a field of its own. */
  static void checkers(ClassVisitor cv, ClassContext context, String field, int version) {
    for (boolean read : new boolean[] {true, false}) {
      String name = (read ? READER : WRITER) + field;
      if (context.checked.contains(name)) {
        int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        String descriptor = "(L" + context.info.name + ";" + STATE_TYPE + "J)V";
        MethodVisitor mv = cv.visitMethod(flags, name, descriptor, null, null);
        checker(mv, context.info.name, field, read, version);
      }
    }
  }

  /** What {@code DirectChecks.isRead} and {@code isWritten} do, with fields for the words. */
  private static void checker(
      MethodVisitor mv, String owner, String field, boolean read, int version) {
    final String same = read ? FieldWords.READS + field : FieldWords.WRITES + field;
    final int word = 6; // object 0, state 1, access 2, mine 4, word 6, other word 8
    final int other = 8;
    mv.visitCode();
    mv.visitVarInsn(Opcodes.ALOAD, 1);
    mv.visitVarInsn(Opcodes.LLOAD, 2);
    Emit.hook(mv, CHECKS, "mine", "(" + STATE_TYPE + "J)J");
    mv.visitVarInsn(Opcodes.LSTORE, 4);
    get(mv, owner, same, word);
    Label end = new Label();
    mv.visitVarInsn(Opcodes.LLOAD, word);
    mv.visitVarInsn(Opcodes.LLOAD, 4);
    mv.visitInsn(Opcodes.LCMP);
    mv.visitJumpInsn(Opcodes.IFEQ, end);
    get(mv, owner, read ? FieldWords.WRITES + field : FieldWords.READS + field, other);
    mv.visitVarInsn(Opcodes.LLOAD, word);
    mv.visitVarInsn(Opcodes.LLOAD, other);
    mv.visitVarInsn(Opcodes.LLOAD, 4);
    Emit.hook(mv, CHECKS, "isOwn", "(JJJ)Z");
    Label slow = new Label();
    mv.visitJumpInsn(Opcodes.IFEQ, slow);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.LLOAD, 4);
    mv.visitFieldInsn(Opcodes.PUTFIELD, owner, same, "J");
    if (!read) {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitInsn(Opcodes.LCONST_0);
      mv.visitFieldInsn(Opcodes.PUTFIELD, owner, FieldWords.READS + field, "J");
    }
    mv.visitInsn(Opcodes.RETURN);
    Object[] locals = {owner, STATE, Opcodes.LONG, Opcodes.LONG, Opcodes.LONG, Opcodes.LONG};
    mv.visitLabel(slow);
    frame(mv, version, 6, locals);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.ALOAD, 1);
    mv.visitVarInsn(Opcodes.LLOAD, 2);
    mv.visitVarInsn(Opcodes.LLOAD, word);
    Emit.hook(mv, CHECKS, "field", "(Ljava/lang/Object;" + STATE_TYPE + "JJ)V");
    mv.visitInsn(Opcodes.RETURN);
    mv.visitLabel(end);
    frame(mv, version, 5, locals);
    mv.visitInsn(Opcodes.RETURN);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  private static void get(MethodVisitor mv, String owner, String field, int to) {
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitFieldInsn(Opcodes.GETFIELD, owner, field, "J");
    mv.visitVarInsn(Opcodes.LSTORE, to);
  }

  private static void frame(MethodVisitor mv, int version, int count, Object[] locals) {
    if (version >= Opcodes.V1_6) {
      mv.visitFrame(Opcodes.F_FULL, count, locals, 0, new Object[0]);
    }
  }
}
