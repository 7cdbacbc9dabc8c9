package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.AtomicHooks;
import dev.sooth.agent.bootstrap.ObservedHooks;
import dev.sooth.agent.bootstrap.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the synchronisation of one method of the JDK visible: its monitors, its volatile fields,
 * its accesses through handles, the locks of {@code java.util.concurrent} that it takes.
 *
 * <p>Only code changes, so that classes that are loaded already can be treated. Where operands have
 * to be looked at they are moved to local variables behind the method's own; no branch leads into
 * that piece of code, so no stack map frame has to know of them.
 */
final class SynchronisationObserver {
  private static final String HOOKS = "dev/sooth/agent/bootstrap/ObservedHooks";
  private static final String LOCKS = "dev/sooth/agent/bootstrap/JdkLocks";
  private static final String LOCK = "java/util/concurrent/locks/Lock";
  private static final String CONDITION = "java/util/concurrent/locks/Condition";

  private final ClassInfo info;
  private final MethodNode method;
  private final SyncFields syncFields;
  private final FieldTable fields;
  private final int site;
  private final boolean monitors;
  private final boolean ofLocks;
  private final boolean elements; // whether those of arrays are accessed by handles, too
  private boolean ofProgram;
  private int changes;

  SynchronisationObserver(
      ClassInfo info, MethodNode method, SyncFields syncFields, FieldTable fields, int site) {
    this.info = info;
    this.method = method;
    this.syncFields = syncFields;
    this.fields = fields;
    this.site = site;
    monitors = ObservedClasses.observesMonitors(info.name, method.name);
    elements = syncFields.hasElementHandles(info);
    ofLocks = info.name.startsWith("java/util/concurrent/locks/");
  }

  /** The class is the program's, which shares its locks with classes that are recorded. */
  SynchronisationObserver ofProgram() {
    ofProgram = true;
    return this;
  }

  /** Changes the method; true if there was something to observe. */
  boolean run() {
    boolean constructing = method.name.equals("<init>"); // until another constructor has run
    int unfinished = 0;
    for (AbstractInsnNode at : method.instructions.toArray()) {
      switch (at.getOpcode()) {
        case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> monitor(at);
        case Opcodes.NEW -> unfinished++;
        case Opcodes.INVOKESPECIAL -> {
          if (((MethodInsnNode) at).name.equals("clone")) {
            cloning(at);
          }
          if (((MethodInsnNode) at).name.equals("<init>") && unfinished-- == 0) {
            constructing = false;
            unfinished = 0;
          }
        }
        case Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> field((FieldInsnNode) at);
        case Opcodes.GETFIELD, Opcodes.PUTFIELD -> {
          if (!constructing) {
            field((FieldInsnNode) at);
          }
        }
        case Opcodes.AALOAD, Opcodes.AASTORE -> {
          if (elements) {
            element(at);
          }
        }
        case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE -> call((MethodInsnNode) at);
        default -> {}
      }
    }
    if (monitors && (method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      synchronizedMethod();
    }
    return changes > 0;
  }

  // ---- monitors ---------------------------------------------------------------------------

  private void monitor(AbstractInsnNode at) {
    if (!monitors) {
      return;
    }
    changes++;
    InsnList before = new InsnList();
    before.add(new InsnNode(Opcodes.DUP));
    before.add(push(site));
    if (at.getOpcode() == Opcodes.MONITORENTER) {
      before.add(hook(LOCKS, "entering", "(Ljava/lang/Object;I)V"));
      method.instructions.insertBefore(at, before);
      // Behind the label at which the compiler's try block starts, see MonitorVisitor.
      AbstractInsnNode next = at.getNext();
      while (next.getOpcode() < 0) {
        next = next.getNext();
      }
      method.instructions.insertBefore(next, hook(LOCKS, "entered", "()V"));
    } else {
      before.add(hook(LOCKS, exiting(), "(Ljava/lang/Object;I)V"));
      method.instructions.insertBefore(at, before);
    }
  }

  private String exiting() {
    return ObservedClasses.isUnchanging(info.name, method.name) ? "exitingUnchanged" : "exiting";
  }

  private void synchronizedMethod() {
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    for (AbstractInsnNode at : method.instructions) {
      if (!isStatic && at instanceof VarInsnNode var && var.var == 0 && isStore(at.getOpcode())) {
        throw new UnsupportedClassException(method.name + " overwrites its receiver");
      }
    }
    changes++;
    for (AbstractInsnNode at : method.instructions.toArray()) {
      if (at.getOpcode() >= Opcodes.IRETURN && at.getOpcode() <= Opcodes.RETURN) {
        method.instructions.insertBefore(at, monitorHook(isStatic, exiting()));
      }
    }
    LabelNode start = new LabelNode(new Label());
    LabelNode end = new LabelNode(new Label());
    InsnList first = new InsnList();
    first.add(start);
    first.add(monitorHook(isStatic, "methodEntered"));
    method.instructions.insert(first);
    method.instructions.add(end);
    Object[] locals = isStatic ? new Object[0] : new Object[] {info.name};
    method.instructions.add(
        new FrameNode(
            Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"}));
    method.instructions.add(monitorHook(isStatic, exiting()));
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
  }

  private InsnList monitorHook(boolean isStatic, String name) {
    InsnList code = new InsnList();
    code.add(
        isStatic
            ? new LdcInsnNode(Type.getObjectType(info.name))
            : new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(push(site));
    code.add(hook(LOCKS, name, "(Ljava/lang/Object;I)V"));
    return code;
  }

  // ---- fields -----------------------------------------------------------------------------

  private void field(FieldInsnNode at) {
    String declaring = syncFields.find(info, at.owner, at.name);
    if (declaring == null) {
      return;
    }
    boolean isStatic = at.getOpcode() == Opcodes.GETSTATIC || at.getOpcode() == Opcodes.PUTSTATIC;
    boolean read = at.getOpcode() == Opcodes.GETFIELD || at.getOpcode() == Opcodes.GETSTATIC;
    int number =
        isStatic
            ? fields.staticField(
                ClassFiles.definingLoader(syncFields.loader(), declaring), declaring, at.name)
            : fields.instanceField(declaring, at.name);
    if (number == 0) {
      return;
    }
    changes++;
    boolean wide = Type.getType(at.desc).getSize() == 2;
    long word = Op.head(read ? Op.FIELD_VOLATILE_READ : Op.FIELD_VOLATILE_WRITE, site) | number;
    InsnList before = new InsnList();
    if (isStatic && !declaring.equals(info.name)) {
      // Initialises the class before the stripe is locked.
      before.add(new FieldInsnNode(Opcodes.GETSTATIC, at.owner, at.name, at.desc));
      before.add(new InsnNode(wide ? Opcodes.POP2 : Opcodes.POP));
    }
    if (isStatic) {
      beforeStatic(before, word, read, wide);
    } else {
      beforeInstance(before, word, read, wide);
    }
    InsnList after = new InsnList();
    if (read) { // log, value → value, log
      if (wide) {
        after.add(new InsnNode(Opcodes.DUP2_X1));
        after.add(new InsnNode(Opcodes.POP2));
      } else {
        after.add(new InsnNode(Opcodes.SWAP));
      }
    }
    after.add(hook(Emit.HOOKS, "after", "(" + Emit.LOG_TYPE + ")V"));
    method.instructions.insertBefore(at, before);
    method.instructions.insert(at, after);
  }

  private static void beforeStatic(InsnList before, long word, boolean read, boolean wide) {
    before.add(new LdcInsnNode(word));
    before.add(hook(HOOKS, "beforeStatic", "(J)" + Emit.LOG_TYPE));
    if (!read) { // value, log → log, value
      before.add(new InsnNode(wide ? Opcodes.DUP_X2 : Opcodes.DUP_X1));
      before.add(new InsnNode(Opcodes.POP));
    }
  }

  private static void beforeInstance(InsnList before, long word, boolean read, boolean wide) {
    if (read) { // object → log, object
      before.add(new InsnNode(Opcodes.DUP));
      beforeField(before, word);
      before.add(new InsnNode(Opcodes.SWAP));
    } else if (wide) { // object, value → log, object, value
      before.add(new InsnNode(Opcodes.DUP2_X1));
      before.add(new InsnNode(Opcodes.POP2));
      before.add(new InsnNode(Opcodes.DUP));
      beforeField(before, word);
      before.add(new InsnNode(Opcodes.SWAP));
      before.add(new InsnNode(Opcodes.DUP2_X2));
      before.add(new InsnNode(Opcodes.POP2));
    } else {
      before.add(new InsnNode(Opcodes.DUP2));
      before.add(new InsnNode(Opcodes.POP));
      beforeField(before, word);
      before.add(new InsnNode(Opcodes.DUP_X2));
      before.add(new InsnNode(Opcodes.POP));
    }
  }

  /** The JVM copies an object, which reads its fields. */
  private void cloning(AbstractInsnNode at) {
    if (info.fieldAccess.values().stream().anyMatch(a -> (a & Opcodes.ACC_VOLATILE) != 0)) {
      changes++;
      InsnList before = new InsnList();
      before.add(new InsnNode(Opcodes.DUP));
      before.add(push(site));
      before.add(hook(HOOKS, "cloning", "(Ljava/lang/Object;I)V"));
      method.instructions.insertBefore(at, before);
    }
  }

  /** Reading and writing take a hook before and after, as with a handle. */
  private void element(AbstractInsnNode at) {
    changes++;
    boolean read = at.getOpcode() == Opcodes.AALOAD;
    Operands operands = new Operands("java/lang/Object", read ? "(I)V" : "(ILjava/lang/Object;)V");
    InsnList before = operands.store();
    InsnList around = new InsnList();
    around.add(operands.load(0));
    around.add(operands.load(1));
    around.add(push(read ? ObservedHooks.READ : ObservedHooks.WRITE));
    around.add(push(site));
    around.add(hook(HOOKS, "element", "(Ljava/lang/Object;III)V"));
    before.add(copy(around));
    before.add(operands.loadAll());
    method.instructions.insertBefore(at, before);
    method.instructions.insert(at, around);
  }

  private static void beforeField(InsnList code, long word) {
    code.add(new LdcInsnNode(word));
    code.add(hook(HOOKS, "beforeField", "(Ljava/lang/Object;J)" + Emit.LOG_TYPE));
  }

  // ---- calls ------------------------------------------------------------------------------

  private void call(MethodInsnNode at) {
    switch (at.owner) {
      case "java/lang/invoke/VarHandle" -> handle(at);
      case "jdk/internal/misc/Unsafe" -> unsafe(at);
      case LOCK,
          "java/util/concurrent/locks/ReentrantLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock" -> {
        switch (at.name + at.desc) {
          case "lock()V",
              "lockInterruptibly()V",
              "tryLock()Z",
              "tryLock(JLjava/util/concurrent/TimeUnit;)Z",
              "unlock()V" ->
              replaceByLockHook(at, LOCK);
          default -> {}
        }
      }
      case CONDITION, "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject" -> {
        if (at.name.startsWith("await")) {
          replaceByLockHook(at, CONDITION);
        }
      }
      default -> monitorCall(at);
    }
  }

  private void replaceByLockHook(MethodInsnNode at, String receiver) {
    if (!ofLocks && !ofProgram) { // those are modelled, or made of what is observed
      changes++;
      at.setOpcode(Opcodes.INVOKESTATIC);
      at.itf = false;
      at.owner = LOCKS;
      at.desc = "(L" + receiver + ";" + at.desc.substring(1);
    }
  }

  private void monitorCall(MethodInsnNode at) {
    switch (at.name + at.desc) {
      case "wait()V",
          "wait(J)V",
          "wait(JI)V" -> { // it gives the monitor, which may be the program's
        changes++;
        method.instructions.insertBefore(at, push(site));
        at.setOpcode(Opcodes.INVOKESTATIC);
        at.owner = LOCKS;
        at.name = "waitOn";
        at.desc = "(Ljava/lang/Object;" + at.desc.substring(1, at.desc.length() - 2) + "I)V";
        at.itf = false;
      }
      case "notify()V", "notifyAll()V" -> {
        if (!monitors) {
          return;
        }
        changes++;
        InsnList before = new InsnList();
        before.add(new InsnNode(Opcodes.DUP));
        before.add(push(site));
        before.add(hook(LOCKS, "notifying", "(Ljava/lang/Object;I)V"));
        method.instructions.insertBefore(at, before);
      }
      default -> {}
    }
  }

  private void handle(MethodInsnNode at) {
    int kind = handleKind(at.name);
    if (kind < 0) {
      return;
    }
    Type[] arguments = Type.getArgumentTypes(at.desc);
    int values = handleValues(at.name);
    int coordinates = arguments.length - values;
    boolean onObject = coordinates > 0 && arguments[0].getSort() >= Type.ARRAY;
    boolean indexed = onObject && coordinates > 1 && arguments[1].getSort() == Type.INT;
    Operands operands = new Operands("java/lang/invoke/VarHandle", at.desc);
    InsnList key = new InsnList();
    key.add(operands.load(0));
    key.add(onObject ? operands.load(1) : new InsnNode(Opcodes.ACONST_NULL));
    key.add(indexed ? operands.load(2) : new InsnNode(Opcodes.ICONST_M1));
    aroundHandle(at, operands, key, kind);
  }

  private static int handleKind(String operation) {
    return switch (operation) {
      case "get", "getVolatile", "getOpaque", "getAcquire" -> ObservedHooks.READ;
      case "set", "setVolatile", "setOpaque", "setRelease" -> ObservedHooks.WRITE;
      case "compareAndSet",
          "weakCompareAndSet",
          "weakCompareAndSetPlain",
          "weakCompareAndSetAcquire",
          "weakCompareAndSetRelease" ->
          ObservedHooks.COMPARE_AND_SET;
      default ->
          operation.startsWith("getAnd") || operation.startsWith("compareAndExchange")
              ? ObservedHooks.WRITE
              : -1;
    };
  }

  /** How many values an operation takes, behind the coordinates. */
  private static int handleValues(String operation) {
    return operation.startsWith("compareAnd") || operation.startsWith("weakCompareAnd")
        ? 2
        : operation.startsWith("set") || operation.startsWith("getAnd") ? 1 : 0;
  }

  private void unsafe(MethodInsnNode at) {
    int kind = at.desc.startsWith("(Ljava/lang/Object;J") ? unsafeKind(at.name) : -1;
    if (kind < 0) {
      return;
    }
    changes++;
    Operands operands = new Operands("jdk/internal/misc/Unsafe", at.desc);
    InsnList before = operands.store();
    before.add(operands.load(1));
    before.add(operands.load(2));
    before.add(push(site));
    before.add(hook(HOOKS, "beforeUnsafe", "(Ljava/lang/Object;JI)" + Emit.LOG_TYPE));
    before.add(new VarInsnNode(Opcodes.ASTORE, operands.end()));
    before.add(operands.loadAll());
    InsnList after = new InsnList();
    boolean asks = kind == AtomicHooks.CAS && Type.getReturnType(at.desc).equals(Type.BOOLEAN_TYPE);
    after.add(new InsnNode(asks ? Opcodes.DUP : Opcodes.ICONST_1));
    after.add(new VarInsnNode(Opcodes.ALOAD, operands.end()));
    after.add(push(kind));
    after.add(hook(Emit.ATOMIC_HOOKS, "after", "(I" + Emit.LOG_TYPE + "I)V"));
    method.instructions.insertBefore(at, before);
    method.instructions.insert(at, after);
  }

  private static int unsafeKind(String name) {
    if (name.startsWith("compareAndSet") || name.startsWith("weakCompareAndSet")) {
      return AtomicHooks.CAS;
    }
    if (name.startsWith("compareAndExchange") || name.startsWith("getAnd")) {
      return AtomicHooks.UPDATE;
    }
    // Plain ones too: the same field is a synchronisation variable elsewhere. Memory that is
    // viewed as something else than it is (…Unaligned, copies) holds no references.
    return switch (name.replaceAll("(Volatile|Acquire|Release|Opaque)$", "")) {
      case "getReference", "getInt", "getLong", "getBoolean", "getObject" -> AtomicHooks.GET;
      case "putReference", "putInt", "putLong", "putBoolean", "putObject" -> AtomicHooks.SET;
      default -> -1;
    };
  }

  /** A hook before and a hook after the access. */
  private void aroundHandle(MethodInsnNode at, Operands operands, InsnList key, int kind) {
    changes++;
    String types = "Ljava/lang/invoke/VarHandle;Ljava/lang/Object;III";
    InsnList before = operands.store();
    before.add(copy(key));
    before.add(push(kind));
    before.add(push(site));
    before.add(hook(HOOKS, "beforeHandle", "(" + types + ")V"));
    before.add(operands.loadAll());
    InsnList after = new InsnList();
    boolean asks =
        kind == ObservedHooks.COMPARE_AND_SET
            && Type.getReturnType(at.desc).equals(Type.BOOLEAN_TYPE);
    after.add(new InsnNode(asks ? Opcodes.DUP : Opcodes.ICONST_1));
    after.add(key);
    after.add(push(kind));
    after.add(push(site));
    after.add(hook(HOOKS, "afterHandle", "(I" + types + ")V"));
    method.instructions.insertBefore(at, before);
    method.instructions.insert(at, after);
  }

  private static InsnList copy(InsnList code) {
    InsnList result = new InsnList();
    for (AbstractInsnNode at : code) {
      result.add(at.clone(Map.of()));
    }
    return result;
  }

  /** The operands of a call, the receiver first, and the local variables they are moved to. */
  private final class Operands {
    private final List<Type> types = new ArrayList<>();
    private final int[] locals;

    Operands(String receiver, String descriptor) {
      types.add(Type.getObjectType(receiver));
      types.addAll(List.of(Type.getArgumentTypes(descriptor)));
      locals = new int[types.size()];
      int next = method.maxLocals;
      for (int i = 0; i < locals.length; i++) {
        locals[i] = next;
        next += types.get(i).getSize();
      }
    }

    /** The first local variable behind them. */
    int end() {
      return locals[locals.length - 1] + types.get(locals.length - 1).getSize();
    }

    AbstractInsnNode load(int i) {
      return new VarInsnNode(types.get(i).getOpcode(Opcodes.ILOAD), locals[i]);
    }

    InsnList store() {
      InsnList code = new InsnList();
      for (int i = locals.length - 1; i >= 0; i--) {
        code.add(new VarInsnNode(types.get(i).getOpcode(Opcodes.ISTORE), locals[i]));
      }
      return code;
    }

    InsnList loadAll() {
      InsnList code = new InsnList();
      for (int i = 0; i < locals.length; i++) {
        code.add(load(i));
      }
      return code;
    }
  }

  private static AbstractInsnNode push(int value) {
    return value >= -1 && value <= 5
        ? new InsnNode(Opcodes.ICONST_0 + value)
        : new LdcInsnNode(value);
  }

  private static AbstractInsnNode hook(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }
}
