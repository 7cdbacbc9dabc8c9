package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * What a {@link MethodSampler} keeps of a thread, which alone changes it, unless it says otherwise.
 */
public class ThreadSamples {
  static final int[] NONE = {};

  /** By method: how many executions to leave out before it is asked again; below 2 for none. */
  public int[] skips = NONE;

  /** Whether another thread wants the accesses of what this one does; set by others. */
  public boolean asked;

  /** Of the thread, or null in tests. */
  CheckState state;

  /** How many executions there were of methods that have two bodies, but those left out. */
  public long asks;

  /** How many were left out, or will be before the method is asked again. */
  public long skipped;

  /** How many were checked. */
  public long sampled;

  /** Another thread wants the accesses of what this one does. */
  public final void ask() {
    asked = true;
    letNothingOut();
  }

  /** The next method has to ask. */
  final void letNothingOut() {
    if (state != null) {
      state.skips = NONE;
    }
  }

  /** How many executions of a method are still to be left out. */
  final int left(int method) {
    return method < skips.length ? Math.max(0, skips[method] - 1) : 0;
  }

  /** How many executions there were; about, while the thread runs. */
  public final long executions() {
    long sum = asks + skipped;
    for (int skip : skips) {
      sum -= Math.max(0, skip - 1);
    }
    return sum;
  }

  /** Makes room for a method. */
  public final void ensure(int method) {
    if (method >= skips.length) {
      skips = Arrays.copyOf(skips, Math.max(method + 1, 2 * skips.length));
    }
  }
}
