package dev.sooth.agent.instrument;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which calls that add to a collection or remove from it have a result that the program throws
 * away: a visitor hears of that after the call only. What is in the collection then does not matter
 * to the caller, see {@code CollectionHooks.add}.
 */
final class IgnoredResults {
  /** Methods that do what they do, and throw nothing, whatever is in the collection. */
  private static final Set<String> NAMES =
      Set.of(
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "clear",
          "offer",
          "offerFirst",
          "offerLast",
          "push",
          "put",
          "putAll",
          "remove",
          "removeAll");

  private final ClassReader reader;
  private Map<String, BitSet> calls; // by method, numbers of candidates; null until it is asked

  IgnoredResults(ClassReader reader) {
    this.reader = reader;
  }

  /** Whether such a call is one of these if nobody uses the result. */
  static boolean addsOnly(String name, String descriptor) {
    // Not the methods with an index, which may not be there.
    return NAMES.contains(name)
        && !descriptor.startsWith("(I")
        && !(name.equals("remove") && descriptor.startsWith("()"));
  }

  /** Whether such a call has a result and is counted. */
  static boolean isCandidate(String name, String descriptor) {
    return addsOnly(name, descriptor) && !descriptor.endsWith(")V");
  }

  /** Whether the result of the method's candidate of this number is thrown away. */
  boolean contains(String method, String descriptor, int number) {
    if (calls == null) {
      calls = new HashMap<>();
      reader.accept(new Look(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
    return calls.get(method + descriptor).get(number);
  }

  private final class Look extends ClassVisitor {
    Look() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String d, String s, String[] e) {
      BitSet ignored = new BitSet();
      calls.put(name + d, ignored);
      return new MethodVisitor(Opcodes.ASM9) {
        private int candidates;
        private boolean justCalled;

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String d, boolean i) {
          justCalled = isCandidate(called, d);
          if (justCalled) {
            candidates++;
          }
        }

        @Override
        public void visitInsn(int opcode) {
          if (justCalled && opcode == Opcodes.POP) {
            ignored.set(candidates - 1);
          }
          justCalled = false;
        }

        @Override
        public void visitLabel(Label label) {
          justCalled = false;
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
          justCalled = false;
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
          justCalled = false;
        }

        @Override
        public void visitLdcInsn(Object value) {
          justCalled = false;
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
          justCalled = false;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
          justCalled = false;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
          justCalled = false;
        }
      };
    }
  }
}
