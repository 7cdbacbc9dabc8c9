package dev.sooth.agent.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Places in the middle of a method of the JDK where it calls the program, or the JVM: a pool that
 * runs a task comes after who gave it; a worker comes after the one that it replaces; a completion
 * comes after all tasks; the value of a class that the program computes comes before those who get
 * it; references that the garbage collector has cleared come after all that has been.
 */
final class JdkCallbackVisitor extends MethodVisitor {
  private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
  private static final String WORKER = POOL + "$Worker";
  private static final String COMPLETER = "java/util/concurrent/CountedCompleter";
  private static final String LOADER = "java/lang/ClassLoader";
  private static final String REFERENCE = "java/lang/ref/Reference";
  private static final String CLASS_VALUE = "java/lang/ClassValue";

  private final String owner;
  private final int site;

  JdkCallbackVisitor(MethodVisitor next, String owner, int site) {
    super(Opcodes.ASM9, next);
    this.owner = owner;
    this.site = site;
  }

  /** Whether the class has such a place. */
  static boolean concerns(String owner) {
    return owner.equals(REFERENCE) || owner.equals(CLASS_VALUE);
  }

  /** Whether the method has such a place. */
  static boolean calls(String owner, String method) {
    return switch (owner) {
      case POOL -> true;
      case WORKER -> method.equals("<init>");
      case COMPLETER -> true;
      case LOADER -> method.equals("loadClass");
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
      case "decrementWorkerCount", "compareAndDecrementWorkerCount" -> {
        workers("announce");
        super.visitMethodInsn(opcode, type, name, d, itf);
      }
      case "start" -> {
        if (owner.equals(POOL)) {
          workers("learn"); // that there were too few
        }
        super.visitMethodInsn(opcode, type, name, d, itf);
      }
      case "newThread" -> {
        copyReceiver();
        hook("learn"); // what was done before another thread has set the factory
        callOutOfSilence(opcode, type, name, d, itf);
      }
      case "findClass" -> {
        if (d.equals("(Ljava/lang/String;)Ljava/lang/Class;")) {
          callOutOfSilence(opcode, type, name, d, itf);
        } else {
          super.visitMethodInsn(opcode, type, name, d, itf);
        }
      }
      case "rejectedExecution" -> {
        Emit.hook(mv, Emit.THREAD_HOOKS, "afterAll", "()V"); // there are too many of others
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
        Emit.hook(mv, Emit.THREAD_HOOKS, "afterAll", "()V");
      }
      default -> super.visitMethodInsn(opcode, type, name, d, itf);
    }
  }

  /** Calls a method of one argument that may be the program's. */
  private void callOutOfSilence(int opcode, String type, String name, String d, boolean itf) {
    copyReceiver();
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC, Emit.JDK_HOOKS, "leavingSilence", "(Ljava/lang/Object;)V", false);
    super.visitMethodInsn(opcode, type, name, d, itf);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, Emit.JDK_HOOKS, "backToSilence", "()V", false);
  }

  /** Stack: receiver, argument → receiver, argument, receiver. */
  private void copyReceiver() {
    super.visitInsn(Opcodes.DUP2);
    super.visitInsn(Opcodes.POP);
  }

  /** How many workers the pool has: one that ends comes before the one that replaces it. */
  private void workers(String name) {
    super.visitVarInsn(Opcodes.ALOAD, 0);
    super.visitFieldInsn(
        Opcodes.GETFIELD, POOL, "ctl", "Ljava/util/concurrent/atomic/AtomicInteger;");
    hook(name);
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
