package dev.sooth.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The arguments of a call, moved from the operand stack to local variables behind the method's own.
 * There is no jump before they are loaded again, so these are in no stack map frame.
 */
final class Spilled {
  private final MethodVisitor mv;
  private final Type[] arguments;
  private final int[] slots;

  /** Moves the arguments; what lies below them, such as the receiver, is then on top. */
  Spilled(MethodVisitor mv, MethodContext context, Type[] arguments) {
    this.mv = mv;
    this.arguments = arguments;
    slots = new int[arguments.length];
    int slot = context.firstFreeLocal();
    for (int i = arguments.length - 1; i >= 0; i--) {
      slots[i] = slot;
      mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), slot);
      slot += arguments[i].getSize();
    }
  }

  void load(int i) {
    mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), slots[i]);
  }

  void loadAll() {
    for (int i = 0; i < slots.length; i++) {
      load(i);
    }
  }
}
