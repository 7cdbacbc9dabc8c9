package dev.sooth.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.detect.EngineOptions.Threads;
import dev.sooth.detect.prefix.PrefixOptions;
import org.junit.jupiter.api.Test;

class EngineTest {
  @Test
  void namesAreUnique() {
    assertThat(Engines.all()).extracting(Engine::id).doesNotHaveDuplicates();
    for (Engine engine : Engines.all()) {
      assertThat(Engines.find(engine.id())).containsSame(engine);
    }
    assertThat(Engines.find("no such engine")).isEmpty();
  }

  @Test
  void whatStreamsCanBePushedTo() {
    for (Engine engine : Engines.all()) {
      if (engine.streaming()) {
        assertThat(engine.createStreaming()).isNotNull();
      } else {
        assertThatThrownBy(engine::createStreaming).hasMessageContaining("in memory");
      }
    }
  }

  @Test
  void optionsAreValues() {
    Engine complete = Engines.GPREFIX.with(PrefixOptions.complete());
    assertThat(complete).isNotEqualTo(Engines.GPREFIX).hasToString("gprefix");
    assertThat(complete.with(PrefixOptions.defaults()))
        .isEqualTo(Engines.GPREFIX)
        .hasSameHashCodeAs(Engines.GPREFIX);
    assertThat(Engines.GPREFIX.streaming()).isTrue();
    assertThat(complete.streaming()).isFalse();
    assertThat(complete.heuristics().orElseThrow().values()).containsEntry("complete", true);
    assertThat(Engines.GPREFIX.heuristics().orElseThrow().values())
        .containsOnlyKeys("grainShape", "grainSize", "lru", "complete");
    assertThat(Engines.SEQP.heuristics()).isEmpty();
  }

  @Test
  void threadsReachThoseThatUseThem() {
    assertThat(Engines.OSR.withThreads(3).options()).isEqualTo(new Threads(3));
    assertThat(Engines.GPREFIX.withThreads(3).options())
        .isEqualTo(PrefixOptions.defaults().withThreads(3));
    assertThat(Engines.HB.withThreads(3)).isEqualTo(Engines.HB);
  }

  @Test
  void optionsOfAnotherFamilyAreRefused() {
    assertThat(Engines.GPREFIX.takes(PrefixOptions.class)).isTrue();
    assertThat(Engines.SEQP.takes(PrefixOptions.class)).isFalse();
    assertThatThrownBy(() -> Engines.HB.with(PrefixOptions.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("hb takes None, not PrefixOptions");
    assertThatThrownBy(() -> new Threads(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRegistrationNeedsAllParts() {
    Engine.Builder builder = Engine.named("x").cost("none", Engine.Growth.LINEAR);
    assertThatThrownBy(() -> builder.witnesses(trace -> null)).hasMessage("guarantee");
  }
}
