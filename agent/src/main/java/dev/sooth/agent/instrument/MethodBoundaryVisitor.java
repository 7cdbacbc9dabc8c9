package dev.sooth.agent.instrument;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What happens at the start and at the end of a method: synchronized methods (the flag stays; the
 * release is recorded at each return and when an exception leaves), static initialisers, and the
 * first use of a class by a thread.
 */
final class MethodBoundaryVisitor extends MethodVisitor {
  private static final String BOOTSTRAP =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/";

  private final MethodContext context;
  private final int classVersion;
  private final boolean isSynchronized;
  private final boolean isInitialiser;
  private final boolean isBootstrap; // by its type: of a call site or of a constant
  private final int classIndex;
  private final int site;
  private final Label start = new Label();
  private boolean receiverOverwritten;
  private final Set<Label> linkageHandlers = new HashSet<>();
  private boolean atLinkageHandler; // which begins by storing the error

  MethodBoundaryVisitor(MethodVisitor next, MethodContext context, int classVersion) {
    super(Opcodes.ASM9, next);
    this.context = context;
    this.classVersion = classVersion;
    isSynchronized = (context.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    isInitialiser = context.name.equals("<clinit>");
    isBootstrap =
        context.isStatic()
            && context.descriptor.startsWith(BOOTSTRAP)
            && !context.name.equals(ArrayAccessVisitor.JACOCO_METHOD); // orders nothing of theirs
    ClassContext owner = context.owner;
    classIndex =
        owner.info.hasInitialiser ? owner.fields.classIndex(owner.loader, owner.info.name) : 0;
    site = context.site();
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (isInitialiser) {
      Emit.push(mv, classIndex);
      Emit.hook(mv, Emit.CLASS_HOOKS, "initialising", "(I)V");
    } else if (!context.apart && (context.isStatic() || context.name.equals("<init>"))) {
      ClassContext owner = context.owner;
      for (String type : owner.initialised()) {
        Emit.push(mv, owner.classIndex(type));
        Emit.push(mv, site);
        Emit.hook(mv, Emit.CLASS_HOOKS, "using", "(II)V");
      }
    }
    if (isInitialiser) {
      super.visitLabel(start);
    }
    if (isSynchronized) {
      super.visitLabel(start);
      pushMonitor();
      Emit.push(mv, context.site());
      Emit.hook(mv, "methodMonitorEntered", "(Ljava/lang/Object;I)V");
    }
  }

  /** Handlers of what is thrown when a class is used whose initialiser has failed. */
  @Override
  public void visitTryCatchBlock(Label from, Label to, Label handler, String type) {
    // Not those of finally and synchronized blocks, which throw it on: in the latter a hook that
    // fails for want of stack would come back to itself for ever.
    if ("java/lang/Throwable".equals(type)
        || "java/lang/Error".equals(type)
        || "java/lang/LinkageError".equals(type)
        || "java/lang/NoClassDefFoundError".equals(type)) {
      linkageHandlers.add(handler);
    }
    super.visitTryCatchBlock(from, to, handler, type);
  }

  @Override
  public void visitLabel(Label label) {
    super.visitLabel(label);
    atLinkageHandler = linkageHandlers.contains(label);
  }

  @Override
  public void visitInsn(int opcode) {
    atLinkageHandler = false;
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      if (isSynchronized) {
        leave();
      }
      if (isBootstrap) {
        Emit.hook(mv, Emit.LINK_HOOKS, "linked", "()V");
      }
      if (isInitialiser) {
        Emit.push(mv, classIndex);
        Emit.push(mv, site);
        Emit.hook(mv, Emit.CLASS_HOOKS, "initialised", "(II)V");
      }
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    if (atLinkageHandler && opcode == Opcodes.ASTORE) {
      atLinkageHandler = false;
      super.visitVarInsn(opcode, variable);
      Emit.push(mv, site);
      Emit.hook(mv, Emit.CLASS_HOOKS, "linkageCaught", "(I)V");
      return;
    }
    atLinkageHandler = false;
    if (variable == 0 && opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      receiverOverwritten = true;
    }
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (isInitialiser) {
      failedInitialiser();
    }
    if (isSynchronized) {
      if (receiverOverwritten && !context.isStatic()) {
        throw new UnsupportedClassException(
            context.name + context.descriptor + " overwrites its receiver");
      }
      Label handler = new Label();
      super.visitLabel(handler);
      super.visitTryCatchBlock(start, handler, handler, null);
      if (classVersion >= Opcodes.V1_6) {
        Object[] locals =
            context.isStatic() ? new Object[0] : new Object[] {context.owner.info.name};
        super.visitFrame(
            Opcodes.F_FULL, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
      }
      leave();
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }

  /** An initialiser that fails has been run, too: who uses the class later gets an error. */
  private void failedInitialiser() {
    Label handler = new Label();
    super.visitLabel(handler);
    super.visitTryCatchBlock(start, handler, handler, null);
    if (classVersion >= Opcodes.V1_6) {
      super.visitFrame(Opcodes.F_FULL, 0, null, 1, new Object[] {"java/lang/Throwable"});
    }
    Emit.push(mv, site);
    Emit.hook(mv, Emit.CLASS_HOOKS, "initialisationFailed", "(I)V");
    super.visitInsn(Opcodes.ATHROW);
  }

  private void leave() {
    pushMonitor();
    Emit.push(mv, context.site());
    Emit.hook(mv, "monitorExiting", "(Ljava/lang/Object;I)V");
  }

  private void pushMonitor() {
    if (context.isStatic()) {
      super.visitLdcInsn(Type.getObjectType(context.owner.info.name));
    } else {
      super.visitVarInsn(Opcodes.ALOAD, 0);
    }
  }
}
