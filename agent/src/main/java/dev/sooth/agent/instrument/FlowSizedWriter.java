package dev.sooth.agent.instrument;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Writes a class with stack sizes that follow from the flow of control. For class files of version
 * 51 and above ASM derives them from the frames, which are right there if they are there. A class
 * that the JVM has taken from its archive has none when it is transformed again: the sizes came out
 * too small, and the interpreter wrote over the end of a stack. So the version is lowered for the
 * writer, and put back at the end.
 */
final class FlowSizedWriter extends ClassVisitor {
  private static final int MAJOR = 0xFFFF;
  private static final int VERSION_AT = 4; // minor, then major, two bytes each

  private final ClassWriter writer;
  private int version;

  FlowSizedWriter(ClassReader reader) {
    this(unlimited(reader));
  }

  /** A writer without ASM's limits, which are meant for hostile classes: these run already. */
  static ClassWriter unlimited(ClassReader reader) {
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    writer.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
    return writer;
  }

  private FlowSizedWriter(ClassWriter writer) {
    super(Opcodes.ASM9, writer);
    this.writer = writer;
  }

  @Override
  public void visit(
      int ownVersion,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    version = ownVersion;
    int written = (version & MAJOR) > Opcodes.V1_6 ? Opcodes.V1_6 : version;
    super.visit(written, access, name, signature, superName, interfaces);
  }

  byte[] toByteArray() {
    byte[] bytes = writer.toByteArray();
    bytes[VERSION_AT] = (byte) (version >>> 24);
    bytes[VERSION_AT + 1] = (byte) (version >>> 16);
    bytes[VERSION_AT + 2] = (byte) (version >>> 8);
    bytes[VERSION_AT + 3] = (byte) version;
    return bytes;
  }
}
