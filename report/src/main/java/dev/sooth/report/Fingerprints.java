package dev.sooth.report;

import dev.sooth.race.Race;
import dev.sooth.trace.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a race is called in every form of the report and in every later run: a hash of the field,
 * the methods of the two accesses and whether one of them reads. It has no line, no object, no
 * thread and no order, so that it stays when code above it moves, or the program takes another
 * course. Two pairs of lines of the same methods and the same field have the same one.
 *
 * <p>Whether an access reads is asked of all races of the block and not of its example: which of
 * them is the example depends on the run. The first engine that finds a block decides for the rest.
 */
final class Fingerprints {
  private static final int BYTES = 8; // 16 digits
  private static final Pattern LINES = Pattern.compile("(?<=.)(:[0-9]+)+$", Pattern.DOTALL);

  /** The compiler numbers the lambdas of a class: another one above must not rename it. */
  private static final Pattern LAMBDA = Pattern.compile("(lambda\\$[^$]*)\\$[0-9]+$");

  private String file = "";
  private final Map<List<String>, String> known = new HashMap<>(); // of this trace, by block

  /** The fingerprint of a block. */
  String of(Block block) {
    if (!block.result().file().equals(file)) {
      known.clear();
      file = block.result().file();
    }
    return known.computeIfAbsent(block.key(), key -> compute(block));
  }

  private static String compute(Block block) {
    String a = code(block.firstLocation());
    String b = code(block.secondLocation());
    boolean inOrder = a.compareTo(b) <= 0;
    return hash(
        List.of(
            block.field(), inOrder ? a : b, inOrder ? b : a, anyReads(block) ? "read" : "write"));
  }

  /** The location without its line: the method if it is known, else the file. */
  static String code(String location) {
    return Place.of(location)
        .map(place -> LAMBDA.matcher(place.method()).replaceFirst("$1"))
        .orElseGet(() -> LINES.matcher(location).replaceFirst(""));
  }

  private static boolean anyReads(Block block) {
    for (int member = 0; member < block.size(); member++) {
      Race race = block.result().races().get(block.race(member));
      if (race.first().kind() == Kind.READ || race.second().kind() == Kind.READ) {
        return true;
      }
    }
    return false;
  }

  private static String hash(List<String> parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
