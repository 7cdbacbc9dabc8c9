package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that holds 60,000 locks at once costs what its events cost, not their square. */
class ManyLocksTest {
  private static final int LOCKS = 60_000;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"hb", "shb", "wcp", "m", "syncp", "osr", "m2", "exact"})
  void releasedInTheOrderInWhichTheyWereTaken(String engine) throws Exception {
    verifies(engine, lock -> lock);
  }

  @Test
  void releasedTheLastFirst() throws Exception {
    verifies("syncp", lock -> LOCKS - 1 - lock);
  }

  private void verifies(String engine, IntUnaryOperator released) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int lock = 0; lock < LOCKS; lock++) {
      text.append("A|acq(l").append(lock).append(")|1\n");
    }
    text.append("A|w(x)|2\nB|w(x)|3\n");
    for (int lock = 0; lock < LOCKS; lock++) {
      text.append("A|rel(l").append(released.applyAsInt(lock)).append(")|4\n");
    }
    text.append("B|acq(l0)|5\nB|acq(l1)|5\nB|rel(l0)|5\n");
    Path trace = folder.resolve("trace.std");
    Files.writeString(trace, text);
    AnalysisResult result = Analysis.of(trace).engines(Engines.find(engine).orElseThrow()).run();
    RunResult run = result.runs().get(0);
    assertThat(run.failure()).isEmpty();
    assertThat(run.proofs().verified()).isEqualTo(1);
  }
}
