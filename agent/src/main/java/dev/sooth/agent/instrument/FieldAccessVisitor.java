package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Brackets each access to an instance or static field. The log waits on the operand stack below
 * what the access needs, so no local variable and no stack map frame is added.
 *
 * <p>Not recorded: final fields (the end of the constructor, or of the class's initialiser, orders
 * them), fields that the JDK declares (its own accesses are not seen), fields whose class file
 * cannot be found and which are therefore taken as volatile.
 */
final class FieldAccessVisitor extends MethodVisitor {
  private final MethodContext context;
  private final List<Long> lateWrites = new ArrayList<>();

  FieldAccessVisitor(MethodVisitor next, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.context = context;
  }

  /**
   * The field that an instruction names.
   *
   * @param owner the class that declares it, or the one that the instruction names if it is unknown
   * @param flags of its declaration; those of a volatile field if it is unknown
   * @param loader that defines the owner
   */
  private record Target(
      boolean known, String owner, String name, int flags, ClassLoader loader, boolean isStatic) {
    boolean isOfTheJdk() {
      return GuardedTransformer.isOfTheJdk(loader);
    }

    boolean is(int flag) {
      return (flags & flag) != 0;
    }
  }

  private Target resolve(int opcode, String owner, String name) {
    ClassContext c = context.owner;
    Optional<ClassInfo> declaring =
        c.info.name.equals(owner) && c.info.fieldAccess.containsKey(name)
            ? Optional.of(c.info)
            : c.files.declaring(c.loader, owner, name);
    String declaringName = declaring.map(i -> i.name).orElse(owner);
    int flags = declaring.map(i -> i.fieldAccess.get(name)).orElse(Opcodes.ACC_VOLATILE);
    ClassLoader defining =
        declaringName.equals(c.info.name)
            ? c.loader
            : ClassFiles.definingLoader(c.loader, declaringName);
    boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
    return new Target(declaring.isPresent(), declaringName, name, flags, defining, isStatic);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    ClassContext c = context.owner;
    Target target = resolve(opcode, owner, name);
    boolean read = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
    if (target.isStatic && !target.isOfTheJdk()) {
      useClass(owner, name, descriptor, target.loader, target.owner, !target.known);
    }
    if (!read && !target.isOfTheJdk() && !context.unchecked) {
      noteHolder(target.isStatic, descriptor, target.flags, target.loader, target.owner, name);
    }
    int field = isRecorded(target) ? number(target) : 0;
    if (field == 0) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      return;
    }
    boolean isVolatile = target.is(Opcodes.ACC_VOLATILE);
    if (context.unchecked && !isVolatile) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      return;
    }
    int op =
        read
            ? isVolatile ? Op.FIELD_VOLATILE_READ : Op.FIELD_READ
            : isVolatile ? Op.FIELD_VOLATILE_WRITE : Op.FIELD_WRITE;
    long condition = isVolatile ? 0 : context.condition();
    long accessWord = Op.head(op, context.site()) | field | condition;
    if (!target.isStatic && context.beforeSuper && owner.equals(c.info.name)) {
      // The object is not yet known to the verifier as one: the write is told afterwards.
      if (!read) {
        lateWrites.add(accessWord);
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
      return;
    }
    Type type = Type.getType(descriptor);
    if (c.direct && !isVolatile) {
      direct(opcode, owner, name, type, accessWord, target);
    } else if (target.isStatic) {
      bracketStatic(opcode, owner, name, type, accessWord, target.owner);
    } else {
      bracketInstance(opcode, owner, name, type, accessWord);
    }
  }

  private void direct(int opcode, String owner, String name, Type type, long word, Target target) {
    ClassContext c = context.owner;
    DirectAccess direct = new DirectAccess(mv, context);
    if (!target.isStatic) {
      boolean own = owner.equals(c.info.name) && owner.equals(target.owner);
      direct.instance(opcode, owner, name, type, word, own && c.withWords.contains(name));
    } else if (isGuessed(target.owner)) {
      bracketStatic(opcode, owner, name, type, word, target.owner);
    } else {
      direct.ofClass(opcode, owner, name, type, word);
    }
  }

  /** Whether accesses to it are events; of what the JDK accesses unseen the hooks are told. */
  private boolean isRecorded(Target target) {
    ClassContext c = context.owner;
    boolean isFinal = target.is(Opcodes.ACC_FINAL);
    boolean isVolatile = target.is(Opcodes.ACC_VOLATILE);
    boolean unseen = target.isOfTheJdk() && !isVolatile && !c.jdk.accepts(target.owner);
    if (isFinal || unseen || target.name.startsWith("$sooth$")) {
      if (target.isOfTheJdk() && !isFinal) {
        Emit.hook(mv, Emit.OPAQUE_HOOKS, "opaqueCall", "()V");
      }
      return false;
    }
    return !(isVolatile && c.ofTheJdk); // which is observed already
  }

  private int number(Target target) {
    FieldTable fields = context.owner.fields;
    return target.isStatic
        ? fields.staticField(target.loader, target.owner, target.name)
        : fields.instanceField(target.owner, target.name);
  }

  /**
   * Whether such an instruction differs in a body without checks; true if in doubt.
   *
   * @param c the class that it is in
   */
  static boolean isChecked(ClassContext c, int opcode, String owner, String name, String type) {
    boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    if (writes && isNamed(type)) {
      return true;
    }
    Optional<ClassInfo> declaring =
        c.info.name.equals(owner) && c.info.fieldAccess.containsKey(name)
            ? Optional.of(c.info)
            : c.files.declaring(c.loader, owner, name);
    int flags = declaring.map(i -> i.fieldAccess.get(name)).orElse(Opcodes.ACC_VOLATILE);
    return (flags & (Opcodes.ACC_FINAL | Opcodes.ACC_VOLATILE)) == 0;
  }

  /** Whether values of fields of this type are called after the first field that holds them. */
  private static boolean isNamed(String descriptor) {
    return descriptor.startsWith("[")
        || (descriptor.startsWith("Ljava/")
            && CollectionRules.hasRules(descriptor.substring(1, descriptor.length() - 1)));
  }

  /** What a collection or an array is called depends on who holds it first, see {@code Holders}. */
  private void noteHolder(
      boolean isStatic,
      String descriptor,
      int flags,
      ClassLoader defining,
      String declaringName,
      String name) {
    if (!isNamed(descriptor) || context.owner.ofTheJdk || (flags & Opcodes.ACC_SYNTHETIC) != 0) {
      return;
    }
    FieldTable fields = context.owner.fields;
    int field =
        isStatic
            ? fields.staticField(defining, declaringName, name)
            : fields.instanceField(declaringName, name);
    if (field == 0) {
      return;
    }
    super.visitInsn(Opcodes.DUP);
    Emit.push(mv, field);
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC, Emit.HOLDERS, "storing", "(Ljava/lang/Object;I)V", false);
  }

  private void bracketInstance(int opcode, String owner, String name, Type type, long word) {
    boolean wide = type.getSize() == 2;
    if (opcode == Opcodes.GETFIELD) {
      super.visitInsn(Opcodes.DUP);
      before(word);
      super.visitInsn(Opcodes.SWAP); // log, object
      super.visitFieldInsn(opcode, owner, name, type.getDescriptor());
      Emit.endRead(mv, type, context.owner.withValues);
      return;
    }
    if (wide) { // object, value value
      super.visitInsn(Opcodes.DUP2_X1);
      super.visitInsn(Opcodes.POP2); // value value, object
      super.visitInsn(Opcodes.DUP);
      before(word);
      super.visitInsn(Opcodes.SWAP); // value value, log, object
      super.visitInsn(Opcodes.DUP2_X2);
      super.visitInsn(Opcodes.POP2); // log, object, value value
    } else { // object, value
      super.visitInsn(Opcodes.DUP2);
      super.visitInsn(Opcodes.POP); // object, value, object
      before(word);
      super.visitInsn(Opcodes.DUP_X2);
      super.visitInsn(Opcodes.POP); // log, object, value
    }
    if (context.owner.withValues) {
      Emit.noteWritten(mv, type);
    }
    super.visitFieldInsn(opcode, owner, name, type.getDescriptor());
    Emit.hook(mv, "after", "(" + Emit.LOG_TYPE + ")V");
  }

  private void bracketStatic(
      int opcode, String owner, String name, Type type, long word, String declaringName) {
    boolean wide = type.getSize() == 2;
    if (!declaringName.equals(context.owner.info.name)) {
      // Initialises the class and resolves the field before the stripe is locked.
      super.visitFieldInsn(Opcodes.GETSTATIC, owner, name, type.getDescriptor());
      super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
    }
    String hookType = pushIfGuessed(owner, declaringName) + "J)" + Emit.LOG_TYPE;
    super.visitLdcInsn(word);
    Emit.access(mv, conditional(word), "beforeStatic", hookType);
    if (opcode == Opcodes.GETSTATIC) {
      super.visitFieldInsn(opcode, owner, name, type.getDescriptor());
      Emit.endRead(mv, type, context.owner.withValues);
      return;
    }
    super.visitInsn(wide ? Opcodes.DUP_X2 : Opcodes.DUP_X1);
    super.visitInsn(Opcodes.POP); // log, value
    if (context.owner.withValues) {
      Emit.noteWritten(mv, type);
    }
    super.visitFieldInsn(opcode, owner, name, type.getDescriptor());
    Emit.hook(mv, "after", "(" + Emit.LOG_TYPE + ")V");
  }

  /** Another thread's first use of a class comes after its initialiser. */
  private void useClass(
      String owner,
      String name,
      String descriptor,
      ClassLoader defining,
      String declaringName,
      boolean unknown) {
    ClassContext c = context.owner;
    boolean own = declaringName.equals(c.info.name);
    List<String> initialised =
        unknown
            ? List.of(declaringName)
            : own ? c.initialised() : c.files.initialised(c.loader, declaringName);
    if (initialised.isEmpty() || (own && context.name.equals("<clinit>"))) {
      return;
    }
    if (!own) {
      super.visitFieldInsn(Opcodes.GETSTATIC, owner, name, descriptor);
      super.visitInsn(Type.getType(descriptor).getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
    for (String type : initialised) {
      String hookType = pushIfGuessed(owner, declaringName) + "II)V";
      Emit.push(
          mv,
          type.equals(declaringName) ? c.fields.classIndex(defining, type) : c.classIndex(type));
      Emit.push(mv, context.site());
      Emit.hook(mv, Emit.CLASS_HOOKS, "using", hookType);
    }
  }

  /**
   * Pushes the class that the code names, if it is not certain which loader defines it; see {@code
   * LoadedClasses}. Returns the beginning of the hook's descriptor.
   */
  private String pushIfGuessed(String owner, String declaringName) {
    if (!isGuessed(declaringName)) {
      return "(";
    }
    super.visitLdcInsn(Type.getObjectType(owner));
    return "(Ljava/lang/Class;";
  }

  private boolean isGuessed(String declaringName) {
    ClassContext c = context.owner;
    return !c.ofTheJdk
        && !declaringName.equals(c.info.name)
        && c.loader != ClassLoader.getSystemClassLoader();
  }

  /** Plain accesses in the JDK count under a condition, volatile ones always. */
  private boolean conditional(long word) {
    boolean plain = Op.op(word) == Op.FIELD_READ || Op.op(word) == Op.FIELD_WRITE;
    return context.owner.ofTheJdk && plain;
  }

  private void before(long word) {
    super.visitLdcInsn(word);
    Emit.access(mv, conditional(word), "beforeField", "(Ljava/lang/Object;J)" + Emit.LOG_TYPE);
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    super.visitMethodInsn(opcode, owner, name, d, itf);
    if (!context.beforeSuper && !lateWrites.isEmpty()) {
      for (long word : lateWrites) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitLdcInsn(word);
        Emit.hook(mv, "lateWrite", "(Ljava/lang/Object;J)V");
      }
      lateWrites.clear();
    }
  }
}
