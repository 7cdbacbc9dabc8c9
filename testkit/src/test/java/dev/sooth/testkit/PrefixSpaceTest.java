package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.prefix.PrefixDetector;
import dev.sooth.detect.prefix.PrefixOptions;
import dev.sooth.trace.RelevantSource;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.generate.SyntheticTrace;
import dev.sooth.trace.generate.Workload;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What the automaton remembers does not grow with the trace: states, and live heap. */
class PrefixSpaceTest {
  private static final int QUESTIONS_BETWEEN_COLLECTIONS = 16;

  /**
   * What a run needed at most.
   *
   * @param kilobytes live heap above that before the run, after collections during it
   */
  private record Space(long states, long kilobytes) {}

  @Test
  void fourTimesTheEventsNeedNoMoreStates() throws IOException {
    assertThat(mostSpace(1_000_000).states).isLessThan(mostSpace(250_000).states * 11 / 10);
  }

  /** For docs/prefix.md, with 16000000; a minute, and the heap of a quiet JVM. */
  @Test
  @EnabledIfSystemProperty(named = "sooth.space", matches = "[0-9]+")
  void sixteenTimesTheEventsNeedNoMoreSpace() throws IOException {
    long events = Long.getLong("sooth.space");
    mostSpace(events / 16); // what is made once, such as classes, is no matter of the trace
    Space least = mostSpace(events / 16);
    for (long more : new long[] {events / 4, events}) {
      Space space = mostSpace(more);
      assertThat(space.states).isLessThan(least.states * 11 / 10);
      assertThat(space.kilobytes).isLessThan(least.kilobytes * 11 / 10);
    }
  }

  private static Space mostSpace(long events) throws IOException {
    PrefixDetector detector = new PrefixDetector(PrefixOptions.defaults());
    TraceSource source = // not filtered, as a pipe is not
        RelevantSource.of(new SyntheticTrace(Workload.of(events, 8, 20, 200, 1)), false);
    long before = liveKilobytes();
    long[] most = {0};
    int[] asked = {0};
    Stop collecting =
        () -> {
          if (++asked[0] % QUESTIONS_BETWEEN_COLLECTIONS == 0) {
            most[0] = Math.max(most[0], liveKilobytes());
          }
          return false;
        };
    long[] races = {0};
    detector.run(
        source,
        Pairs.FIRST_PER_EVENT,
        (variable, p1, k1, t1, l1, p2, k2, t2, l2) -> races[0]++,
        collecting);
    most[0] = Math.max(most[0], liveKilobytes());
    Space space = new Space(detector.mostStates(), most[0] - before);
    System.out.printf("%,d events, %,d races: %s%n", events, races[0], space);
    return space;
  }

  private static long liveKilobytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 10;
  }
}
