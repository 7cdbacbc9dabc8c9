package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Grains;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.PrefixOptions;
import dev.sooth.detect.Stop;
import dev.sooth.detect.prefix.PrefixDetector;
import dev.sooth.race.RaceList;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What the automaton remembers does not grow with the trace. */
class PrefixSpaceTest {
  private static final PrefixOptions BOUNDED = new PrefixOptions(Grains.SECTION, 5, 10, 1);

  @Test
  void fourTimesTheEventsNeedAboutAsManyStates() throws IOException {
    long states = mostStates(50_000);
    assertThat(states).isPositive();
    assertThat(mostStates(200_000)).isLessThan(states * 5 / 4);
  }

  private static long mostStates(long events) throws IOException {
    PrefixDetector detector = new PrefixDetector(BOUNDED);
    detector.run(
        RelevantSource.of(new SyntheticTrace(Workload.of(events, 8, 20, 200, 1)), true),
        Pairs.FIRST_PER_EVENT,
        new RaceList(),
        Stop.NEVER);
    return detector.mostStates();
  }
}
