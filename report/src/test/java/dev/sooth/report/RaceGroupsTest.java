package dev.sooth.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.race.RaceList;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import org.junit.jupiter.api.Test;

class RaceGroupsTest {
  @Test
  void foldsByLinesInEitherOrder() {
    Trace trace = Runs.trace();
    RaceList races = Runs.races(trace, new int[] {5, 8}, new int[] {7, 9}, new int[] {5, 10});
    RaceGroups groups = RaceGroups.of(races, trace.names());
    assertThat(groups.size()).isEqualTo(2);
    assertThat(groups.size(0)).isEqualTo(2);
    assertThat(groups.race(0, 1)).isEqualTo(2);
    assertThat(groups.groupOf(1)).isEqualTo(1);
    RaceList swapped = Runs.races(trace, new int[] {5, 8}, new int[] {8, 5});
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
    RaceList races = Runs.races(trace, new int[] {0, 1}, new int[] {2, 3});
    assertThat(RaceGroups.of(races, trace.names()).size()).isEqualTo(2);
  }
}
