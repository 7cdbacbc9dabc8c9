package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void leavesOrdinaryTextAlone() {
    assertThat(Printable.of("Käse|x[3].f")).isEqualTo("Käse|x[3].f");
  }

  @Test
  void escapesWhatMovesTheCursorOrTurnsTheLine() {
    assertThat(Printable.of("a\tb\u202ec\u2028")).isEqualTo("a\\u0009b\\u202ec\\u2028");
  }

  @Test
  void cutsLongText() {
    String cut = Printable.of("x".repeat(10_000_000));
    assertThat(cut).hasSize(200 + "… (10000000 characters)".length()).startsWith("xxx");
  }

  @Test
  void countsAndTimesReadWell() {
    assertThat(Printable.count(1, "event")).isEqualTo("1 event");
    assertThat(Printable.count(12_345, "event")).isEqualTo("12,345 events");
    assertThat(Printable.millis(999)).isEqualTo("999 ms");
    assertThat(Printable.millis(61_250)).isEqualTo("61.3 s");
  }
}
