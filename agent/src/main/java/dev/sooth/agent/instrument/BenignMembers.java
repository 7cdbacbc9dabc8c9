package dev.sooth.agent.instrument;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The fields and methods whose races the program itself calls benign. */
final class BenignMembers {
  private static final String ANNOTATION = "Ldev/sooth/Benign;";
  private static final int UTF8 = 1; // tag of a constant

  private BenignMembers() {}

  /**
   * Tells the report of those of a class; most classes have none, which their constants tell.
   *
   * @return whether there may be some
   */
  static boolean read(ClassReader reader, ClassReport report) {
    boolean mentioned = isMentioned(reader);
    if (mentioned) {
      String type = reader.getClassName().replace('/', '.') + ".";
      reader.accept(
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(int a, String name, String d, String s, Object v) {
              return new FieldVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                  return reason(annotation, "field", type + name, report);
                }
              };
            }

            @Override
            public MethodVisitor visitMethod(int a, String name, String d, String s, String[] e) {
              return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                  return reason(annotation, "method", type + name, report);
                }
              };
            }
          },
          ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
    return mentioned;
  }

  private static boolean isMentioned(ClassReader reader) {
    for (int item = 1; item < reader.getItemCount(); item++) {
      int at = reader.getItem(item);
      if (at > 0
          && reader.readByte(at - 1) == UTF8
          && reader.readUnsignedShort(at) == ANNOTATION.length()
          && isAnnotation(reader, at + 2)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAnnotation(ClassReader reader, int at) {
    for (int i = 0; i < ANNOTATION.length(); i++) {
      if (reader.readByte(at + i) != ANNOTATION.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static AnnotationVisitor reason(
      String annotation, String what, String member, ClassReport report) {
    if (!annotation.equals(ANNOTATION)) {
      return null;
    }
    return new AnnotationVisitor(Opcodes.ASM9) {
      @Override
      public void visit(String name, Object value) {
        report.benign(what, member, String.valueOf(value));
      }
    };
  }
}
