package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever stands in a file, the command line ends with a result or with status 65 and a message of
 * one line, and never with a stack trace.
 */
@Tag("any-jdk")
@Timeout(300)
class CliFuzzTest {
  private static final long SEED =
      System.getProperty("sooth.seed", "").isEmpty() ? 20_240_607 : Long.getLong("sooth.seed");

  @TempDir Path folder;
  private final Random random = new Random(SEED);

  private void check(byte[] content, String what, String... more) throws IOException {
    Path file = folder.resolve("fuzzed");
    Files.write(file, content);
    String[] args = new String[3 + more.length];
    args[0] = "analyze";
    args[1] = file.toString();
    args[2] = "--quiet";
    System.arraycopy(more, 0, args, 3, more.length);
    Cli.Result result = Cli.run(args);
    String context = "%s, seed %d: %s".formatted(what, SEED, head(result.err()));
    assertThat(result.status()).as(context).isIn(0, 65, 66);
    if (result.status() == 65) {
      assertThat(result.err()).as(context).hasLineCount(1).hasSizeLessThan(1500);
      assertThat(result.err()).as(context).contains("fuzzed:");
    } else {
      assertThat(result.err()).as(context).isEmpty();
    }
    assertThat(result.err() + head(result.out())).as(context).doesNotContain("\tat ");
  }

  private static String head(String text) {
    return text.substring(0, Math.min(500, text.length()));
  }

  private byte[] original(String format) throws IOException {
    Path file = folder.resolve("original." + format);
    Cli.Result result =
        Cli.run(
            "generate",
            "--events",
            "3000",
            "--threads",
            "5",
            "--locks",
            "4",
            "--variables",
            "60",
            "--racy-share",
            "0.05",
            "--quiet",
            file.toString());
    assertThat(result.status()).as(result.err()).isZero();
    return Files.readAllBytes(file);
  }

  private static final List<String> FORMATS =
      List.of("std", "csv", "rr", "sooth", "std.gz", "std.zst", "sooth.gz");

  @Test
  void randomBytes() throws IOException {
    for (int i = 0; i < 60; i++) {
      byte[] bytes = new byte[random.nextInt(3000)];
      random.nextBytes(bytes);
      check(bytes, "random bytes " + i, "--engine", "all");
    }
  }

  @Test
  void randomPunctuation() throws IOException {
    byte[] alphabet = "T12|(),.wracqelfokj@<>#x \n\n\n\r\t".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[random.nextInt(400)];
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = alphabet[random.nextInt(alphabet.length)];
      }
      check(bytes, "random punctuation " + i);
      check(bytes, "random punctuation, lenient " + i, "--lenient");
    }
  }

  @Test
  void truncatedFiles() throws IOException {
    for (String format : FORMATS) {
      byte[] bytes = original(format);
      for (int i = 0; i < 15; i++) {
        int length = random.nextInt(bytes.length);
        check(Arrays.copyOf(bytes, length), format + " cut at " + length);
      }
    }
  }

  @Test
  void flippedBits() throws IOException {
    for (String format : FORMATS) {
      byte[] bytes = original(format);
      for (int i = 0; i < 25; i++) {
        byte[] copy = bytes.clone();
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
          copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        }
        check(copy, format + " flip " + i);
        if (i % 5 == 0) {
          check(copy, format + " flip, lenient " + i, "--lenient", "--engine", "all");
        }
      }
    }
  }

  @Test
  void repeatedAndSwappedBlocks() throws IOException {
    for (String format : FORMATS) {
      byte[] bytes = original(format);
      for (int i = 0; i < 10; i++) {
        byte[] copy = bytes.clone();
        int length = 1 + random.nextInt(copy.length / 4);
        int from = random.nextInt(copy.length - length);
        int to = random.nextInt(copy.length - length);
        System.arraycopy(bytes, from, copy, to, length);
        check(copy, format + " block " + i);
      }
    }
  }

  @Test
  void longLines() throws IOException {
    byte[] name = new byte[10_000_000];
    Arrays.fill(name, (byte) 'x');
    check(name, "10 MB without an end");
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    write(event, "T1|w(");
    event.write(name);
    write(event, ")|1\nT2|w(");
    event.write(name);
    write(event, ")|2\n");
    check(event.toByteArray(), "a name of 10 MB", "--engine", "all", "--no-prove");
    byte[] nul = new byte[10_000_000];
    check(nul, "10 MB of zeros");
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aMillionThreads() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      text.append('T').append(i).append("|w(x").append(i % 1000).append(")|1\n");
    }
    byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
    for (String engine : List.of("hb", "shb", "wcp", "syncp")) {
      check(
          content,
          "a million threads, " + engine,
          "-e",
          engine,
          "--max-races",
          "10",
          "--timeout",
          "20s",
          "--prove-budget",
          "2s");
    }
  }
}
