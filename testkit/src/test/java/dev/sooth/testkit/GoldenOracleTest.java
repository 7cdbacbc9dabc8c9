package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.NavigableSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The oracles agree with the golden lines, which were computed by somebody else's oracle. */
class GoldenOracleTest {
  private static final List<Golden.Line> LINES = Golden.lines();

  @Test
  void thereAre302Lines() {
    assertThat(LINES).hasSize(302);
    assertThat(LINES).allSatisfy(line -> assertThat(WellFormed.complaint(line.trace())).isNull());
  }

  @Test
  void predictable() {
    assertAllEqual("predictable", line -> Oracle.predictable(line.trace()));
  }

  @Test
  void hb() {
    assertAllEqual("hb", line -> Oracle.hb(line.trace()));
  }

  @Test
  void shb() {
    assertAllEqual("shb", line -> Oracle.shb(line.trace()));
  }

  @Test
  void wcp() {
    assertAllEqual("wcp", line -> Oracle.wcp(line.trace()));
  }

  @Test
  void syncp() {
    assertAllEqual("syncp", line -> Oracle.syncp(line.trace()));
  }

  @Test
  void syncpByClosure() {
    assertAllEqual("syncp", line -> SyncPOracle.racesByClosure(line.trace()));
  }

  private static void assertAllEqual(String key, Function<Golden.Line, NavigableSet<Pair>> oracle) {
    int compared = 0;
    for (Golden.Line line : LINES) {
      assertThat(oracle.apply(line))
          .as("%s of %s: %s", key, line.id(), Traces.toLine(line.trace()))
          .isEqualTo(line.pairs(key).orElseThrow());
      compared++;
    }
    assertThat(compared).isEqualTo(302);
  }
}
