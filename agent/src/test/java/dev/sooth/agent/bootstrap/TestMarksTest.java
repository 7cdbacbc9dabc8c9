package dev.sooth.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestMarksTest {
  @ParameterizedTest
  @CsvSource({
    "m(a.B), a.B.m",
    "m[0](a.B), a.B.m[0]",
    "m[12: of (some) value](a.B), a.B.m[12]",
    "m[some value](a.B), a.B.m",
    "m[](a.B), a.B.m",
    "a.B, a.B",
    "(a.B, (a.B"
  })
  void aTestOfJUnit4IsCalledByItsClassAndMethodAndNumber(String description, String name) {
    assertThat(TestMarks.junit4Name(description)).isEqualTo(name);
  }
}
