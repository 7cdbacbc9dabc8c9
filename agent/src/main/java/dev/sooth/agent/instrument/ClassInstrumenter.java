package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.FieldWords;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts the transformers of one class together and adds what the class itself needs. */
final class ClassInstrumenter extends ClassVisitor {
  /** How much of a method is recorded; less when it would grow beyond what a class file allows. */
  enum Depth {
    FULL,
    WITHOUT_ARRAYS,
    WITHOUT_ACCESSES
  }

  /** Chooses the depth for each method. */
  interface Depths {
    Depth of(String name, String descriptor);
  }

  private final ClassContext context;
  private final Depths depths;
  private final boolean identified;
  private int version;
  private int methods;

  ClassInstrumenter(ClassVisitor next, ClassContext context, Depths depths) {
    super(Opcodes.ASM9, next);
    this.context = context;
    this.depths = depths;
    // Records have final fields only, which are not recorded.
    identified =
        !context.ofTheJdk
            && !context.membersFixed
            && !context.info.isInterface()
            && (context.info.access & (Opcodes.ACC_RECORD | Opcodes.ACC_MODULE)) == 0
            && !"java/lang/Record".equals(context.info.superName);
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] supers) {
    // A class constant, which static synchronized methods need, exists from version 49 on. Like
    // the versions before it has no stack map frames, and allows subroutines.
    chooseWords();
    this.version = (version & 0xFFFF) < Opcodes.V1_5 ? Opcodes.V1_5 : version;
    String[] interfaces = supers;
    if (identified) {
      interfaces = new String[supers.length + 1];
      System.arraycopy(supers, 0, interfaces, 0, supers.length);
      interfaces[supers.length] = marker();
    }
    String extended =
        signature == null || !identified ? signature : signature + "L" + marker() + ";";
    super.visit(this.version, access, name, extended, superName, interfaces);
  }

  private String marker() {
    return context.withShadow ? Emit.SHADOWED : Emit.IDENTIFIED;
  }

  /** Which fields have words in the objects. */
  private void chooseWords() {
    ClassInfo info = context.info;
    // A copy has the words, too. What the program's own classes do to copy an object is seen.
    if (!identified || !context.direct || context.files.mayCopyUnseen(context.loader, info)) {
      return;
    }
    int without = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_VOLATILE;
    for (Map.Entry<String, Integer> field : info.fieldAccess.entrySet()) {
      boolean single = !info.doubleNames.contains(field.getKey());
      int number =
          single && (field.getValue() & without) == 0
              ? context.fields.instanceField(info.name, field.getKey())
              : 0;
      if (FieldTable.isOfProgram(number)) {
        FieldWords.declare(number, info.name.replace('/', '.'), field.getKey());
        context.withWords.add(field.getKey());
      }
    }
  }

  @Override
  public void visitSource(String source, String debug) {
    if (source != null) {
      context.sourceFile = source;
    }
    super.visitSource(source, debug);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor mv = super.visitMethod(access, name, descriptor, signature, exceptions);
    int number = methods++;
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      return mv;
    }
    boolean unordered = context.ofTheJdk && !JdkEntryVisitor.counts(name);
    boolean isJacocos = name.equals(ArrayAccessVisitor.JACOCO_METHOD);
    Depth depth = unordered || isJacocos ? Depth.WITHOUT_ACCESSES : depths.of(name, descriptor);
    MethodContext method =
        new MethodContext(context, access, name, descriptor, depth != Depth.WITHOUT_ACCESSES);
    method.number = number;
    Chain chain = chain(mv, method, depth, signature, exceptions);
    return context.withSamples && depth == Depth.FULL
        ? new DoubledMethod(
            chain, apart(depth, exceptions), method, version & 0xFFFF, signature, exceptions)
        : chain.first;
  }

  /**
   * What instruments a method.
   *
   * @param unchecked the first of its visitors that is also for a body without checks
   */
  record Chain(PositionTracker first, MethodVisitor unchecked) {
    /** From here on there are no checks. */
    void uncheck(MethodContext method) {
      method.unchecked = true;
      first.goOnWith(unchecked);
    }
  }

  /** Adds methods that have a body of another one. */
  interface Apart {
    Chain add(String name, MethodContext method);
  }

  private Apart apart(Depth depth, String[] exceptions) {
    return (name, method) -> {
      MethodVisitor mv = cv.visitMethod(method.access, name, method.descriptor, null, exceptions);
      return chain(mv, method, depth, null, exceptions);
    };
  }

  private Chain chain(
      MethodVisitor writer,
      MethodContext method,
      Depth depth,
      String signature,
      String[] exceptions) {
    MethodVisitor mv = writer;
    if (context.ofTheJdk && JdkEntryVisitor.counts(method.name)) {
      mv = new JdkEntryVisitor(mv, method, version & 0xFFFF);
    }
    if (context.direct) {
      mv = new StateLocals(mv, method, version & 0xFFFF, signature, exceptions);
    }
    if (context.withStacks) {
      mv = new CallPathVisitor(mv, method, version & 0xFFFF);
    }
    if (!context.ofTheJdk) { // where they are observed already
      mv = new MethodBoundaryVisitor(mv, method, version & 0xFFFF);
      mv = new MonitorVisitor(mv, method);
    }
    if (depth == Depth.FULL) {
      mv = new ArrayAccessVisitor(mv, method);
    }
    if (depth != Depth.WITHOUT_ACCESSES) {
      mv = new FieldAccessVisitor(mv, method);
    }
    mv = new CallVisitor(mv, method);
    MethodVisitor unchecked = mv;
    if (!context.ofTheJdk && depth != Depth.WITHOUT_ACCESSES) {
      mv = new PlainObjectCalls(mv, method);
      mv = new CollectionCalls(mv, method);
    }
    if (context.flowClass >= 0) {
      mv = new FlowVisitor(mv, writer, method);
    }
    return new Chain(new PositionTracker(mv, method), unchecked);
  }

  @Override
  public void visitEnd() {
    for (VarHandleBridge bridge : context.bridges.values()) {
      bridge.write(cv, version & 0xFFFF);
    }
    if (identified) {
      addCarried("$sooth$id", Type.LONG_TYPE);
    }
    for (String field : context.withWords) {
      DirectAccess.words(cv, field);
      DirectAccess.checkers(cv, context, field, version & 0xFFFF);
    }
    if (identified && context.withShadow) {
      addCarried("$sooth$shadow", Type.getObjectType("java/lang/Object"));
    }
    super.visitEnd();
  }

  /**
   * What the object carries: a field that serialization and most reflective code skip, private to
   * each class so that it does not matter which of its superclasses are instrumented, and its
   * accessors.
   */
  private void addCarried(String field, Type type) {
    String owner = context.info.name;
    String descriptor = type.getDescriptor();
    int hidden = Opcodes.ACC_SYNTHETIC;
    int inside = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | hidden;
    super.visitField(inside, field, descriptor, null, null).visitEnd();
    int outside = Opcodes.ACC_PUBLIC | hidden;
    MethodVisitor get = super.visitMethod(outside, field, "()" + descriptor, null, null);
    get.visitCode();
    get.visitVarInsn(Opcodes.ALOAD, 0);
    get.visitFieldInsn(Opcodes.GETFIELD, owner, field, descriptor);
    get.visitInsn(type.getOpcode(Opcodes.IRETURN));
    get.visitMaxs(2, 1);
    get.visitEnd();
    MethodVisitor set = super.visitMethod(outside, field, "(" + descriptor + ")V", null, null);
    set.visitCode();
    set.visitVarInsn(Opcodes.ALOAD, 0);
    set.visitVarInsn(type.getOpcode(Opcodes.ILOAD), 1);
    set.visitFieldInsn(Opcodes.PUTFIELD, owner, field, descriptor);
    set.visitInsn(Opcodes.RETURN);
    set.visitMaxs(3, 3);
    set.visitEnd();
  }
}
