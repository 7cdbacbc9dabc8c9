package dev.sooth.agent.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * The pairs of methods that executions of a program have seen at the same time, in a file: of each
 * pair in which of the last 64 executions. A method is known by a hash of its name and its code, so
 * one that was changed is new.
 *
 * <p>The file is replaced as a whole, under the lock of a file beside it, so whoever reads finds a
 * whole one, and of two that merge at once none is lost.
 */
public final class PairStore {
  private static final String HEAD = "sooth-pairs 1";

  /**
   * What a file holds.
   *
   * @param executions how many have been merged
   * @param pairs by pair: bit i says that the i-th last execution has seen it
   */
  public record Pairs(long executions, Map<Long, Long> pairs) {
    /** With nothing in it. */
    public static final Pairs NONE = new Pairs(0, Map.of());

    public Pairs {
      pairs = Map.copyOf(pairs);
    }

    /** Those that the last n executions have all seen. */
    public Set<Long> frequent(int n) {
      long mask = n >= 64 ? -1 : (1L << n) - 1;
      Map<Long, Long> result = new TreeMap<>(pairs);
      result.values().removeIf(seen -> (seen & mask) != mask);
      return Set.copyOf(result.keySet());
    }

    /** With one more execution. */
    public Pairs with(Set<Long> seen) {
      Map<Long, Long> result = new TreeMap<>();
      pairs.forEach((pair, when) -> result.put(pair, when << 1));
      seen.forEach(pair -> result.merge(pair, 1L, (old, now) -> old | now));
      result.values().removeIf(when -> when == 0);
      return new Pairs(executions + 1, result);
    }

    /** With those of another file, whose executions count as older ones that were not in a row. */
    public Pairs and(Pairs other) {
      Map<Long, Long> result = new TreeMap<>(pairs);
      other.pairs().forEach((pair, when) -> result.merge(pair, when, (a, b) -> a | b));
      return new Pairs(executions + other.executions(), result);
    }

    /** Without those that none of the last n executions has seen. */
    public Pairs pruned(int n) {
      long mask = n >= 64 ? -1 : (1L << n) - 1;
      Map<Long, Long> result = new TreeMap<>(pairs);
      result.values().removeIf(seen -> (seen & mask) == 0);
      return new Pairs(executions, result);
    }
  }

  /** What to do with what a file holds. */
  public interface Change {
    Pairs apply(Pairs pairs);
  }

  private final Path file;
  private final Consumer<String> warnings;

  public PairStore(Path file, Consumer<String> warnings) {
    this.file = file;
    this.warnings = warnings;
  }

  /** Why the file, which is there, is none of ours; nothing if it is one. It stays as it is. */
  public Optional<String> problem() throws IOException {
    try {
      parse(Files.readString(file, StandardCharsets.UTF_8));
      return Optional.empty();
    } catch (java.nio.charset.CharacterCodingException e) {
      return Optional.of("it is not text");
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Reads the file; nothing if there is none. One that is broken is moved aside, and said. */
  public Pairs read() throws IOException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return Pairs.NONE;
    } catch (java.nio.charset.CharacterCodingException e) {
      return broken("it is not text");
    }
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      return broken(e.getMessage());
    }
  }

  private Pairs broken(String reason) throws IOException {
    Path aside = file;
    for (int i = 1; Files.exists(aside); i++) {
      aside = file.resolveSibling(file.getFileName() + ".broken-" + i);
    }
    try {
      Files.move(file, aside);
      warnings.accept("%s is broken (%s) and was moved to %s".formatted(file, reason, aside));
    } catch (NoSuchFileException e) {
      // another process has done so at the same time
    }
    return Pairs.NONE;
  }

  private static Pairs parse(String text) {
    String[] lines = text.split("\n", -1);
    int last = lines.length - 2; // an end of line ends the file
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
    return new Pairs(Long.parseLong(lines[1].replace("executions ", "")), pairs);
  }

  private static String checksum(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  /** Changes the file; nobody else does meanwhile. */
  public void change(Change change) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
    try (FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // given back when the file is closed
      write(folder, change.apply(read()));
    }
  }

  private void write(Path folder, Pairs pairs) throws IOException {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    text.append("executions ").append(pairs.executions()).append('\n');
    new TreeMap<>(pairs.pairs())
        .forEach(
            (pair, when) ->
                text.append(Long.toHexString(pair))
                    .append(' ')
                    .append(Long.toHexString(when))
                    .append('\n'));
    String sum = checksum(text.toString());
    text.append("end ").append(sum).append('\n');
    Path part = Files.createTempFile(folder, "." + file.getFileName(), ".part");
    try {
      try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
