package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.race.Suppressions;
import dev.sooth.trace.Kind;
import dev.sooth.trace.format.SoothCodec;
import dev.sooth.trace.format.SoothWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Races of a trace that is still being written. */
class OnlineAnalysisTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final Map<String, Integer> threads = new HashMap<>(); // numbers in the file
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Io io =
      new Io(
          new ByteArrayInputStream(new byte[0]),
          OutputStream.nullOutputStream(),
          new PrintStream(err, true, StandardCharsets.UTF_8),
          false);

  static Stream<Engine> streaming() {
    return Engines.all().stream().filter(Engine::streaming);
  }

  @ParameterizedTest
  @MethodSource("streaming")
  void aRaceIsSaidBeforeTheTraceEnds(Engine engine) throws IOException, InterruptedException {
    Path trace = folder.resolve("trace.sooth");
    OnlineAnalysis analysis = OnlineAnalysis.start(engine, trace, Suppressions.NONE, io);
    try (OutputStream out = Files.newOutputStream(trace);
        SoothWriter writer = new SoothWriter(out, SoothCodec.ZSTD)) {
      write(writer, "T1", "A.java:1");
      writer.flushBlock();
      write(writer, "T2", "B.java:2");
      writer.flushBlock();
      out.flush();
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (err.size() == 0 && System.nanoTime() < end) {
        Thread.sleep(10);
      }
      assertThat(err.toString(StandardCharsets.UTF_8))
          .isEqualTo(
              "sooth: %s: race on x: write by thread T2 at B.java:2 (event 1) with write by thread T1 at A.java:1 (event 0)%n"
                  .formatted(engine.id()));
      write(writer, "T1", "A.java:1");
      write(writer, "T2", "B.java:2"); // the same lines are not said again
    }
    analysis.finish();
    assertThat(
            err.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(l -> l.contains("with write by thread T1")))
        .hasSize(1);
  }

  @Test
  void aTraceThatNeverComesIsNoReasonToWait() throws InterruptedException {
    OnlineAnalysis analysis =
        OnlineAnalysis.start(
            Engines.GPREFIX, folder.resolve("missing.sooth"), Suppressions.NONE, io);
    analysis.finish();
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("race on");
  }

  private void write(SoothWriter writer, String thread, String location) throws IOException {
    Integer number = threads.get(thread);
    if (number == null) {
      number = writer.thread(thread);
      threads.put(thread, number);
    }
    writer.append(Kind.WRITE, number, writer.target("x"), writer.place(location));
  }
}
