package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.CollectionHooks;
import dev.sooth.agent.instrument.CollectionRules.Access;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells of calls of the JDK's collections that do not synchronise, before they are made. The rules
 * are those of {@link CollectionRules}; the hook finds out what the object is: a call through
 * {@code Map} counts only if there is such a collection under it.
 *
 * <p>What the hook needs is duplicated on the operand stack where that is short. Else the arguments
 * wait in local variables behind the method's own: there is no jump in between, so these are in no
 * stack map frame.
 */
final class CollectionCalls extends MethodVisitor {
  private static final String OBJECT = "java/lang/Object";
  private static final int TO_STRING = CollectionRules.number("toString");
  private static final int EQUALS = CollectionRules.number("equals");

  private final MethodContext context;
  private int candidates; // see IgnoredResults

  CollectionCalls(MethodVisitor next, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.context = context;
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    boolean ignored =
        IgnoredResults.isCandidate(name, d)
            && context.owner.ignored.contains(context.name, context.descriptor, candidates++);
    if (name.equals("<init>")) {
      if (owner.startsWith("java/util/")) {
        beforeArguments(Access.READ, CollectionHooks.INDIRECT, d);
      }
    } else if (opcode == Opcodes.INVOKESTATIC) {
      Access access = CollectionRules.ofStatic(owner, name);
      if (access != null && access != Access.NONE) {
        beforeArguments(access, CollectionHooks.INDIRECT, d);
      }
    } else {
      call(opcode, owner, name, d, ignored || d.endsWith(")V"));
    }
    if (prints(opcode, owner, name, d)) {
      mv.visitInsn(Opcodes.DUP);
      tell("print", TO_STRING);
    }
    super.visitMethodInsn(opcode, owner, name, d, itf);
  }

  /** String concatenation looks at its arguments. */
  @Override
  public void visitInvokeDynamicInsn(String name, String d, Handle bootstrap, Object... args) {
    if (bootstrap.getOwner().equals("java/lang/invoke/StringConcatFactory")) {
      beforeArguments(Access.READ, TO_STRING, d);
    }
    super.visitInvokeDynamicInsn(name, d, bootstrap, args);
  }

  private void call(int opcode, String owner, String name, String d, boolean withoutResult) {
    int number = CollectionRules.number(name);
    if (number == 0 || owner.startsWith("[")) {
      return;
    }
    String type = owner.startsWith("java/") ? owner : extended(owner, name);
    Access access = type == null ? null : CollectionRules.ofMethod(type, name);
    if (access == null || access == Access.NONE) {
      return;
    }
    if (access == Access.WRITE && withoutResult && IgnoredResults.addsOnly(name, d)) {
      access = Access.ADD;
    }
    boolean ofList = type.equals("java/util/List") || type.equals("java/util/ArrayList");
    if (ofList && opcode != Opcodes.INVOKESPECIAL && name.equals("get")) {
      mv.visitInsn(Opcodes.DUP2);
      tellElement("getElement", number);
    } else if (ofList && opcode != Opcodes.INVOKESPECIAL && name.equals("set")) {
      Spilled spilled = new Spilled(mv, context, Type.getArgumentTypes(d));
      mv.visitInsn(Opcodes.DUP);
      spilled.load(0);
      tellElement("setElement", number);
      spilled.loadAll();
    } else {
      beforeMethod(access, opcode == Opcodes.INVOKESPECIAL ? -number : number, d);
    }
  }

  /** Whether the object on top of the stack, of whatever class, is made a string. */
  private static boolean prints(int opcode, String owner, String name, String d) {
    return switch (owner) {
      case OBJECT -> name.equals("toString") && opcode == Opcodes.INVOKEVIRTUAL;
      case "java/lang/String" -> name.equals("valueOf") && d.startsWith("(Ljava/lang/Object;)");
      case "java/lang/StringBuilder" ->
          name.equals("append") && d.startsWith("(Ljava/lang/Object;)");
      case "java/io/PrintStream" -> name.startsWith("print") && d.equals("(Ljava/lang/Object;)V");
      default -> false;
    };
  }

  /**
   * The collection of the JDK that a class of the program extends, or the interface that one of its
   * own extends, if the call may get there; else null.
   */
  private String extended(String owner, String method) {
    String type = owner;
    while (type != null && !type.startsWith("java/")) {
      Optional<ClassInfo> info = context.owner.files.find(context.owner.loader, type);
      if (info.isEmpty() || info.get().collectionMethods.contains(method)) {
        return null; // its own method, which will tell when it calls the JDK's
      }
      if (info.get().isInterface()) {
        return extendedInterface(info.get(), method);
      }
      type = info.get().superName;
    }
    return type == null || type.startsWith("java/util/Abstract") ? null : type;
  }

  private String extendedInterface(ClassInfo info, String method) {
    for (String superInterface : info.interfaces) {
      if (CollectionRules.ofMethod(superInterface, method) != null) {
        return superInterface;
      }
      String found = superInterface.startsWith("java/") ? null : extended(superInterface, method);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Before a call of a method: an access to the receiver; what it is given is read. */
  private void beforeMethod(Access access, int method, String descriptor) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    boolean any = Math.abs(method) == EQUALS; // which takes an object
    if (count(arguments, any) == 0) {
      receiver(access, method, arguments);
      return;
    }
    Spilled spilled = new Spilled(mv, context, arguments);
    mv.visitInsn(Opcodes.DUP);
    tell(access, method);
    tellSpilled(Access.READ, CollectionHooks.INDIRECT, arguments, spilled, any);
    spilled.loadAll();
  }

  /** Before a call that accesses its first argument that may be a collection; others are read. */
  private void beforeArguments(Access access, int method, String descriptor) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    int given = count(arguments, false);
    if (given == 0) {
      return;
    }
    if (given == 1 && mayBeCollection(arguments[arguments.length - 1], false)) {
      mv.visitInsn(Opcodes.DUP);
      tell(access, method);
      return;
    }
    Spilled spilled = new Spilled(mv, context, arguments);
    tellSpilled(access, method, arguments, spilled, false);
    spilled.loadAll();
  }

  private void tellSpilled(
      Access first, int method, Type[] arguments, Spilled spilled, boolean any) {
    Access access = first;
    for (int i = 0; i < arguments.length; i++) {
      if (mayBeCollection(arguments[i], any)) {
        spilled.load(i);
        tell(access, method);
        access = Access.READ;
      }
    }
  }

  private static int count(Type[] arguments, boolean any) {
    int count = 0;
    for (Type argument : arguments) {
      count += mayBeCollection(argument, any) ? 1 : 0;
    }
    return count;
  }

  private void receiver(Access access, int method, Type[] arguments) {
    int words = 0;
    for (Type argument : arguments) {
      words += argument.getSize();
    }
    if (words == 0) {
      mv.visitInsn(Opcodes.DUP);
      tell(access, method);
    } else if (words == 1) {
      mv.visitInsn(Opcodes.DUP2);
      mv.visitInsn(Opcodes.POP);
      tell(access, method);
    } else if (words == 2) { // receiver, a, b; or one wide argument
      mv.visitInsn(Opcodes.DUP2_X1);
      mv.visitInsn(Opcodes.POP2); // a, b, receiver
      mv.visitInsn(Opcodes.DUP_X2); // receiver, a, b, receiver
      tell(access, method);
    } else {
      Spilled spilled = new Spilled(mv, context, arguments);
      mv.visitInsn(Opcodes.DUP);
      tell(access, method);
      spilled.loadAll();
    }
  }

  /** Stack: list, index → nothing. */
  private void tellElement(String hook, int method) {
    Emit.push(mv, method);
    Emit.push(mv, context.site());
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, Emit.COLLECTION_HOOKS, hook, "(Ljava/lang/Object;III)V", false);
  }

  /** Stack: object → nothing. */
  private void tell(Access access, int method) {
    switch (access) {
      case READ -> tell("read", method);
      case LOOK_UP -> tell("lookUp", method);
      case WRITE -> tell("write", method);
      case ADD -> tell("add", method);
      case NONE -> throw new IllegalArgumentException("nothing to tell");
    }
  }

  private void tell(String hook, int method) {
    Emit.push(mv, method);
    Emit.push(mv, context.site());
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, Emit.COLLECTION_HOOKS, hook, "(Ljava/lang/Object;II)V", false);
  }

  /** Whether the JDK looks into an argument that is declared so. */
  private static boolean mayBeCollection(Type argument, boolean any) {
    if (argument.getSort() != Type.OBJECT) {
      return false;
    }
    String name = argument.getInternalName();
    return CollectionRules.hasRules(name) || (any && name.equals(OBJECT));
  }
}
