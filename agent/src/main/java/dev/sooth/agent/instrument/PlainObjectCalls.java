package dev.sooth.agent.instrument;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells of calls of objects of the JDK that have state and do not synchronise, and of arrays that
 * the JDK is given, before the calls are made; see {@link PlainObjects}.
 */
final class PlainObjectCalls extends MethodVisitor {
  private static final String HOOKS = "dev/sooth/agent/bootstrap/PlainObjectHooks";

  private final MethodContext context;
  private final Set<String> shared; // of the classes that are mostly local, see PlainObjects

  PlainObjectCalls(MethodVisitor next, MethodContext context) {
    super(Opcodes.ASM9, next);
    this.context = context;
    shared = new HashSet<>(context.owner.shared);
    PlainObjects.addArguments(context.descriptor, shared);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    if (opcode == Opcodes.CHECKCAST && PlainObjects.isMostlyLocal(type)) {
      shared.add(type);
    }
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
    if (owner.equals("java/lang/System") && name.equals("arraycopy")) {
      copying();
    } else if (owner.startsWith("java/") || owner.startsWith("javax/")) {
      boolean onObject =
          opcode != Opcodes.INVOKESTATIC
              && !name.equals("<init>")
              && PlainObjects.isOne(owner)
              && (!PlainObjects.isMostlyLocal(owner) || shared.contains(owner));
      boolean onArray = d.contains("[") && hasArray(Type.getArgumentTypes(d));
      if (onArray) {
        withArrays(onObject, owner, name, Type.getArgumentTypes(d));
      } else if (onObject) {
        receiver(owner, name, Type.getArgumentTypes(d));
      }
    }
    super.visitMethodInsn(opcode, owner, name, d, itf);
  }

  private static boolean hasArray(Type[] arguments) {
    for (Type argument : arguments) {
      if (argument.getSort() == Type.ARRAY) {
        return true;
      }
    }
    return false;
  }

  private void receiver(String owner, String name, Type[] arguments) {
    if (arguments.length == 0) {
      mv.visitInsn(Opcodes.DUP);
      tellReceiver(owner, name);
    } else if (arguments.length == 1 && arguments[0].getSize() == 1) {
      mv.visitInsn(Opcodes.DUP2);
      mv.visitInsn(Opcodes.POP);
      tellReceiver(owner, name);
    } else {
      Spilled spilled = new Spilled(mv, context, arguments);
      mv.visitInsn(Opcodes.DUP);
      tellReceiver(owner, name);
      spilled.loadAll();
    }
  }

  private void tellReceiver(String owner, String name) {
    Emit.push(mv, context.site());
    hook(PlainObjects.looks(owner, name) ? "looking" : "changing", "(Ljava/lang/Object;I)V");
  }

  private void withArrays(boolean onObject, String owner, String name, Type[] arguments) {
    Spilled spilled = new Spilled(mv, context, arguments);
    if (onObject) {
      mv.visitInsn(Opcodes.DUP);
      tellReceiver(owner, name);
    }
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].getSort() == Type.ARRAY) {
        spilled.load(i);
        boolean inPart =
            i + 2 < arguments.length
                && arguments[i + 1].equals(Type.INT_TYPE)
                && arguments[i + 2].equals(Type.INT_TYPE);
        if (inPart) {
          spilled.load(i + 1);
          spilled.load(i + 2);
        } else {
          Emit.push(mv, 0);
          Emit.push(mv, Integer.MAX_VALUE);
        }
        Emit.push(mv, PlainObjects.arrayAccess(name));
        Emit.push(mv, context.site());
        // Arrays names a part by its ends, all others by its start and length.
        boolean byEnds = !inPart || owner.equals("java/util/Arrays");
        hook(byEnds ? "elements" : "part", "(Ljava/lang/Object;IIII)V");
      }
    }
    spilled.loadAll();
  }

  private void copying() {
    Type object = Type.getObjectType("java/lang/Object");
    Spilled spilled =
        new Spilled(
            mv, context, new Type[] {object, Type.INT_TYPE, object, Type.INT_TYPE, Type.INT_TYPE});
    spilled.loadAll();
    Emit.push(mv, context.site());
    hook("copying", "(Ljava/lang/Object;ILjava/lang/Object;III)V");
    spilled.loadAll();
  }

  private void hook(String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
