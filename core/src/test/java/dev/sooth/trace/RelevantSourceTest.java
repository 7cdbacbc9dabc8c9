package dev.sooth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.RandomTraces.Shape;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import dev.sooth.trace.format.TraceFiles.Compression;
import dev.sooth.trace.format.TraceFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelevantSourceTest {
  @TempDir Path folder;

  private TraceSource file(String events) throws IOException {
    Path file = folder.resolve("t.std");
    Files.writeString(file, events.replace(' ', '\n'));
    return TraceFiles.open(file, ReadOptions.defaults());
  }

  /** The kinds of a pass, as a word of symbols. */
  private static String kinds(TraceSource source) throws IOException {
    StringBuilder kinds = new StringBuilder();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = source.open()) {
      while (cursor.next(batch)) {
        for (int i = batch.from; i < batch.to; i++) {
          kinds.append(batch.kind[i] == Kind.NOP ? "-" : Kind.symbol(batch.kind[i])).append(' ');
        }
      }
    }
    return kinds.toString().trim();
  }

  @Test
  void nestedLockingIsBlanked() throws IOException {
    TraceSource source = file("A|acq(m) A|acq(m) A|acq(n) A|rel(n) A|rel(m) A|rel(m) B|acq(m)");
    assertThat(kinds(source)).isEqualTo("acq acq acq rel rel rel acq");
    assertThat(kinds(RelevantSource.of(source, false))).isEqualTo("acq - acq rel - rel acq");
    assertThat(kinds(RelevantSource.of(source, true))).isEqualTo("acq - - - - rel acq");
  }

  @Test
  void whatCannotMatterIsBlanked() throws IOException {
    TraceSource source =
        file("A|w(own) A|w(x) A|r(ro) B|r(ro) B|r(x) A|vw(v) A|acq(l) A|rel(l) A|fork(C) A|end");
    assertThat(kinds(RelevantSource.of(source, true))).isEqualTo("- w - - r - - - fork end");
    assertThat(kinds(RelevantSource.of(source, false))).isEqualTo("w w r r r vw acq rel fork end");
  }

  @Test
  void aStreamIsNotFilteredUnlessItIsLoaded() throws IOException {
    byte[] text = "A|w(own)\nA|w(x)\nB|w(x)\n".getBytes(StandardCharsets.UTF_8);
    ReadOptions options = ReadOptions.defaults();
    TraceSource once = TraceFiles.stream(new ByteArrayInputStream(text), "in", options);
    assertThat(kinds(RelevantSource.of(once, true))).isEqualTo("w w w");
    TraceSource again = TraceFiles.stream(new ByteArrayInputStream(text), "in", options);
    Trace loaded = Trace.load(RelevantSource.of(again, true));
    assertThat(kinds(loaded)).isEqualTo("- w w");
    assertThat(loaded.kind(0)).isEqualTo(Kind.WRITE); // still part of the trace
  }

  /** An engine that streams and one that loads see the same. */
  @Test
  void streamingAndLoadingAgree() throws IOException {
    for (int seed = 0; seed < 40; seed++) {
      Shape shape = new Shape(200 + 5000 * (seed % 5), 1 + seed % 6, 5, 10 + 300 * seed, 9);
      Trace trace = RandomTraces.wellFormed(seed, shape);
      Path file = folder.resolve("random.sooth");
      TraceFiles.write(trace, file, TraceFormat.SOOTH, Compression.NONE);
      TraceSource source = TraceFiles.open(file, ReadOptions.defaults());
      for (boolean filter : new boolean[] {false, true}) {
        TraceSource stream = RelevantSource.of(source, filter);
        Trace loaded = Trace.load(stream);
        assertThat(kinds(stream))
            .as("seed %d", seed)
            .isEqualTo(kinds(stream)) // a second pass of the same source
            .isEqualTo(kinds(loaded))
            .isEqualTo(kinds(RelevantSource.of(trace, filter)));
        assertThat(Arrays.copyOf(loaded.kinds(), loaded.size()))
            .isEqualTo(Arrays.copyOf(trace.kinds(), trace.size()));
      }
    }
  }

  @Test
  void writingARelevantSourceWritesWhatIsRelevant() throws IOException {
    TraceSource source = file("A|w(own)|1 A|w(x)|2 B|w(x)|3");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TraceFiles.write(RelevantSource.of(source, true), out, TraceFormat.STD, Compression.NONE);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("A|dummy()|1\nA|w(x)|2\nB|w(x)|3\n");
  }
}
