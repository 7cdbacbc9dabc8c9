package dev.sooth.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The instructions of a constructor up to the call of another one, if they are simple: without
 * jumps and without stores to local variables, so that after the call the local variables hold the
 * arguments, and nothing is on the stack. Everything else has no such start.
 */
final class ConstructorStart {
  private static final int UNKNOWN = Integer.MIN_VALUE / 2;

  private final MethodNode method;

  ConstructorStart(MethodNode method) {
    this.method = method;
  }

  /** The call, or null. */
  AbstractInsnNode last() {
    int uninitialised = 0;
    int depth = 0;
    for (AbstractInsnNode node : method.instructions) {
      depth += growth(node);
      if (depth < 0) {
        return null;
      }
      if (node.getOpcode() == Opcodes.NEW) {
        uninitialised++;
      } else if (node instanceof MethodInsnNode call && call.name.equals("<init>")) {
        if (uninitialised == 0) {
          return depth == 0 && isAlone(node) ? node : null;
        }
        uninitialised--;
      }
    }
    return null;
  }

  /** Whether no handler is for what comes before. */
  private boolean isAlone(AbstractInsnNode last) {
    int end = method.instructions.indexOf(last);
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (method.instructions.indexOf(block.start) <= end
          || method.instructions.indexOf(block.handler) <= end) {
        return false;
      }
    }
    return method.instructions.getFirst() != last;
  }

  /** By how many words the stack grows. */
  private static int growth(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (node instanceof LabelNode || node instanceof LineNumberNode) {
      return 0;
    } else if (node instanceof VarInsnNode && opcode <= Opcodes.ALOAD) {
      return opcode == Opcodes.LLOAD || opcode == Opcodes.DLOAD ? 2 : 1;
    } else if (node instanceof IntInsnNode) {
      return opcode == Opcodes.NEWARRAY ? 0 : 1;
    } else if (node instanceof LdcInsnNode constant) {
      return constant.cst instanceof Long || constant.cst instanceof Double ? 2 : 1;
    } else if (node instanceof TypeInsnNode) {
      return opcode == Opcodes.NEW ? 1 : 0;
    } else if (node instanceof FieldInsnNode field) {
      int size = Type.getType(field.desc).getSize();
      return switch (opcode) {
        case Opcodes.GETSTATIC -> size;
        case Opcodes.PUTSTATIC -> -size;
        case Opcodes.GETFIELD -> size - 1;
        default -> -size - 1;
      };
    } else if (node instanceof MethodInsnNode call) {
      int sizes = Type.getArgumentsAndReturnSizes(call.desc); // counts a receiver
      return (sizes & 3) - (sizes >> 2) + (opcode == Opcodes.INVOKESTATIC ? 1 : 0);
    }
    return node instanceof InsnNode ? simple(opcode) : UNKNOWN;
  }

  private static int simple(int opcode) {
    if (opcode == Opcodes.LCONST_0
        || opcode == Opcodes.LCONST_1
        || opcode == Opcodes.DCONST_0
        || opcode == Opcodes.DCONST_1) {
      return 2;
    }
    boolean pushes = opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DCONST_1;
    return pushes || opcode == Opcodes.DUP ? 1 : UNKNOWN;
  }
}
