package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Io io(boolean terminal) {
    return new Io(
        InputStream.nullInputStream(),
        OutputStream.nullOutputStream(),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal);
  }

  @Test
  void showsNothingWithoutATerminalOrWhenQuiet() {
    assertThat(Progress.on(io(false), false, "t")).isSameAs(Progress.NONE);
    assertThat(Progress.on(io(true), true, "t")).isSameAs(Progress.NONE);
  }

  @Test
  void showsNothingAboutShortWork() {
    try (Progress progress = Progress.on(io(true), false, "t")) {
      progress.phase("reading");
      progress.events(5);
    }
    assertThat(err.size()).isZero();
  }

  @Test
  void showsABarAfterTwoSecondsAlsoWhenNothingMoves() throws InterruptedException {
    try (Progress progress = Progress.on(io(true), false, "t.std")) {
      progress.phase("syncp");
      Thread.sleep(3000);
      progress.events(7_000_000);
      Thread.sleep(500);
    }
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("t.std").contains("syncp");
  }
}
