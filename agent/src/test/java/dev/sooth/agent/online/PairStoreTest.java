package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.online.PairStore.Pairs;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairStoreTest {
  @Test
  void aPairIsFrequentIfTheLastExecutionsHaveSeenIt() {
    Pairs one = Pairs.NONE.with(Set.of(1L, -2L));
    assertThat(one.frequent(1)).containsExactlyInAnyOrder(1L, -2L);
    assertThat(one.frequent(2)).isEmpty();
    Pairs two = one.with(Set.of(-2L, 3L));
    assertThat(two.frequent(1)).containsExactlyInAnyOrder(-2L, 3L);
    assertThat(two.frequent(2)).containsExactly(-2L);
    assertThat(two.executions()).isEqualTo(2);
    assertThat(two.pruned(1).pairs()).containsOnlyKeys(-2L, 3L);
    Pairs later = two;
    for (int i = 0; i < PairStore.REMEMBERED; i++) {
      later = later.with(Set.of(3L));
    }
    assertThat(later.pairs()).as("long not seen").containsOnlyKeys(3L);
    assertThat(later.frequent(PairStore.REMEMBERED)).containsExactly(3L);
  }

  @Test
  void twoStoresBecomeOne() {
    Pairs both = Pairs.NONE.with(Set.of(1L, 2L)).and(Pairs.NONE.with(Set.of(2L, 3L)));
    assertThat(both.pairs()).containsOnlyKeys(1L, 2L, 3L);
    assertThat(both.executions()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "jdbc:", "jdbc:mysql://h/d?password=secret", "jdbc:postgres://h/d"})
  void onlyFilesAndPostgresqlAreStores(String place) {
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> PairStore.check(place)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a file or jdbc:postgresql://HOST/DATABASE")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void whatMayBeSecretIsNotShown() {
    assertThat(PairStore.shown("jdbc:postgresql://h/d?user=u&password=p"))
        .isEqualTo("jdbc:postgresql://h/d");
    assertThat(PairStore.shown("what?/pairs")).isEqualTo("what?/pairs");
  }
}
