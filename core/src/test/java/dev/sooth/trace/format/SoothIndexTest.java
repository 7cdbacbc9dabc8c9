package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.RandomTraces;
import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.Seeds;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoothIndexTest {
  private static final long SEED = Seeds.orElse(4);
  private static final Trace TRACE =
      RandomTraces.wellFormed(SEED, new Shape(400_000, 5, 6, 900, 80));

  @TempDir Path folder;

  private Path file(SoothCodec codec) throws IOException {
    Path file = folder.resolve("t.sooth");
    Files.write(file, Reading.sooth(TRACE, codec));
    return file;
  }

  private static List<String> lines(SoothIndex index, long from, long to) throws IOException {
    List<String> lines = new ArrayList<>();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = index.read(from, to)) {
      while (cursor.next(batch)) {
        for (int i = batch.from; i < batch.to; i++) {
          long position = batch.base + i;
          if (position >= from && position < to) {
            lines.add(Reading.describe(batch, i, cursor.names()));
          }
        }
      }
    }
    return lines;
  }

  @Test
  void severalReadersReadPartsAtOnce() throws Exception {
    SoothIndex index = SoothIndex.of(file(SoothCodec.ZSTD));
    List<String> all = Reading.lines(TRACE);
    assertThat(index.events()).isEqualTo(all.size());
    int parts = 7;
    ExecutorService readers = Executors.newFixedThreadPool(3);
    try {
      List<Future<List<String>>> read = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        long from = index.events() * part / parts;
        long to = index.events() * (part + 1) / parts;
        read.add(readers.submit(() -> lines(index, from, to)));
      }
      List<String> together = new ArrayList<>();
      for (Future<List<String>> part : read) {
        together.addAll(part.get());
      }
      assertThat(together).as("seed %d", SEED).isEqualTo(all);
    } finally {
      readers.shutdown();
    }
  }

  @Test
  void aFileThatWasCutOffHasAnIndexToo() throws IOException {
    Path file = file(SoothCodec.NONE);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length * 3 / 4));
    SoothIndex index = SoothIndex.of(file);
    assertThat(index.events()).isBetween(200_000L, 300_000L);
    int last = (int) index.events();
    assertThat(lines(index, last - 100, last))
        .isEqualTo(Reading.lines(TRACE).subList(last - 100, last));
  }

  /** A reader that shares nothing with ours but the document. */
  @Test
  void aScriptThatFollowsTheDocumentReadsTheSame() throws Exception {
    assumeTrue(hasPython(), "needs python3");
    for (SoothCodec codec : List.of(SoothCodec.NONE, SoothCodec.DEFLATE)) {
      Path recorded = folder.resolve("recorded.sooth");
      Files.write(recorded, SoothFileTest.recorded(codec));
      String fill = "|Grid.java:12 p.Grid.fill";
      assertThat(script(recorded))
          .hasSize(20)
          .startsWith(
              "main|fork(worker)|Grid.java:7 p.Grid.start < Grid.java:12 p.Grid.fill"
                  + " < Grid.java:3 p.Grid.main",
              "worker|acq(p.Grid@5)" + fill,
              "worker|w(p.Grid.cells[2]@17[60])" + fill + " =-1",
              "worker|w(p.Grid.cells[2]@17[1000000])" + fill,
              "worker|branch" + fill + " =1",
              "worker|r(p.Grid.name@5)" + fill + " < Grid.java:3 p.Grid.main",
              "worker|r(p.Grid.names (java.util.HashMap)@8)" + fill)
          .endsWith("main|join(worker)|Grid.java:7 p.Grid.start");
      Trace random = RandomTraces.wellFormed(SEED, new Shape(70_000, 5, 6, 900, 80));
      Path file = folder.resolve("random.sooth");
      Files.write(file, Reading.sooth(random, codec));
      assertThat(script(file)).as("seed %d", SEED).isEqualTo(Reading.lines(random));
    }
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private List<String> script(Path file) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder("python3", "src/test/resources/read_sooth.py", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(out)).isZero();
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }
}
