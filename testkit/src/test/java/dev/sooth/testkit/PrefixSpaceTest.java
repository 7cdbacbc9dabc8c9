package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

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
  @Test
  void fourTimesTheEventsNeedNoMoreStates() throws IOException {
    long events = Long.getLong("sooth.space", 1_000_000); // 16000000 for what docs/prefix.md says
    long states = mostStates(events / 4);
    assertThat(states).isPositive();
    assertThat(mostStates(events)).isLessThan(states * 11 / 10);
  }

  private static long mostStates(long events) throws IOException {
    PrefixDetector detector = new PrefixDetector(PrefixOptions.defaults());
    detector.run(
        RelevantSource.of(new SyntheticTrace(Workload.of(events, 8, 20, 200, 1)), true),
        Pairs.FIRST_PER_EVENT,
        new RaceList(),
        Stop.NEVER);
    return detector.mostStates();
  }
}
