package dev.sooth.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The places where the JDK calls the program in the middle of a modelled method: pool workers and
 * timers that run a task, barriers that run their action, stages that run their function. What the
 * task's giver did comes before.
 */
final class JdkCallbackVisitor extends MethodVisitor {
  private static final String JUC = "java/util/concurrent/";

  private static final String STAGES = JUC + "CompletableFuture";

  private final String owner;
  private final int site;

  JdkCallbackVisitor(MethodVisitor next, String owner, int site) {
    super(Opcodes.ASM9, next);
    this.owner = owner;
    this.site = site;
  }

  /** Whether the method has such a place. */
  static boolean calls(String owner, String method) {
    return switch (owner) {
      case JUC + "ThreadPoolExecutor" -> method.equals("runWorker");
      case "java/util/TimerThread" -> method.equals("mainLoop");
      case JUC + "CyclicBarrier" -> method.equals("dowait");
      case JUC + "Phaser" -> true;
      case JUC + "CountedCompleter" -> true;
      // These two are handed over, like any task, and need no order with all other stages.
      case JUC + "CompletableFuture$AsyncSupply", JUC + "CompletableFuture$AsyncRun" -> false;
      default -> owner.startsWith(STAGES) || (isSubtask(owner) && method.equals("run"));
    };
  }

  private static boolean isSubtask(String owner) {
    return owner.startsWith(JUC + "StructuredTaskScope") && owner.endsWith("$SubtaskImpl");
  }

  /** The result of a subtask can be seen from here on, before its method has come to its end. */
  @Override
  public void visitFieldInsn(int opcode, String type, String name, String d) {
    if (isSubtask(owner) && opcode == Opcodes.PUTFIELD) {
      super.visitVarInsn(Opcodes.ALOAD, 0);
      hook("announce");
    }
    super.visitFieldInsn(opcode, type, name, d);
  }

  @Override
  public void visitMethodInsn(int opcode, String type, String name, String d, boolean itf) {
    boolean runs = name.equals("run");
    if (owner.startsWith(STAGES)) {
      // The stage may have been completed after the method that looks at it was entered.
      if (opcode == Opcodes.INVOKEINTERFACE
          && (type.startsWith("java/util/function/") || type.equals("java/lang/Runnable"))) {
        super.visitFieldInsn(Opcodes.GETSTATIC, Emit.JDK_HOOKS, "STAGES", "Ljava/lang/Object;");
        hook("learn");
      }
      super.visitMethodInsn(opcode, type, name, d, itf);
    } else if (runs && (type.equals("java/util/TimerTask") || isPool())) {
      super.visitInsn(Opcodes.DUP); // the task
      hook("learn");
      super.visitMethodInsn(opcode, type, name, d, itf);
    } else if (runs || name.equals("onAdvance")) {
      super.visitVarInsn(Opcodes.ALOAD, 0);
      hook("learn");
      super.visitMethodInsn(opcode, type, name, d, itf);
      super.visitVarInsn(Opcodes.ALOAD, 0);
      hook("announce");
    } else if (name.equals("onCompletion")) {
      super.visitFieldInsn(Opcodes.GETSTATIC, Emit.JDK_HOOKS, "COMPLETIONS", "Ljava/lang/Object;");
      hook("learn");
      super.visitMethodInsn(opcode, type, name, d, itf);
    } else {
      super.visitMethodInsn(opcode, type, name, d, itf);
    }
  }

  private boolean isPool() {
    return owner.equals(JUC + "ThreadPoolExecutor");
  }

  private void hook(String name) {
    Emit.push(mv, site);
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC, Emit.JDK_HOOKS, name, "(Ljava/lang/Object;I)V", false);
  }
}
