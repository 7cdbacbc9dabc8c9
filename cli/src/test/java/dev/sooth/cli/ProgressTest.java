package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
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
  void saysWhatIsKnown() throws InterruptedException {
    try (Progress progress = Progress.on(io(true), false, "t.std")) {
      progress.phase("syncp");
      await(" s syncp, t.std\u001b[K");
      progress.events(7_000_000); // of nobody knows how many
      await(" s syncp 7.0 M events, ");
      progress.expect(14_000_000);
      await(" s syncp 7.0 of 14.0 M events (50%), ");
    }
    assertThat(text()).endsWith("\r\u001b[K").doesNotContain("?");
  }

  private void await(String expected) throws InterruptedException {
    long end = System.nanoTime() + 60_000_000_000L;
    while (!text().contains(expected)) {
      assertThat(System.nanoTime()).as(text()).isLessThan(end);
      Thread.sleep(20);
    }
  }

  private String text() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
