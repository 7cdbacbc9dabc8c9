package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.race.RaceList;
import dev.sooth.race.Races;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaceGroupsTest {
  @Test
  void foldsByLinesInEitherOrder() {
    Trace trace = trace();
    Races races = races(trace, new int[] {0, 2}, new int[] {1, 3}, new int[] {0, 4});
    RaceGroups groups = RaceGroups.of(races, trace.names());
    assertThat(groups.size()).isEqualTo(2);
    assertThat(groups.size(0)).isEqualTo(2);
    assertThat(groups.race(0, 1)).isEqualTo(2);
    assertThat(groups.groupOf(1)).isEqualTo(1);
    Races swapped = races(trace, new int[] {0, 2}, new int[] {2, 0});
    assertThat(RaceGroups.of(swapped, trace.names()).size()).isEqualTo(1);
  }

  @Test
  void keepsVariablesApartWhereLinesAreUnknown() {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    for (String variable : new String[] {"x", "y"}) {
      builder.add(Kind.WRITE, "T1", variable, "");
      builder.add(Kind.WRITE, "T2", variable, "");
    }
    Trace trace = builder.build();
    Races races = races(trace, new int[] {0, 1}, new int[] {2, 3});
    assertThat(RaceGroups.of(races, trace.names()).size()).isEqualTo(2);
  }

  @Test
  void theFirstProofsKeepFieldsApartAndNotObjects() {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    for (String variable : new String[] {"A.f@1", "A.f@2", "A.g@1", "A.f@7[3]", "A.f"}) {
      builder.add(Kind.WRITE, "T1", variable, "A:1");
      builder.add(Kind.WRITE, "T2", variable, "A:2");
    }
    Trace trace = builder.build();
    int[][] pairs = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}};
    RaceGroups groups = RaceGroups.byField(races(trace, pairs), trace.names());
    assertThat(groups.size()).isEqualTo(3);
    assertThat(groups.size(0)).isEqualTo(3);
    assertThat(groups.race(1, 0)).isEqualTo(2);
    assertThat(groups.race(2, 0)).isEqualTo(3);
    assertThat(RaceGroups.of(races(trace, pairs), trace.names()).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Account.balance@4, Account.balance",
    "Account.total, Account.total",
    "Grid.cells@5[60], Grid.cells[]",
    "Registry.names (java.util.HashMap)@7, Registry.names (java.util.HashMap)",
    "Grid.rows (int[][])@7[1], Grid.rows (int[][])[]",
    "a[3], a[]",
    "a[i], a[i]",
    "x@y, x@y",
    "@5, @5",
    "[5], [5]",
    "x1, x1"
  })
  void aFieldIsTheVariableWithoutObjectAndIndex(String variable, String field) {
    assertThat(RaceGroups.field(variable)).isEqualTo(field);
  }

  /** Accesses of two variables by two threads, at the positions that the test names. */
  private static Trace trace() {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    builder.add(Kind.WRITE, "T1", "x", "A.java:5"); // 0
    builder.add(Kind.WRITE, "T1", "y", "A.java:7"); // 1
    builder.add(Kind.READ, "main", "x", "B.java:1"); // 2
    builder.add(Kind.READ, "main", "y", "B.java:2"); // 3
    builder.add(Kind.WRITE, "main", "x", "B.java:1"); // 4
    return builder.build();
  }

  private static Races races(Trace trace, int[]... pairs) {
    RaceList races = new RaceList();
    for (int[] pair : pairs) {
      races.race(trace, pair[0], pair[1]);
    }
    return races;
  }
}
