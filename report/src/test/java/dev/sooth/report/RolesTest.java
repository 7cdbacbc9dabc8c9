package dev.sooth.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RolesTest {
  @Test
  void namesThatDifferInANumberAreOneRole() {
    assertThat(Roles.of(List.of("teller-1", "teller-2"))).containsExactly("teller-*");
    assertThat(Roles.of(List.of("pool-1-thread-1", "main", "pool-1-thread-20")))
        .containsExactly("pool-1-thread-*", "main");
    assertThat(Roles.of(List.of("pool-1-thread-1", "pool-2-thread-1", "pool-3-thread-7")))
        .containsExactly("pool-*-thread-*");
    assertThat(Roles.of(List.of("1", "2"))).containsExactly("*");
  }

  @Test
  void othersKeepTheirNames() {
    assertThat(Roles.of(List.of("teller-1"))).containsExactly("teller-1");
    assertThat(Roles.of(List.of("T0", "T-1", "reader 1", "writer 1")))
        .containsExactly("T0", "T-1", "reader 1", "writer 1");
    assertThat(Roles.of(List.of("a-0-07", "a-0-07"))).containsExactly("a-0-07");
    assertThat(Roles.of(List.of())).isEmpty();
  }
}
