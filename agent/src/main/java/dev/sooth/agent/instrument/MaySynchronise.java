package dev.sooth.agent.instrument;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A quick look at a class file: whether anything in it can synchronise. Most have nothing. */
final class MaySynchronise extends ClassVisitor {
  private final ClassInfo info;
  private final SyncFields syncFields;
  private boolean found;

  private MaySynchronise(ClassInfo info, SyncFields syncFields) {
    super(Opcodes.ASM9);
    this.info = info;
    this.syncFields = syncFields;
  }

  static boolean test(ClassReader reader, ClassInfo info, SyncFields syncFields) {
    MaySynchronise look = new MaySynchronise(info, syncFields);
    reader.accept(look, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return look.found;
  }

  @Override
  public MethodVisitor visitMethod(int access, String n, String d, String s, String[] e) {
    found |= (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    if (found) {
      return null;
    }
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitInsn(int opcode) {
        found |= opcode == Opcodes.MONITORENTER;
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        found = found || syncFields.find(info, owner, name) != null;
      }

      @Override
      public void visitMethodInsn(int opcode, String owner, String name, String d, boolean itf) {
        found |=
            owner.startsWith("java/util/concurrent/locks/")
                || owner.equals("java/lang/invoke/VarHandle")
                || owner.equals("jdk/internal/misc/Unsafe")
                || (name.startsWith("notify") && d.equals("()V"))
                || (name.equals("wait") && d.endsWith(")V"));
      }
    };
  }
}
