package dev.sooth.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The last visitor of a method with {@link DirectAccess}es: gives it the local variables that these
 * need. They are set at its start, so that each frame has them.
 */
final class StateLocals extends MethodNode {
  private final MethodVisitor next;
  private final MethodContext context;
  private final int classVersion;

  StateLocals(
      MethodVisitor next,
      MethodContext context,
      int classVersion,
      String signature,
      String[] exceptions) {
    super(Opcodes.ASM9, context.access, context.name, context.descriptor, signature, exceptions);
    this.next = next;
    this.context = context;
    this.classVersion = classVersion;
  }

  @Override
  public void visitEnd() {
    if (context.usesState()) {
      if (classVersion >= Opcodes.V1_6) {
        extendFrames();
      }
      instructions.insert(start());
    }
    accept(next);
  }

  private InsnList start() {
    InsnList start = new InsnList();
    start.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            DirectAccess.CHECKS,
            "state",
            "()" + DirectAccess.STATE_TYPE,
            false));
    start.add(new VarInsnNode(Opcodes.ASTORE, context.stateLocal()));
    for (int i = 1; i <= context.cellsLocals(); i++) {
      start.add(new InsnNode(Opcodes.ACONST_NULL));
      start.add(new VarInsnNode(Opcodes.ASTORE, context.stateLocal() + i));
    }
    return start;
  }

  private void extendFrames() {
    List<Object> locals = firstLocals();
    for (AbstractInsnNode node : instructions) {
      if (node instanceof FrameNode frame) {
        List<Object> stack = List.of();
        switch (frame.type) {
          case Opcodes.F_FULL -> {
            locals = new ArrayList<>(frame.local == null ? List.of() : frame.local);
            stack = frame.stack == null ? List.of() : frame.stack;
          }
          case Opcodes.F_APPEND -> locals.addAll(frame.local);
          case Opcodes.F_CHOP -> {
            for (int i = frame.local.size(); i > 0; i--) {
              locals.remove(locals.size() - 1);
            }
          }
          case Opcodes.F_SAME1 -> stack = frame.stack;
          case Opcodes.F_SAME -> {}
          default -> throw new IllegalStateException("frame of type " + frame.type);
        }
        Object[] all = extended(locals);
        instructions.set(
            node, new FrameNode(Opcodes.F_FULL, all.length, all, stack.size(), stack.toArray()));
      }
    }
  }

  private Object[] extended(List<Object> locals) {
    List<Object> all = new ArrayList<>(locals);
    int slots = 0;
    for (Object local : locals) {
      slots += Opcodes.LONG.equals(local) || Opcodes.DOUBLE.equals(local) ? 2 : 1;
    }
    for (; slots < context.stateLocal(); slots++) {
      all.add(Opcodes.TOP);
    }
    all.add(DirectAccess.STATE);
    for (int i = 0; i < context.cellsLocals(); i++) {
      all.add(DirectAccess.CELLS);
    }
    return all.toArray();
  }

  /** What the local variables hold when the method starts. */
  private List<Object> firstLocals() {
    List<Object> locals = new ArrayList<>();
    if (!context.isStatic()) {
      locals.add(context.beforeThis() ? Opcodes.UNINITIALIZED_THIS : context.owner.info.name);
    }
    for (Type type : Type.getArgumentTypes(desc)) {
      locals.add(Emit.verificationType(type));
    }
    return locals;
  }
}
