package dev.sooth.agent.instrument;

import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * The classes of the JDK that are recorded like the program's, on demand. Never those that the
 * hooks rely on, nor those that have a model: what they do inside is synchronised in ways that are
 * not recorded.
 */
public final class JdkClasses {
  private final ClassFilter wanted; // null for none

  public JdkClasses(List<String> patterns) {
    wanted = patterns.isEmpty() ? null : new ClassFilter(patterns, List.of());
  }

  /** Whether any are recorded. */
  public boolean any() {
    return wanted != null;
  }

  /** Whether this class of the JDK is recorded. */
  boolean accepts(String name) {
    return wanted != null
        && (name.startsWith("java/") || name.startsWith("javax/"))
        && !name.startsWith("java/lang/")
        && !name.startsWith("java/util/concurrent/")
        && !JdkModels.hasModels(name)
        && wanted.accepts(name);
  }

  /** Whether the class synchronises in a way that we do not see: then it stays as it is. */
  static boolean usesUnseenAtomics(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      // A class in the constant pool has tag 7, which stands before its item.
      if (at > 0 && reader.readByte(at - 1) == 7) {
        String type = reader.readUTF8(at, buffer);
        if (type.equals("java/lang/invoke/VarHandle") || type.endsWith("/Unsafe")) {
          return true;
        }
      }
    }
    return false;
  }
}
