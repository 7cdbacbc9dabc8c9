package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * What a {@link MethodSampler} keeps of a thread, which alone changes it, unless it says otherwise.
 */
public class ThreadSamples {
  private static final int[] NONE = {};

  /** By method: how many executions to leave out before it is asked again; below 2 for none. */
  public int[] skips = NONE;

  /** Whether another thread wants the accesses of what this one does; set by others. */
  public boolean asked;

  /** How many executions there were of methods that have two bodies, but those left out. */
  public long asks;

  /** How many were left out. */
  public long skipped;

  /** How many were checked. */
  public long sampled;

  /** Makes room for a method. */
  public final void ensure(int method) {
    if (method >= skips.length) {
      skips = Arrays.copyOf(skips, Math.max(method + 1, 2 * skips.length));
    }
  }
}
