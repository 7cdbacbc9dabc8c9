package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
  /** An escape also has a form of one character beyond ASCII, which terminals obey. */
  @Test
  void whatATerminalObeysIsNotPrinted() {
    assertThat(OneLine.of("a\u001b[31mb\u009b31mc\u202ed\u2066e\nf\u2028g\u0085h\u007fi"))
        .isEqualTo("a?[31mb?31mc?d?e?f?g?h?i");
    assertThat(OneLine.of("pool-1-thread-2 größer 😀")).isEqualTo("pool-1-thread-2 größer 😀");
  }
}
