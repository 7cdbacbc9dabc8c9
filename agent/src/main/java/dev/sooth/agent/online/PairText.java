package dev.sooth.agent.online;

import dev.sooth.agent.online.PairStore.Pairs;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Pairs as text, with a checksum in its last line, so that one that was cut off is noticed. */
final class PairText {
  /** The first line. */
  static final String HEAD = "sooth-pairs 1";

  private static final String EXECUTIONS = "executions ";

  private PairText() {}

  static String of(Pairs pairs) {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    text.append(EXECUTIONS).append(pairs.executions()).append('\n');
    new TreeMap<>(pairs.pairs())
        .forEach(
            (pair, when) ->
                text.append(Long.toHexString(pair))
                    .append(' ')
                    .append(Long.toHexString(when))
                    .append('\n'));
    String sum = checksum(text.toString());
    return text.append("end ").append(sum).append('\n').toString();
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it is none, or not whole
   */
  static Pairs parse(String text) {
    String[] lines = text.split("\n", -1);
    int last = lines.length - 2; // an end of line ends the text
    if (last < 2 || !lines[0].equals(HEAD)) {
      throw new IllegalArgumentException("line 1: expected '" + HEAD + "'");
    }
    String body = text.substring(0, text.length() - lines[last].length() - 1);
    if (!lines[last].equals("end " + checksum(body))) {
      throw new IllegalArgumentException("line " + (last + 1) + ": the checksum is another");
    }
    Map<Long, Long> pairs = new TreeMap<>();
    for (int i = 2; i < last; i++) {
      String[] parts = lines[i].split(" ", -1);
      pairs.put(Long.parseUnsignedLong(parts[0], 16), Long.parseUnsignedLong(parts[1], 16));
    }
    return new Pairs(Long.parseLong(lines[1].replace(EXECUTIONS, "")), pairs);
  }

  private static String checksum(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
