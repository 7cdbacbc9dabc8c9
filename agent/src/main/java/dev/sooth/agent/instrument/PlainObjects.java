package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.PlainObjectHooks;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * Which classes of the JDK have state and do not synchronise, so that a call passes on what earlier
 * calls have done; and what methods of the JDK do with arrays. Collections have their own rules. A
 * class too many costs some races that are then not predicted, never a false one.
 */
final class PlainObjects {
  static final String BUILDER = "java/lang/StringBuilder";

  /** Classes of objects that are mostly made and used up in one method. */
  private static final Set<String> MOSTLY_LOCAL =
      Set.of(
          BUILDER,
          "java/util/Enumeration",
          "java/util/Iterator",
          "java/util/ListIterator",
          "java/util/PrimitiveIterator$OfInt",
          "java/util/PrimitiveIterator$OfLong",
          "java/util/StringJoiner",
          "java/util/regex/Matcher");

  private static final Set<String> CLASSES =
      Set.of(
          BUILDER,
          "java/lang/Appendable",
          "java/lang/ProcessBuilder",
          "java/awt/Dimension",
          "java/awt/Point",
          "java/awt/Rectangle",
          "java/awt/image/BufferedImage",
          "java/security/MessageDigest",
          "java/security/Signature",
          "java/util/Calendar",
          "java/util/Date",
          "java/util/DoubleSummaryStatistics",
          "java/util/Enumeration",
          "java/util/Formatter",
          "java/util/GregorianCalendar",
          "java/util/IntSummaryStatistics",
          "java/util/Iterator",
          "java/util/ListIterator",
          "java/util/PrimitiveIterator$OfInt",
          "java/util/PrimitiveIterator$OfLong",
          "java/util/LongSummaryStatistics",
          "java/util/Scanner",
          "java/util/SplittableRandom",
          "java/util/StringJoiner",
          "java/util/StringTokenizer",
          "java/util/regex/Matcher",
          "java/util/zip/Adler32",
          "java/util/zip/CRC32",
          "java/util/zip/CRC32C",
          "java/util/zip/Checksum",
          "java/util/zip/Deflater",
          "java/util/zip/Inflater",
          "javax/crypto/Cipher",
          "javax/crypto/Mac");

  private static final Set<String> LOOKS_AT_BUILDER =
      Set.of(
          "length",
          "charAt",
          "codePointAt",
          "isEmpty",
          "toString",
          "indexOf",
          "lastIndexOf",
          "substring",
          "subSequence",
          "compareTo",
          "chars",
          "capacity",
          "getChars");

  private static final Set<String> WRITES_ARRAY =
      Set.of(
          "read",
          "readFully",
          "readNBytes",
          "get",
          "getBytes",
          "getChars",
          "getElements",
          "nextBytes",
          "fill",
          "toArray",
          "copyInto",
          "inflate",
          "deflate",
          "digest",
          "generateSeed",
          "setAll",
          "parallelSetAll");

  private static final Set<String> READS_AND_WRITES_ARRAY =
      Set.of(
          "sort",
          "parallelSort",
          "parallelPrefix",
          "update",
          "doFinal",
          "encode",
          "decode",
          "swap");

  private PlainObjects() {}

  /** Whether objects of this class have such state. */
  static boolean isOne(String owner) {
    if (CLASSES.contains(owner) || owner.startsWith("java/text/")) {
      return true;
    }
    if (owner.startsWith("java/io/")) {
      return !owner.startsWith("java/io/Print")
          && (owner.endsWith("Stream")
              || owner.endsWith("Reader")
              || owner.endsWith("Writer")
              || owner.endsWith("Tokenizer")
              || owner.equals("java/io/RandomAccessFile"));
    }
    return owner.startsWith("java/awt/geom/")
        || owner.startsWith("org/w3c/dom/")
        || (owner.startsWith("java/nio/")
            && (owner.endsWith("Buffer") || owner.endsWith("coder"))); // CharsetDecoder, Encoder
  }

  /** Whether a method of such a class only looks. */
  static boolean looks(String owner, String method) {
    return owner.equals(BUILDER) && LOOKS_AT_BUILDER.contains(method);
  }

  /** What a method of the JDK does with an array that it is given. */
  static int arrayAccess(String method) {
    return READS_AND_WRITES_ARRAY.contains(method)
        ? PlainObjectHooks.READS | PlainObjectHooks.WRITES
        : WRITES_ARRAY.contains(method) ? PlainObjectHooks.WRITES : PlainObjectHooks.READS;
  }

  /** Whether objects of this class are mostly made and used up in one method. */
  static boolean isMostlyLocal(String owner) {
    return MOSTLY_LOCAL.contains(owner);
  }

  /**
   * Of those classes, the ones of which the code of this class may use an object that was made
   * elsewhere: it comes from a field, or from a method of the program's.
   */
  static Set<String> shared(ClassReader reader) {
    Set<String> result = new HashSet<>(0);
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      int tag = at == 0 ? 0 : reader.readByte(at - 1);
      if (tag >= FIELD_REFERENCE && tag <= INTERFACE_METHOD_REFERENCE) {
        int nameAndType = reader.getItem(reader.readUnsignedShort(at + 2));
        String descriptor = reader.readUTF8(nameAndType + 2, buffer);
        if (tag == FIELD_REFERENCE || !reader.readClass(at, buffer).startsWith("java/")) {
          addShared(descriptor.substring(descriptor.indexOf(')') + 1), result);
        }
      }
    }
    return result;
  }

  /** The same for the arguments of a method. */
  static void addArguments(String descriptor, Set<String> result) {
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      addShared(argument.getDescriptor(), result);
    }
  }

  private static void addShared(String descriptor, Set<String> result) {
    if (descriptor.startsWith("L")) {
      String type = descriptor.substring(1, descriptor.length() - 1);
      if (MOSTLY_LOCAL.contains(type)) {
        result.add(type);
      }
    }
  }

  // Tags of the constant pool.
  private static final int FIELD_REFERENCE = 9;
  private static final int INTERFACE_METHOD_REFERENCE = 11;
}
