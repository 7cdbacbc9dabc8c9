package dev.sooth.agent.instrument;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Which fields of the JDK are synchronisation variables: the volatile ones, and those that some
 * code accesses through a {@code VarHandle}, the internal {@code Unsafe} or an updater. Such a
 * handle is made from the field's name, in the class itself or in the one around it, so a field
 * counts if its name is a string constant of a class there that makes handles. One too many does no
 * harm.
 */
final class SyncFields {
  // Tags of the constant pool.
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int NAME_AND_TYPE = 12;

  private final ClassFiles files;
  private final ClassLoader loader; // of the classes that are looked at
  private final Map<String, Boolean> known = new ConcurrentHashMap<>();

  SyncFields(ClassFiles files, ClassLoader loader) {
    this.files = files;
    this.loader = loader;
  }

  ClassLoader loader() {
    return loader;
  }

  /** Where the field is declared; null if it is no synchronisation variable. */
  String find(ClassInfo from, String owner, String name) {
    Optional<ClassInfo> declaring =
        from.name.equals(owner) && from.fieldAccess.containsKey(name)
            ? Optional.of(from)
            : files.declaring(loader, owner, name);
    if (declaring.isEmpty() || !declaring.get().fieldAccess.containsKey(name)) {
      return null;
    }
    ClassInfo info = declaring.get();
    int access = info.fieldAccess.get(name);
    boolean sync =
        (access & Opcodes.ACC_VOLATILE) != 0
            || ((access & (Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)) == 0
                && known.computeIfAbsent(
                    info.name + '.' + name, k -> isNamedByHandles(info, name)));
    return sync && ObservedClasses.observesField(info.name, name) ? info.name : null;
  }

  private boolean isNamedByHandles(ClassInfo info, String field) {
    if (info.handleNames.contains(field)) {
      return true;
    }
    int dollar = info.name.indexOf('$');
    return dollar > 0
        && files
            .find(loader, info.name.substring(0, dollar))
            .map(outer -> outer.handleNames.contains(field))
            .orElse(false);
  }

  /** Whether elements of arrays are accessed by handles in this class or in the one around it. */
  boolean hasElementHandles(ClassInfo info) {
    int dollar = info.name.indexOf('$');
    return info.makesElementHandles
        || (dollar > 0
            && files
                .find(loader, info.name.substring(0, dollar))
                .map(outer -> outer.makesElementHandles)
                .orElse(false));
  }

  /** Whether the class makes handles for the elements of arrays. */
  static boolean makesElementHandles(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      if (at > 0
          && reader.readByte(at - 1) == NAME_AND_TYPE
          && reader.readUTF8(at, buffer).equals("arrayElementVarHandle")) {
        return true;
      }
    }
    return false;
  }

  /** The string constants of a class that makes handles, else nothing. */
  static Set<String> handleNames(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    if (!makesHandles(reader, buffer)) {
      return Set.of();
    }
    Set<String> strings = new HashSet<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      if (at > 0 && reader.readByte(at - 1) == STRING) {
        strings.add(reader.readUTF8(at, buffer));
      }
    }
    return strings;
  }

  private static boolean makesHandles(ClassReader reader, char[] buffer) {
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      if (at > 0 && reader.readByte(at - 1) == CLASS) {
        String type = reader.readUTF8(at, buffer);
        if (type.equals("java/lang/invoke/VarHandle")
            || type.equals("jdk/internal/misc/Unsafe")
            || type.endsWith("FieldUpdater")) {
          return true;
        }
      }
    }
    return false;
  }
}
