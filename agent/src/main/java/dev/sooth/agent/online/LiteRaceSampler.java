package dev.sooth.agent.online;

import dev.sooth.agent.bootstrap.MethodSampler;
import dev.sooth.agent.bootstrap.ThreadSamples;
import java.util.Arrays;

/**
 * Thread-local bursts with back-off [LiteRace09]: of each method each thread checks a burst of
 * executions, then leaves out so many that 10% are checked, later 1%, then 0.1%. An execution that
 * stays in loops is checked for some iterations only.
 */
final class LiteRaceSampler extends MethodSampler {
  /** Executions in a row that are checked. */
  static final int BURST = 10;

  /** So many iterations of loops of an execution are checked. */
  static final int LOOPS = 1000;

  /** Of so many executions a burst is checked: 100%, 10%, 1%, 0.1%. */
  private static final int[] OUT_OF = {BURST, 10 * BURST, 100 * BURST, 1000 * BURST};

  private static final class Samples extends ThreadSamples {
    private int[] left = {}; // of the burst
    private byte[] levels = {};
    private int loops;
  }

  private final SampleCounts counts = new SampleCounts();

  SampleCounts counts() {
    return counts;
  }

  @Override
  public ThreadSamples threadMade(int thread) {
    Samples made = new Samples();
    counts.add(made);
    return made;
  }

  @Override
  public boolean decide(ThreadSamples samples, int method) {
    Samples own = (Samples) samples;
    own.ensure(method);
    if (method >= own.left.length) {
      own.left = Arrays.copyOf(own.left, own.skips.length);
      own.levels = Arrays.copyOf(own.levels, own.skips.length);
    }
    own.loops = LOOPS;
    if (own.left[method] == 0) {
      own.left[method] = BURST;
    }
    if (--own.left[method] == 0) {
      int level = Math.min(own.levels[method] + 1, OUT_OF.length - 1);
      own.levels[method] = (byte) level;
      own.skips[method] = OUT_OF[level] - BURST + 1;
    }
    return true;
  }

  @Override
  public boolean again(ThreadSamples samples, int method) {
    return --((Samples) samples).loops > 0;
  }

  @Override
  public void ended(ThreadSamples samples) {
    counts.end(samples);
  }
}
