package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {
  @Test
  void nothingIsSaid() {
    for (String nothing : new String[] {null, "", "  "}) {
      AgentOptions options = AgentOptions.parse(nothing, nothing);
      assertThat(options.out().toString()).matches("sooth-out.\\d{8}-\\d{6}-\\d+.trace\\.sooth");
      assertThat(options.include()).isEmpty();
      assertThat(options.trace()).isTrue();
      assertThat(options.online()).isEmpty();
      assertThat(options.listener()).isEmpty();
      assertThat(options.maxEvents()).isEqualTo(Long.MAX_VALUE);
      assertThat(options.values() || options.strict() || options.quiet()).isFalse();
    }
  }

  @Test
  void whatIsSaidOnTheCommandLineWins() {
    AgentOptions options = AgentOptions.parse("out=a,quiet,stacks=3", "out=b,stacks=5");
    assertThat(options.out()).isEqualTo(Path.of("b"));
    assertThat(options.quiet()).isTrue();
    assertThat(options.stacks()).isEqualTo(5);
    assertThat(AgentOptions.parse("quiet", "quiet=false").quiet()).isFalse();
  }

  @Test
  void theThreadsKeepLogsIfSomebodyReadsThem() {
    AgentOptions alone = AgentOptions.parse(null, "trace=false,listener=a.B");
    assertThat(alone.listener()).isEqualTo("a.B");
    assertThat(alone.logs()).isFalse();
    assertThat(AgentOptions.parse(null, "listener=a.B").logs()).isTrue();
    assertThat(AgentOptions.parse(null, "listener=a.B,trace=false,online=shb").logs()).isTrue();
  }

  @Test
  void aCommaInAValueIsEscaped() {
    AgentOptions options = AgentOptions.parse(null, "out=a\\,b/c,include=x.*:y.Z,exclude=q");
    assertThat(options.out()).isEqualTo(Path.of("a,b/c"));
    assertThat(options.include()).isEqualTo(List.of("x.*", "y.Z"));
    assertThat(options.exclude()).isEqualTo(List.of("q"));
  }

  @ParameterizedTest
  @CsvSource({"17,17", "3k,3072", "2M,2097152", "1g,1073741824"})
  void sizesHaveUnits(String text, long bytes) {
    assertThat(AgentOptions.parse(null, "max-trace-size=" + text).maxBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max-events=",
        "max-events=many",
        "max-events=-1",
        "max-trace-size=k",
        "max-trace-size=9999999999g",
        "stacks=3000000000",
        "stacks=-1",
        "values=perhaps",
        "trace=false",
        "colour=blue",
        "out="
      })
  void whatIsWrongIsSaid(String option) {
    assertThatThrownBy(() -> AgentOptions.parse(null, option))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(option.substring(0, option.indexOf('=')))
        .hasMessageContaining("expected");
  }
}
