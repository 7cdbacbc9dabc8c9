package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.AtomicHooks;
import dev.sooth.agent.instrument.JdkModel.Form;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.LocalVariablesSorter;

/** Puts the hooks of one model at the entry and at every exit of a JDK method. */
final class JdkMethodVisitor extends LocalVariablesSorter {
  private static final Type OBJECT = Type.getObjectType("java/lang/Object");
  private static final Type LOG = Type.getObjectType(Emit.LOG);

  private final boolean isStatic;
  private final String descriptor;
  private final ClassInfo info;
  private final JdkModel model;
  private final int site;
  private final int field;
  private final boolean withValues;
  private final boolean booleanResult;
  private final Label start = new Label();
  private int keyLocal;
  private int tokenLocal;
  private int conditionLocal; // the receiver of an await

  JdkMethodVisitor(
      MethodVisitor next,
      int access,
      String descriptor,
      ClassInfo info,
      JdkModel model,
      int site,
      int field,
      boolean withValues) {
    super(Opcodes.ASM9, access, descriptor, next);
    isStatic = (access & Opcodes.ACC_STATIC) != 0;
    this.descriptor = descriptor;
    this.info = info;
    this.model = model;
    this.site = site;
    this.field = field;
    this.withValues = withValues;
    booleanResult = Type.getReturnType(descriptor).getSort() == Type.BOOLEAN;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    switch (model.form()) {
      case METHOD, RECEIVER_LEARNT, TASK_REMOVED, TASKS_RETURNED -> enter();
      case EXECUTE -> {
        mv.visitVarInsn(Opcodes.ALOAD, 1);
        Emit.push(mv, site);
        jdk("announce", "(Ljava/lang/Object;I)V");
        enter();
      }
      case AWAIT -> enterAwait();
      case ATOMIC, ATOMIC_ELEMENT, UPDATER, UNSAFE -> beforeAtomic();
      case REFLECTED_WRITE -> reflected("reflectedWrite");
      case SIGNAL -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        Emit.push(mv, site);
        jdk("signalling", "(Ljava/lang/Object;I)V");
      }
      case THREAD_START -> threadHook("starting");
      case THREAD_END -> threadHook("ending");
      case THREAD_STOPPED -> Emit.hook(mv, "stopping", "()V");
      case HALT -> Emit.hook(mv, "finish", "()V");
      case CALLED_BY_JVM -> Emit.hook(mv, Emit.THREAD_HOOKS, "afterAll", "()V");
      case OS_SIGNAL -> {
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        Emit.hook(mv, Emit.THREAD_HOOKS, "signalled", "(I)V");
      }
      case SHUTDOWN -> {
        Emit.hook(mv, Emit.THREAD_HOOKS, "afterAll", "()V");
        mv.visitLabel(start);
      }
      default -> {}
    }
  }

  private void enter() {
    saveKey();
    mv.visitVarInsn(Opcodes.ALOAD, keyLocal);
    Emit.push(mv, model.model().number());
    Emit.push(mv, site);
    jdk("enter", "(Ljava/lang/Object;II)I");
    saveToken(Type.INT_TYPE);
  }

  private void enterAwait() {
    conditionLocal = newLocal(OBJECT);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.ASTORE, conditionLocal);
    saveKey();
    mv.visitVarInsn(Opcodes.ALOAD, keyLocal);
    Emit.push(mv, site);
    jdk("enterAwait", "(Ljava/lang/Object;I)I");
    saveToken(Type.INT_TYPE);
  }

  /** The log is the token. */
  private void beforeAtomic() {
    switch (model.form()) {
      case ATOMIC -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        Emit.push(mv, field);
        Emit.push(mv, site);
        atomic("before", "(Ljava/lang/Object;II)" + Emit.LOG_TYPE);
      }
      case ATOMIC_ELEMENT -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitVarInsn(Opcodes.ILOAD, 1);
        Emit.push(mv, site);
        atomic("beforeElement", "(Ljava/lang/Object;II)" + Emit.LOG_TYPE);
      }
      case UPDATER -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitVarInsn(Opcodes.ALOAD, 1);
        Emit.push(mv, site);
        atomic("beforeUpdater", "(Ljava/lang/Object;Ljava/lang/Object;I)" + Emit.LOG_TYPE);
      }
      default -> beforeUnsafe();
    }
    saveToken(LOG);
    if (model.form() == Form.ATOMIC) {
      readValue();
    }
  }

  private void beforeUnsafe() {
    mv.visitVarInsn(Opcodes.ALOAD, 1);
    mv.visitVarInsn(Opcodes.LLOAD, 2);
    Emit.push(mv, unsafeType());
    boolean plain =
        model.access() == AtomicHooks.PLAIN_GET || model.access() == AtomicHooks.PLAIN_SET;
    mv.visitInsn(plain ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    Emit.push(mv, site);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Emit.UNSAFE_HOOKS,
        "before",
        "(Ljava/lang/Object;JIZI)" + Emit.LOG_TYPE,
        false);
  }

  private boolean hasHandler() {
    return switch (model.form()) {
      case METHOD,
          RECEIVER_LEARNT,
          TASK_REMOVED,
          TASKS_RETURNED,
          EXECUTE,
          AWAIT,
          ATOMIC,
          ATOMIC_ELEMENT,
          UPDATER,
          UNSAFE,
          SHUTDOWN ->
          true;
      default -> false;
    };
  }

  private void saveKey() {
    keyLocal = newLocal(OBJECT);
    JdkKey.push(mv, model.key(), info, isStatic);
    mv.visitVarInsn(Opcodes.ASTORE, keyLocal);
  }

  private void saveToken(Type type) {
    tokenLocal = newLocal(type);
    mv.visitVarInsn(type.getOpcode(Opcodes.ISTORE), tokenLocal);
    mv.visitLabel(start);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      leave(opcode == Opcodes.IRETURN && booleanResult);
    }
    super.visitInsn(opcode);
  }

  /** Before a return; a boolean result lies on the stack and stays there. */
  private void leave(boolean withResult) {
    if (hasHandler() && model.form() != Form.SHUTDOWN) {
      learnMore();
      // The result goes first, so that it can be copied without a local variable: one that is
      // set here only would wrongly stand in the frames that follow.
      mv.visitInsn(withResult ? Opcodes.DUP : Opcodes.ICONST_1);
      exit(true);
      return;
    }
    switch (model.form()) {
      case TASK_RETURNED -> {
        mv.visitInsn(Opcodes.DUP);
        learn("learn");
      }
      case COMES_AFTER_ALL -> Emit.hook(mv, Emit.THREAD_HOOKS, "afterAll", "()V");
      case CONSTRUCTED -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        Emit.push(mv, site);
        jdk("announce", "(Ljava/lang/Object;I)V");
      }
      case POOL_MADE -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        jdk("poolMade", "(Ljava/lang/Object;)V");
      }
      case SHUTDOWN -> Emit.hook(mv, "finish", "()V");
      case UPDATER_MADE -> updaterMade();
      case CLASS_RETURNED, CONSTANTS_RETURNED, OBJECT_RETURNED -> classUsed();
      case REFLECTED_READ -> reflected("reflectedRead");
      case REFLECTED_WRITE -> reflected("reflectedWritten");
      case THREAD_JOINED -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        Emit.push(mv, site);
        Emit.hook(mv, Emit.THREAD_HOOKS, "joined", "(Ljava/lang/Thread;I)V");
      }
      case THREADS_COUNTED -> {
        Emit.push(mv, site);
        Emit.hook(mv, Emit.THREAD_HOOKS, "threadsCounted", "(I)V");
      }
      case PARKED -> {
        Emit.push(mv, site);
        jdk("unparked", "(I)V");
      }
      case INTERRUPT_LOOKED -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        Emit.push(mv, site);
        jdk("interruptLooked", "(Ljava/lang/Thread;I)V");
      }
      case INTERRUPT_CLEARED -> {
        Emit.push(mv, site);
        jdk("interruptCleared", "(I)V");
      }
      default -> {}
    }
  }

  /** Before a return: what is known besides, such as who gave the tasks that a pool gives back. */
  private void learnMore() {
    switch (model.form()) {
      case RECEIVER_LEARNT -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        learn("learn");
      }
      case TASK_REMOVED -> {
        mv.visitVarInsn(Opcodes.ALOAD, 1);
        learn("learn");
      }
      case TASKS_RETURNED -> {
        mv.visitInsn(Opcodes.DUP);
        learn("learnAll");
      }
      default -> {}
    }
  }

  private void learn(String hook) {
    Emit.push(mv, site);
    jdk(hook, "(Ljava/lang/Object;I)V");
  }

  /** Before a return of what says that a class is initialised; it stays on the stack. */
  private void classUsed() {
    mv.visitInsn(Opcodes.DUP);
    switch (model.form()) {
      case CLASS_RETURNED -> {
        mv.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Class");
        Emit.hook(mv, Emit.CLASS_HOOKS, "initialisedByName", "(Ljava/lang/Class;)V");
      }
      case CONSTANTS_RETURNED -> {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        Emit.hook(mv, Emit.CLASS_HOOKS, "constantsKnown", "(Ljava/lang/Object;Ljava/lang/Class;)V");
      }
      default -> Emit.hook(mv, Emit.CLASS_HOOKS, "made", "(Ljava/lang/Object;)V");
    }
  }

  /** Stack: result → nothing. */
  private void exit(boolean normal) {
    switch (model.form()) {
      case METHOD, RECEIVER_LEARNT, TASK_REMOVED, TASKS_RETURNED, EXECUTE -> {
        mv.visitVarInsn(Opcodes.ALOAD, keyLocal);
        Emit.push(mv, model.model().number());
        Emit.push(mv, site);
        mv.visitVarInsn(Opcodes.ILOAD, tokenLocal);
        jdk("exit", "(ILjava/lang/Object;III)V");
      }
      case AWAIT -> {
        mv.visitVarInsn(Opcodes.ALOAD, conditionLocal);
        mv.visitVarInsn(Opcodes.ALOAD, keyLocal);
        Emit.push(mv, site);
        mv.visitVarInsn(Opcodes.ILOAD, tokenLocal);
        jdk("exitAwait", "(ILjava/lang/Object;Ljava/lang/Object;II)V");
      }
      default -> {
        if (normal && model.form() == Form.ATOMIC) {
          writtenValue();
        }
        mv.visitVarInsn(Opcodes.ALOAD, tokenLocal);
        Emit.push(mv, model.access());
        atomic("after", "(I" + Emit.LOG_TYPE + "I)V");
      }
    }
  }

  /** With values: the one before the operation, read while the stripe is held. */
  private void readValue() {
    if (withValues && model.access() != AtomicHooks.SET) {
      Type type = valueType();
      mv.visitVarInsn(Opcodes.ALOAD, tokenLocal);
      pushValue();
      Emit.hook(mv, "read", "(" + Emit.LOG_TYPE + Emit.valueParameter(type) + ")" + Emit.LOG_TYPE);
      mv.visitInsn(Opcodes.POP);
    }
  }

  private void writtenValue() {
    if (withValues && model.access() != AtomicHooks.GET) {
      mv.visitVarInsn(Opcodes.ALOAD, tokenLocal);
      pushValue();
      Emit.hook(mv, "written", "(" + Emit.LOG_TYPE + Emit.valueParameter(valueType()) + ")V");
    }
  }

  private Type valueType() {
    return Type.getType(info.fieldType.get("value"));
  }

  private void pushValue() {
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitFieldInsn(Opcodes.GETFIELD, info.name, "value", info.fieldType.get("value"));
  }

  private void updaterMade() {
    int type = -1;
    int name = -1;
    int local = 1;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      if (type < 0 && argument.getDescriptor().equals("Ljava/lang/Class;")) {
        type = local;
      } else if (argument.getDescriptor().equals("Ljava/lang/String;")) {
        name = local;
      }
      local += argument.getSize();
    }
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.ALOAD, type);
    mv.visitVarInsn(Opcodes.ALOAD, name);
    atomic("madeFor", "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;)V");
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (hasHandler()) {
      Label handler = new Label();
      visitLabel(handler);
      visitTryCatchBlock(start, handler, handler, null);
      visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
      if (model.form() == Form.SHUTDOWN) {
        Emit.hook(mv, "finish", "()V");
      } else {
        mv.visitInsn(Opcodes.ICONST_M1);
        exit(false);
      }
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }

  /** The descriptor of what a method of Unsafe accesses: its result, or its last argument. */
  private int unsafeType() {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    Type type =
        arguments.length == 2 ? Type.getReturnType(descriptor) : arguments[arguments.length - 1];
    return type.getDescriptor().charAt(0);
  }

  private void reflected(String name) {
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.ALOAD, 1);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Emit.FIELD_HANDLES,
        name,
        "(Ljava/lang/reflect/Field;Ljava/lang/Object;)V",
        false);
  }

  private void threadHook(String name) {
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    Emit.hook(mv, Emit.THREAD_HOOKS, name, "(Ljava/lang/Thread;)V");
  }

  private void jdk(String name, String d) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, Emit.JDK_HOOKS, name, d, false);
  }

  private void atomic(String name, String d) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, Emit.ATOMIC_HOOKS, name, d, false);
  }
}
