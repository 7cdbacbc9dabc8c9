package dev.sooth.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Places in the middle of a method of the JDK where it calls the program, or the JVM: a pool that
 * runs a task comes after who gave it; a completion comes after all tasks; the value of a class
 * that the program computes comes before those who get it; references that the garbage collector
 * has cleared come after all that has been.
 */
final class JdkCallbackVisitor extends MethodVisitor {
  private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
  private static final String COMPLETER = "java/util/concurrent/CountedCompleter";
  private static final String REFERENCE = "java/lang/ref/Reference";
  private static final String CLASS_VALUE = "java/lang/ClassValue";

  private final int site;

  JdkCallbackVisitor(MethodVisitor next, int site) {
    super(Opcodes.ASM9, next);
    this.site = site;
  }

  /** Whether the class has such a place. */
  static boolean concerns(String owner) {
    return owner.equals(REFERENCE) || owner.equals(CLASS_VALUE);
  }

  /** Whether the method has such a place. */
  static boolean calls(String owner, String method) {
    return switch (owner) {
      case POOL -> method.equals("runWorker");
      case COMPLETER -> true;
      case REFERENCE -> method.equals("processPendingReferences");
      case CLASS_VALUE -> true;
      default -> false;
    };
  }

  @Override
  public void visitMethodInsn(int opcode, String type, String name, String d, boolean itf) {
    switch (name) {
      case "run" -> {
        if (type.equals("java/lang/Runnable")) {
          super.visitInsn(Opcodes.DUP); // the task
          hook("learn");
        }
        super.visitMethodInsn(opcode, type, name, d, itf);
      }
      case "onCompletion" -> {
        completions("learn");
        super.visitMethodInsn(opcode, type, name, d, itf);
        completions("announce"); // the pending count of the next one is taken down after it
      }
      case "computeValue" -> {
        super.visitMethodInsn(opcode, type, name, d, itf);
        super.visitVarInsn(Opcodes.ALOAD, 0);
        hook("announce");
      }
      case "getAndClearReferencePendingList" -> {
        super.visitMethodInsn(opcode, type, name, d, itf);
        Emit.hook(mv, "afterAll", "()V");
      }
      default -> super.visitMethodInsn(opcode, type, name, d, itf);
    }
  }

  private void completions(String name) {
    super.visitFieldInsn(Opcodes.GETSTATIC, Emit.JDK_HOOKS, "COMPLETIONS", "Ljava/lang/Object;");
    hook(name);
  }

  private void hook(String name) {
    Emit.push(mv, site);
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC, Emit.JDK_HOOKS, name, "(Ljava/lang/Object;I)V", false);
  }
}
