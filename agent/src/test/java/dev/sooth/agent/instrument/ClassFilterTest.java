package dev.sooth.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClassFilterTest {
  private static final String JACOCO = "org/jacoco/agent/rt/internal_29a6edd/Agent";

  @Test
  void classesOfOthers() {
    ClassFilter filter = new ClassFilter(List.of(), List.of());
    assertThat(filter.owner(JACOCO)).isEqualTo("another agent");
    assertThat(filter.owner("com/sun/tools/javac/launcher/Main")).isEqualTo("a tool of the JDK");
    assertThat(filter.owner("org/jacoco/core/Analyzer")).isNull();
    assertThat(new ClassFilter(List.of("app.*"), List.of()).owner(JACOCO)).isNotNull();
    assertThat(new ClassFilter(List.of("org.jacoco.*"), List.of()).owner(JACOCO)).isNull();
  }

  @Test
  void anExclusionWins() {
    ClassFilter filter = new ClassFilter(List.of("a.*"), List.of("*.B"));
    assertThat(filter.accepts("a/C")).isTrue();
    assertThat(filter.accepts("a/B")).isFalse();
    assertThat(filter.accepts("b/C")).isFalse();
  }
}
