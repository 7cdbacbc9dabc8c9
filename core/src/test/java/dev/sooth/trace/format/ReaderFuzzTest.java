package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.NameStyle;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Seeds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.TraceStatistics;
import dev.sooth.trace.format.TraceFiles.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the bytes are, reading them gives a trace or a complaint in one line. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ReaderFuzzTest {
  private static final long SEED = Seeds.orElse(23);

  /** All ways in which a user may have us read an input. */
  private static List<ReadOptions> allOptions() {
    List<ReadOptions> all = new ArrayList<>();
    for (boolean lenient : new boolean[] {false, true}) {
      all.add(new ReadOptions(Optional.empty(), lenient));
      for (TraceFormat format : TraceFormat.values()) {
        all.add(new ReadOptions(Optional.of(format), lenient));
      }
    }
    return all;
  }

  private static void mustReadOrComplain(byte[] input, ReadOptions options, String what) {
    try {
      Trace trace = Reading.load(input, options);
      trace.filtered();
      TraceStatistics.of(trace);
    } catch (BadTraceException e) {
      assertThat(e.getMessage())
          .as(what)
          .startsWith("in:")
          .hasSizeLessThan(500)
          .doesNotContain("\n", "\r");
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(what + ": " + e, e);
    }
  }

  @Test
  void randomBytes() {
    Random random = new Random(SEED);
    List<ReadOptions> options = allOptions();
    for (int i = 0; i < 2000; i++) {
      byte[] input = new byte[random.nextInt(200)];
      random.nextBytes(input);
      if (i % 3 == 1) { // text that looks a bit like a trace
        String alphabet = "T12|rwaqelfokjin(),@# \n\r\tRdWrx";
        for (int c = 0; c < input.length; c++) {
          input[c] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
        }
      } else if (i % 3 == 2) { // right magic numbers, then nonsense
        byte[][] magics = {
          {'S', 'O', 'O', 'T', 'H', '\r', '\n', 0x1A, 1, 0, 0, 0},
          {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 0},
          {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD},
          {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}
        };
        byte[] magic = magics[random.nextInt(magics.length)];
        System.arraycopy(magic, 0, input, 0, Math.min(magic.length, input.length));
      }
      for (ReadOptions option : options) {
        mustReadOrComplain(input, option, "seed " + SEED + ", round " + i + ", " + option);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(TraceFormat.class)
  void damagedTraces(TraceFormat format) throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < 150; i++) {
      NameStyle style = i % 2 == 0 ? NameStyle.PLAIN : NameStyle.RICH;
      Shape shape = new Shape(1 + random.nextInt(60), 3, 3, 5, 9);
      Trace trace = RandomTraces.wellFormed(SEED + i, shape, style);
      for (Compression compression : Compression.values()) {
        byte[] bytes = Reading.written(trace, format, compression);
        for (int round = 0; round < 5; round++) {
          byte[] damaged = damage(bytes, random);
          String what = "seed " + SEED + ", round " + i + ", " + format + " " + compression;
          mustReadOrComplain(damaged, Reading.STRICT, what);
          mustReadOrComplain(damaged, Reading.LENIENT, what);
        }
      }
    }
  }

  private static byte[] damage(byte[] bytes, Random random) {
    byte[] damaged = bytes.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(damaged.length);
      switch (random.nextInt(5)) {
        case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> damaged[at] = (byte) random.nextInt(256);
        case 2 -> damaged = Arrays.copyOf(damaged, Math.max(1, at));
        case 3 -> { // a piece is copied elsewhere
          int length = Math.min(random.nextInt(20), damaged.length - at);
          int to = random.nextInt(damaged.length - length + 1);
          System.arraycopy(damaged, at, damaged, to, length);
        }
        default -> { // a piece is left out
          int length = Math.min(random.nextInt(20), damaged.length - at - 1);
          byte[] shorter = new byte[damaged.length - length];
          System.arraycopy(damaged, 0, shorter, 0, at);
          System.arraycopy(damaged, at + length, shorter, at, shorter.length - at);
          damaged = shorter;
        }
      }
    }
    return damaged;
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"GZIP", "ZSTD"})
  void compressedDataThatEndsEarly(Compression compression) throws IOException {
    Trace trace = RandomTraces.wellFormed(SEED, new Shape(100, 3, 3, 5, 9));
    byte[] bytes = Reading.written(trace, TraceFormat.STD, compression);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      mustReadOrComplain(cut, Reading.STRICT, "cut at " + length);
      if (length >= 4) {
        assertThat(Reading.complaint(cut, Reading.STRICT)).startsWith("in:byte ");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"GZIP", "ZSTD"})
  void compressedDataWithAFlippedBit(Compression compression) throws IOException {
    Trace trace = RandomTraces.wellFormed(SEED, new Shape(60, 3, 3, 5, 9));
    byte[] bytes = Reading.written(trace, TraceFormat.STD, compression);
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      mustReadOrComplain(damaged, Reading.STRICT, "bit " + bit);
    }
  }

  @Test
  void linesOfTenMegabytes() throws IOException {
    String name = "x".repeat(10_000_000);
    List<String> inputs =
        List.of(
            name,
            "T1|w(x)|1\nT1|w(" + name + ")|1\n",
            "T1|w(x)|1\n" + name + "|w(x)|1\n",
            "T1|w(x)|1\nT1|w(x)|" + name + "\n",
            "T1|w(x)|1\n#" + name + "\n",
            "T1|w(x)|1\n" + " ".repeat(10_000_000) + "\n",
            "w(x)\n" + ",".repeat(10_000_000) + "w(x)\n",
            "@ Rd(0,x)\n@ Rd(0," + name + ")\n",
            "@ Rd(0,x)\n" + name + "\n");
    for (String input : inputs) {
      assertThat(Reading.complaint(input))
          .matches("in:[12]:1: (line longer than 1 MiB|found “xxx.*)")
          .hasSizeLessThan(300);
    }
  }

  @Test
  void manyColumns() throws IOException {
    StringBuilder text = new StringBuilder("w(x)\n");
    for (int i = 0; i < 5; i++) {
      text.append(",".repeat(1_000_000 + i)).append("w(x)\n");
    }
    assertThat(Reading.checked(text.toString()).events()).hasSize(6).contains("T1000004|w(x)|");
  }

  @Test
  void aMillionThreads() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = 1; i < 1_000_000; i++) {
      text.writeBytes(Reading.utf8("T0|fork(" + (i % 2 == 0 ? "T" : "") + i + ")|1\n"));
      text.writeBytes(Reading.utf8("T" + i + "|w(x" + (i % 1000) + ")|2\n"));
    }
    byte[] std = text.toByteArray();
    Trace trace =
        Assertions.assertTimeout(Duration.ofSeconds(30), () -> Reading.load(std, Reading.STRICT));
    assertThat(trace.size()).isEqualTo(2 * 999_999);
    assertThat(trace.names().threads().size()).isEqualTo(1_000_000);
    byte[] sooth = Reading.sooth(trace, SoothCodec.DEFLATE);
    assertThat(Reading.load(sooth, Reading.STRICT).names().threads().size()).isEqualTo(1_000_000);
  }

  /** A small file can decompress to an endless one; lines still end. */
  @Test
  void endlessInputIsReadInBoundedMemory() throws IOException {
    InputStream endless =
        new InputStream() {
          private long given;

          @Override
          public int read() {
            return given++ < 50_000_000L ? '\n' : -1;
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            int n = (int) Math.min(length, 50_000_000L - given);
            Arrays.fill(bytes, from, from + n, (byte) '\n');
            given += n;
            return n == 0 ? -1 : n;
          }
        };
    TraceSource source = TraceFiles.stream(endless, "in", Reading.as(TraceFormat.STD));
    assertThat(Reading.read(source).events()).isEmpty();
  }

  /** The notes are counted per kind, not per event, even if there are many. */
  @Test
  void gzipOfGzipIsNoTrace() throws IOException {
    byte[] twice = Reading.gzip(Reading.gzip(Reading.utf8("T1|w(x)|1\n")));
    assertThat(Reading.complaint(twice, Reading.STRICT)).startsWith("in:1:1: found “");
    ByteArrayInputStream in = new ByteArrayInputStream(twice);
    assertThat(TraceFiles.stream(in, "in", Reading.STRICT).repeatable()).isFalse();
  }
}
