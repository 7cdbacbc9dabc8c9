package dev.sooth.agent.instrument;

import java.util.Set;
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
    if (LOOKS_AT_MANY.contains(name) && (owner.startsWith("java/") || name.contains("Wait"))) {
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
    if (args.length > 1 && args[1] instanceof Handle method && isOfMonitors(method)) {
      args[1] =
          new Handle(
              Opcodes.H_INVOKESTATIC,
              "dev/sooth/agent/bootstrap/MonitorReferences",
              method.getName(),
              "(Ljava/lang/Object;" + method.getDesc().substring(1),
              false);
    }
    if (bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods")) {
      Emit.hook(
          mv,
          Emit.OPAQUE_HOOKS,
          "opaqueCall",
          "()V"); // equals and its like of a record's components
    }
    super.visitInvokeDynamicInsn(name, d, bootstrap, args);
  }

  private static boolean isOfMonitors(Handle method) {
    return method.getTag() == Opcodes.H_INVOKEVIRTUAL
        && method.getOwner().equals(OBJECT)
        && (method.getName().equals("wait") || method.getName().startsWith("notify"));
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
      if (name.equals("isAlive") && d.equals("()Z") && isThread(owner)) {
        threadSite("isAlive", "(Ljava/lang/Thread;I)Z");
        return true;
      }
      if (owner.equals("java/lang/Thread") && name.equals("getState")) {
        threadSite("getState", "(Ljava/lang/Thread;I)Ljava/lang/Thread$State;");
        return true;
      }
    }
    if (opcode == Opcodes.INVOKESTATIC
        && owner.equals("java/lang/Thread")
        && name.equals("sleep")
        && d.equals("(J)V")) {
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

  /** A thread's {@code isAlive} is final: an own class's method of that name is one of a thread. */
  private boolean isThread(String owner) {
    String type = owner;
    while (type != null) {
      if (type.equals("java/lang/Thread")) {
        return true;
      }
      type =
          context.owner.files.find(context.owner.loader, type).map(i -> i.superName).orElse(null);
    }
    return false;
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
