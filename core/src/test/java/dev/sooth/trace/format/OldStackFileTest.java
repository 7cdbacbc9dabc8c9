package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.BadTraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldStackFileTest {
  @TempDir Path folder;

  private Path write() throws IOException {
    Path file = folder.resolve("t.stacks");
    try (OldStackWriter writer = new OldStackWriter(file)) {
      int main = writer.frame(OldStackWriter.ROOT, "A.java:1 A.main");
      int run = writer.frame(main, "A.java:2 A.run");
      assertThat(writer.frame(main, "A.java:2 A.run")).isEqualTo(run);
      writer.event(0, main);
      writer.event(5, run);
      writer.flush();
      writer.event(1_000_000, writer.frame(run, "B.java:300 B.größe"));
    }
    return file;
  }

  @Test
  void stacksComeBack() throws IOException {
    assertThat(OldStackReader.read(write(), new long[] {0, 1, 5, 1_000_000}))
        .isEqualTo(
            Map.of(
                0L, List.of("A.java:1 A.main"),
                5L, List.of("A.java:2 A.run", "A.java:1 A.main"),
                1_000_000L, List.of("B.java:300 B.größe", "A.java:2 A.run", "A.java:1 A.main")));
  }

  @Test
  void truncatedFileIsReadToItsLastWholeBlock() throws IOException {
    byte[] whole = Files.readAllBytes(write());
    Path file = folder.resolve("short.stacks");
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertThat(OldStackReader.read(file, new long[] {5, 1_000_000})).containsOnlyKeys(5L);
  }

  @Test
  void damageIsNoticed() throws IOException {
    byte[] whole = Files.readAllBytes(write());
    Path file = folder.resolve("bad.stacks");
    SplittableRandom random = new SplittableRandom(20260101);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bytes);
      try {
        OldStackReader.read(file, new long[] {5}); // a length that is now too large ends the file
      } catch (BadTraceException e) {
        assertThat(e).hasMessageContaining("bad.stacks");
      }
    }
    byte[] wrong = whole.clone();
    wrong[20] ^= 1;
    Files.write(file, wrong);
    assertThatThrownBy(() -> OldStackReader.read(file, new long[] {5}))
        .isInstanceOf(BadTraceException.class)
        .hasMessageContaining("checksum");
  }
}
