package dev.sooth.agent.instrument;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls that have to be seen from the program's side: {@code wait} and {@code notify}, which are
 * native; {@code isAlive}, {@code getState} and {@code sleep}, which are so in some JDKs; {@code
 * clone}, which copies the number of an object; and {@code VarHandle}s, whose methods have no code.
 */
final class CallVisitor extends MethodVisitor {
  private static final String OBJECT = "java/lang/Object";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
  private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
  private static final String SWITCH_POINT = "java/lang/invoke/SwitchPoint";
  private static final String ACCESS_MODES = "dev/sooth/agent/bootstrap/AccessModes";

  /**
   * Of locks, pools and switch points: what they say depends on what many threads have done, of
   * which the models keep no record. Not told from the inside: the JDK calls them, too.
   */
  private static final Set<String> LOOKS_AT_MANY =
      Set.of(
          "hasWaiters",
          "getWaitQueueLength",
          "getWaitingThreads",
          "getQueuedThreads",
          "getPoolSize",
          "getActiveCount",
          "getLargestPoolSize",
          "getTaskCount",
          "getCompletedTaskCount",
          "hasBeenInvalidated");

  private static final String THREAD = "java/lang/Thread";
  private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";

  private final MethodContext context;

  CallVisitor(MethodVisitor next, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.context = context;
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    if (context.owner.ofTheJdk) {
      jdkCall(opcode, owner, name, d, itf);
      return;
    }
    if (replaced(opcode, owner, name, d)) {
      return;
    }
    if (mayReachSynchroniser(owner)) {
      Emit.hook(mv, "programCall", "()V");
    }
    if (name.equals("getQueue") && d.equals("()Ljava/util/concurrent/BlockingQueue;")) {
      super.visitInsn(Opcodes.DUP);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, Emit.JDK_HOOKS, "gettingQueue", "(Ljava/lang/Object;)V", false);
    }
    if (OpaqueCalls.seeks(owner, name, d)) {
      super.visitInsn(Opcodes.DUP);
      Emit.push(mv, context.site());
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, Emit.COLLECTION_HOOKS, "seeking", "(Ljava/lang/Object;I)V", false);
    }
    if (OpaqueCalls.isOne(owner, name, d)) {
      Emit.hook(mv, Emit.OPAQUE_HOOKS, "opaqueCall", "()V");
    } else {
      if (OpaqueCalls.isFunction(owner)
          || OpaqueCalls.takesFunction(owner, d)
          || OpaqueCalls.callsFunction(owner, name)) {
        Emit.hook(mv, Emit.OPAQUE_HOOKS, "functionCall", "()V");
      } else if (opcode == Opcodes.INVOKEINTERFACE && !owner.startsWith("java/")) {
        super.visitLdcInsn(owner);
        Emit.hook(mv, Emit.OPAQUE_HOOKS, "functionCall", "(Ljava/lang/String;)V");
      }
      tellArguments(owner, name, d);
    }
    boolean told = tellCall(owner, name, d);
    super.visitMethodInsn(opcode, owner, name, d, itf);
    endCall(told);
    if (LOOKS_AT_MANY.contains(name)
        && (owner.startsWith("java/") || name.contains("Wait") || isOfConcurrency(owner))) {
      Emit.hook(mv, Emit.THREAD_HOOKS, "afterAll", "()V");
    }
    if (opcode == Opcodes.INVOKESPECIAL
        && name.equals("clone")
        && d.equals("()Ljava/lang/Object;")
        && ofTheJdk(owner)) {
      Emit.hook(mv, "cloned", "(Ljava/lang/Object;)Ljava/lang/Object;");
    }
  }

  /** What the JDK is given and may look into. */
  private void tellArguments(String owner, String name, String d) {
    Type[] arguments = Type.getArgumentTypes(d);
    boolean[] lookedInto = OpaqueCalls.lookedInto(owner, name, arguments);
    if (lookedInto == null) {
      return;
    }
    if (arguments.length == 1) {
      super.visitInsn(Opcodes.DUP);
      tellArgument();
      return;
    }
    Spilled spilled = new Spilled(mv, context, arguments);
    for (int i = 0; i < arguments.length; i++) {
      if (lookedInto[i]) {
        spilled.load(i);
        tellArgument();
      }
    }
    spilled.loadAll();
  }

  private void tellArgument() {
    Emit.push(mv, context.site());
    Emit.hook(mv, Emit.COLLECTION_HOOKS, "given", "(Ljava/lang/Object;I)V");
  }

  /** A method of the JDK by reference is called without a call site. */
  @Override
  public void visitInvokeDynamicInsn(String name, String d, Handle bootstrap, Object... args) {
    if (bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")
        && args.length > 1
        && args[1] instanceof Handle method
        && (OpaqueCalls.isOne(method.getOwner(), method.getName(), method.getDesc())
            || PlainObjects.isOne(method.getOwner())
            || CollectionRules.ofMethod(method.getOwner(), method.getName()) != null
            || CollectionRules.ofStatic(method.getOwner(), method.getName()) != null)) {
      context.owner.noteReference(Type.getReturnType(d).getInternalName());
    }
    if (bootstrap.getOwner().equals("java/lang/invoke/StringConcatFactory")
        && OpaqueCalls.printsState(d)) {
      Emit.hook(mv, Emit.OPAQUE_HOOKS, "opaqueCall", "()V");
    }
    String type = d;
    if (args.length > 1 && args[1] instanceof Handle method && replacedIn(method) != null) {
      type = refer(method, replacedIn(method), d, args);
    }
    boolean links = !bootstrap.getOwner().startsWith("java/");
    if (links) {
      Emit.hook(mv, Emit.LINK_HOOKS, "using", "()V");
    }
    if (bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods")) {
      Emit.hook(
          mv,
          Emit.OPAQUE_HOOKS,
          "opaqueCall",
          "()V"); // equals and its like of a record's components
    }
    super.visitInvokeDynamicInsn(name, type, bootstrap, args);
    if (links) {
      Emit.hook(mv, Emit.LINK_HOOKS, "using", "()V");
    }
  }

  /** A constant that a bootstrap method of the program's makes, perhaps in another thread. */
  @Override
  public void visitLdcInsn(Object value) {
    super.visitLdcInsn(value);
    if (value instanceof ConstantDynamic constant
        && !constant.getName().equals(ArrayAccessVisitor.JACOCO_CONSTANT)
        && !constant.getBootstrapMethod().getOwner().startsWith("java/")) {
      Emit.hook(mv, Emit.LINK_HOOKS, "using", "()V");
    }
  }

  /** The class that has what is replaced where there is a call of this method, or null. */
  private String replacedIn(Handle method) {
    String owner = method.getOwner();
    String called = method.getName() + method.getDesc();
    if (method.getTag() == Opcodes.H_INVOKESTATIC) {
      return isSleep(called) && sleepsAsThread(owner) ? THREAD : null;
    }
    if (method.getTag() != Opcodes.H_INVOKEVIRTUAL) {
      return null;
    }
    if (owner.equals(OBJECT)) {
      return called.startsWith("wait(") || called.startsWith("notify") ? OBJECT : null;
    }
    if (isStateOfThread(called) && isThread(owner)) {
      return THREAD;
    }
    return LOOKS_AT_MANY.contains(method.getName()) && isPool(owner) ? POOL : null;
  }

  /**
   * Refers to a method of ours instead. A receiver that is bound has to be of the very type of its
   * argument, whatever the program knows it as: returns the type of the call that says so.
   */
  private static String refer(Handle method, String in, String d, Object[] args) {
    boolean isStatic = method.getTag() == Opcodes.H_INVOKESTATIC;
    String receiver = "L" + in + ";";
    String references =
        switch (in) {
          case OBJECT -> "MonitorReferences";
          case THREAD -> "ThreadReferences";
          default -> "PoolReferences";
        };
    args[1] =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "dev/sooth/agent/bootstrap/" + references,
            method.getName(),
            isStatic ? method.getDesc() : "(" + receiver + method.getDesc().substring(1),
            false);
    boolean bound = !isStatic && Type.getArgumentTypes(d).length > 0;
    return bound ? "(" + receiver + d.substring(d.indexOf(')')) : d;
  }

  private void jdkCall(int opcode, String owner, String name, String d, boolean itf) {
    boolean told = JdkEntryVisitor.counts(context.name) && tellCall(owner, name, d);
    super.visitMethodInsn(opcode, owner, name, d, itf);
    endCall(told);
  }

  /** Tells what is called, should it be a recorded method of the JDK. */
  private boolean tellCall(String owner, String name, String d) {
    boolean ofTheJdk = owner.startsWith("java/") || owner.startsWith("javax/");
    boolean told = context.owner.jdk.any() && ofTheJdk && JdkEntryVisitor.counts(name);
    if (told) {
      Emit.push(mv, JdkEntryVisitor.call(name, d));
      Emit.jdkHook(mv, context.owner.ofTheJdk ? "callingWithin" : "calling", "(I)V");
    }
    return told;
  }

  private void endCall(boolean told) {
    if (told) {
      Emit.push(mv, 0);
      Emit.jdkHook(mv, "calling", "(I)V");
    }
  }

  /** Handles of access modes, and guarded ones, are given hooks when they are made. */
  private boolean makesHandle(int opcode, String owner, String name, String d) {
    if (opcode == Opcodes.INVOKEVIRTUAL
        && owner.equals(VAR_HANDLE)
        && name.equals("toMethodHandle")) {
      String of = "(L" + VAR_HANDLE + ";" + d.substring(1);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, ACCESS_MODES, name, of, false);
      return true;
    }
    if (opcode == Opcodes.INVOKESTATIC
        && owner.equals("java/lang/invoke/MethodHandles")
        && (name.equals("varHandleInvoker") || name.equals("varHandleExactInvoker"))) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, ACCESS_MODES, name, d, false);
      return true;
    }
    if (owner.equals(SWITCH_POINT)
        && (name.equals("guardWithTest") || name.equals("invalidateAll"))) {
      String receiver = opcode == Opcodes.INVOKESTATIC ? "" : "L" + SWITCH_POINT + ";";
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "dev/sooth/agent/bootstrap/SwitchPoints",
          name,
          "(" + receiver + d.substring(1),
          false);
      return true;
    }
    return false;
  }

  private boolean replaced(int opcode, String owner, String name, String d) {
    if (makesHandle(opcode, owner, name, d)) {
      return true;
    }
    if (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKESPECIAL) {
      switch (name + d) {
        case "wait()V" -> {
          site("waitOn", "(Ljava/lang/Object;I)V");
          return true;
        }
        case "wait(J)V" -> {
          site("waitOn", "(Ljava/lang/Object;JI)V");
          return true;
        }
        case "wait(JI)V" -> {
          site("waitOn", "(Ljava/lang/Object;JII)V");
          return true;
        }
        case "notify()V", "notifyAll()V" -> {
          super.visitInsn(Opcodes.DUP);
          site("notifying", "(Ljava/lang/Object;I)V");
          super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, OBJECT, name, d, false);
          return true;
        }
        default -> {}
      }
    }
    if (opcode == Opcodes.INVOKEVIRTUAL) {
      if (owner.equals(VAR_HANDLE)) {
        return VarHandleBridge.replaceCall(mv, context, name, d);
      }
      if (owner.equals(LOOKUP) && lookupHooks(name) != null) {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            lookupHooks(name),
            name,
            "(L" + LOOKUP + ";" + d.substring(1),
            false);
        return true;
      }
      if (isStateOfThread(name + d) && isThread(owner)) {
        threadSite(name, "(Ljava/lang/Thread;I" + d.substring(1));
        return true;
      }
    }
    if (opcode == Opcodes.INVOKESTATIC && isSleep(name + d) && sleepsAsThread(owner)) {
      threadSite("sleep", "(JI)V");
      return true;
    }
    return false;
  }

  /** The class of hooks that makes an accessor of a field in place of a lookup, or null. */
  private static String lookupHooks(String name) {
    return switch (name) {
      case "findVarHandle", "findStaticVarHandle", "unreflectVarHandle" -> Emit.ATOMIC_HOOKS;
      case "findGetter",
          "findStaticGetter",
          "unreflectGetter",
          "findSetter",
          "findStaticSetter",
          "unreflectSetter" ->
          Emit.FIELD_HANDLES;
      case "defineHiddenClass", "defineHiddenClassWithClassData" ->
          "dev/sooth/agent/bootstrap/HiddenClasses";
      default -> null;
    };
  }

  private void threadSite(String hook, String descriptor) {
    Emit.push(mv, context.site());
    Emit.hook(mv, Emit.THREAD_HOOKS, hook, descriptor);
  }

  private void site(String hook, String descriptor) {
    Emit.push(mv, context.site());
    Emit.hook(mv, hook, descriptor);
  }

  /** The class of a thread: its methods of such names and types are a thread's, or call them. */
  private boolean isThread(String owner) {
    return inherits(owner, type -> type.equals(THREAD), info -> false);
  }

  /** The same, if no class in between has a method of its own that hides the thread's. */
  private boolean sleepsAsThread(String owner) {
    return inherits(owner, type -> type.equals(THREAD), info -> info.hidesSleep);
  }

  private boolean isPool(String owner) {
    return inherits(owner, type -> type.equals(POOL), info -> false);
  }

  private boolean isOfConcurrency(String owner) {
    return inherits(owner, type -> type.startsWith("java/util/concurrent/"), info -> false);
  }

  /** Whether the class or one that it extends is wanted, and none before that ends the search. */
  private boolean inherits(String owner, Predicate<String> wanted, Predicate<ClassInfo> end) {
    String type = owner;
    while (type != null && !wanted.test(type)) {
      Optional<ClassInfo> info = context.owner.files.find(context.owner.loader, type);
      type = info.isEmpty() || end.test(info.get()) ? null : info.get().superName;
    }
    return type != null;
  }

  private static boolean isStateOfThread(String called) {
    return called.equals("isAlive()Z") || called.equals("getState()Ljava/lang/Thread$State;");
  }

  private static boolean isSleep(String called) {
    return called.equals("sleep(J)V");
  }

  private boolean ofTheJdk(String owner) {
    return owner.startsWith("java/") || owner.startsWith("javax/") || owner.startsWith("[");
  }

  /**
   * Calls that may lead to synchronisation in the JDK: they end the silence of a JDK method around
   * us. Left out are only classes that are called often and have none.
   */
  private static boolean mayReachSynchroniser(String owner) {
    if (owner.startsWith("java/lang/")) {
      return switch (owner) {
        case "java/lang/Object",
            "java/lang/String",
            "java/lang/StringBuilder",
            "java/lang/CharSequence",
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Boolean",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/Number",
            "java/lang/Enum",
            "java/lang/Record",
            "java/lang/System" ->
            false;
        default -> true;
      };
    }
    return switch (owner) {
      case "java/util/Arrays", "java/util/Objects", "java/util/Optional" -> false;
      default ->
          owner.startsWith("java/")
              || owner.startsWith("javax/")
              || owner.startsWith("jdk/")
              || owner.startsWith("sun/")
              || owner.startsWith("com/sun/");
    };
  }
}
