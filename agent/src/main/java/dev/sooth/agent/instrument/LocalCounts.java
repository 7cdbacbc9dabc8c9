package dev.sooth.agent.instrument;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * How many local variables each method has. A visitor hears that at the method's end only, too late
 * to put others behind them.
 */
final class LocalCounts {
  private final ClassReader reader;
  private final char[] buffer;
  private Map<String, Integer> counts; // null until it is asked

  LocalCounts(ClassReader reader) {
    this.reader = reader;
    buffer = new char[reader.getMaxStringLength()];
  }

  /** The count of a method that has code. */
  int of(String name, String descriptor) {
    if (counts == null) {
      counts = new HashMap<>();
      // After the header: access, this, super, and the interfaces with their number.
      int at = reader.header + 8 + 2 * reader.readUnsignedShort(reader.header + 6);
      readMembers(readMembers(at));
    }
    return counts.get(name + descriptor);
  }

  /** Reads fields or methods; returns what comes after them. */
  private int readMembers(int from) {
    int members = reader.readUnsignedShort(from);
    int at = from + 2;
    for (int i = 0; i < members; i++) {
      String member = reader.readUTF8(at + 2, buffer) + reader.readUTF8(at + 4, buffer);
      int attributes = reader.readUnsignedShort(at + 6);
      at += 8;
      for (int j = 0; j < attributes; j++) {
        if ("Code".equals(reader.readUTF8(at, buffer))) {
          counts.put(member, reader.readUnsignedShort(at + 8)); // after the name, size, max stack
        }
        at += 6 + reader.readInt(at + 2);
      }
    }
    return at;
  }
}
