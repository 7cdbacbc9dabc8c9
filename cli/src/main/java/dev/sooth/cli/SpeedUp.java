package dev.sooth.cli;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.util.Locale;

/**
 * What more threads gain: the engine alone on a trace in memory, with one thread and with several
 * in turns, so that whatever else the machine does meets both; the least time of each counts.
 */
final class SpeedUp {
  private final Trace trace;
  private final int threads;

  SpeedUp(Trace trace, int threads) {
    this.trace = trace;
    this.threads = threads;
  }

  /** A row of the table: trace, engine, events, millis of one thread, of several, ratio. */
  String[] measure(String name, Engine engine, int rounds) throws IOException {
    long one = Long.MAX_VALUE;
    long several = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      one = Math.min(one, nanos(engine, 1));
      several = Math.min(several, nanos(engine, threads));
    }
    return new String[] {
      name,
      engine.id(),
      String.format(Locale.ROOT, "%,d", trace.size()),
      String.format(Locale.ROOT, "%.1f", one / 1e6),
      String.format(Locale.ROOT, "%.1f", several / 1e6),
      String.format(Locale.ROOT, "%.2f", one / (double) several)
    };
  }

  private long nanos(Engine engine, int number) throws IOException {
    long start = System.nanoTime();
    engine
        .withThreads(number)
        .create()
        .run(trace, Pairs.FIRST_PER_EVENT, new RaceList(), () -> false);
    return System.nanoTime() - start;
  }
}
