package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.TestMarks;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Lets JUnit 4 tell where tests begin and end. It finds no listeners by itself, as the JUnit
 * Platform does, and who runs it, such as an old Gradle, lets nobody add one; but all of its
 * runners tell one class.
 */
final class JUnit4Marks extends ClassVisitor {
  static final String NOTIFIER = "org/junit/runner/notification/RunNotifier";

  private static final String MARKS = Type.getInternalName(TestMarks.class);

  private JUnit4Marks(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** The class with calls of ours added. */
  static byte[] added(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new JUnit4Marks(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean begins = name.equals("fireTestStarted");
    if (!begins && !name.equals("fireTestFinished")) {
      return next;
    }
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitCode() {
        super.visitCode();
        super.visitVarInsn(Opcodes.ALOAD, 1); // the description, its only parameter
        super.visitInsn(begins ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, MARKS, "junit4", "(Ljava/lang/Object;Z)V", false);
      }
    };
  }
}
