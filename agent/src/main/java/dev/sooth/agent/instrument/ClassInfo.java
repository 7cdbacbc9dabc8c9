package dev.sooth.agent.instrument;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the instrumentation has to know about another class, read from its class file. */
final class ClassInfo {
  final String name;
  final String superName;
  final String[] interfaces;
  final int access;
  final Map<String, Integer> fieldAccess = new HashMap<>();
  final Map<String, String> fieldType = new HashMap<>();

  /** The names that several fields have, of different types. */
  final Set<String> doubleNames = new HashSet<>(0);

  boolean hasInitialiser;

  /** Whether it has a method that hides {@code Thread.sleep(long)} from those who inherit both. */
  boolean hidesSleep;

  /** Names of fields for which this class may make handles, see {@link SyncFields}. */
  final Set<String> handleNames;

  final boolean makesElementHandles;

  /** The methods that it declares and whose names stand in {@link CollectionRules}. */
  final Set<String> collectionMethods = new HashSet<>(0);

  private ClassInfo(ClassReader reader) {
    name = reader.getClassName();
    superName = reader.getSuperName();
    interfaces = reader.getInterfaces();
    access = reader.getAccess();
    handleNames = SyncFields.handleNames(reader);
    makesElementHandles = !handleNames.isEmpty() && SyncFields.makesElementHandles(reader);
  }

  static ClassInfo read(ClassReader reader) {
    ClassInfo info = new ClassInfo(reader);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(int a, String n, String d, String s, Object v) {
            if (info.fieldAccess.put(n, a) != null) {
              info.doubleNames.add(n);
            }
            info.fieldType.put(n, d);
            return null;
          }

          @Override
          public MethodVisitor visitMethod(int a, String n, String d, String s, String[] e) {
            info.hasInitialiser |= n.equals("<clinit>");
            info.hidesSleep |= n.equals("sleep") && d.equals("(J)V");
            if ((a & Opcodes.ACC_STATIC) == 0 && CollectionRules.number(n) != 0) {
              info.collectionMethods.add(n);
            }
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return info;
  }

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }
}
