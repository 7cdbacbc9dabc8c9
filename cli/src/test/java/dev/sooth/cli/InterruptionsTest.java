package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Which signals are meant for the analysis. */
class InterruptionsTest {
  private final Interruptions interruptions =
      new Interruptions(
          new Io(
              new ByteArrayInputStream(new byte[0]),
              new ByteArrayOutputStream(),
              new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
              false));

  @Test
  void theSignalThatEndedTheProgramComesToUsALittleLater() {
    interruptions.ended(Signals.Kind.HUP.status());
    interruptions.arrived(Signals.Kind.HUP);
    assertThat(interruptions.now()).isFalse();
    assertThat(interruptions.status(ExitStatus.OK)).isEqualTo(ExitStatus.OK);
    interruptions.arrived(Signals.Kind.HUP); // a second one is ours
    assertThat(interruptions.now()).isTrue();
    assertThat(interruptions.status(ExitStatus.OK)).isEqualTo(129);
  }

  @Test
  void anotherSignalIsForTheAnalysis() {
    interruptions.ended(Signals.Kind.HUP.status());
    interruptions.arrived(Signals.Kind.TERM);
    assertThat(interruptions.now()).isTrue();
  }

  @Test
  void afterAnotherEndSignalsAreForTheAnalysis() {
    interruptions.ended(0);
    interruptions.arrived(Signals.Kind.INT);
    assertThat(interruptions.now()).isTrue();
  }
}
