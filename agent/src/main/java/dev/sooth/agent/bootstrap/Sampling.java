package dev.sooth.agent.bootstrap;

import jdk.internal.vm.annotation.DontInline;

/** What methods call that have two bodies, one with checks and one without. */
public final class Sampling {
  private Sampling() {}

  /** At the start of a method: whether its accesses are checked. */
  @DontInline
  public static boolean enter(int method) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log == null) {
      return false;
    }
    ThreadSamples samples = log.samples;
    if (samples != null) {
      log.state.skips = samples.skips; // before it is looked at why they were not there
    }
    if (log.jdkLocks.silent > 0) {
      JdkLocks.tellSilent(log); // the program runs under them, whether it is looked at or not
    }
    if (samples == null) {
      return false;
    }
    int left = samples.left(method);
    if (left > 0 && !samples.asked) {
      samples.skips[method] = left;
      log.state.sampled = false;
      return false;
    }
    log.busy = true;
    boolean result = false;
    try {
      samples.asks++;
      samples.skipped -= left;
      result = Inline.Choice.SAMPLER.decide(samples, method);
      log.state.skips = samples.skips;
      samples.skipped += samples.left(method); // which those that follow do not count
      samples.sampled += result ? 1 : 0;
    } catch (StackOverflowError e) {
      throw e;
    } catch (Throwable e) {
      Inline.fail(e);
    } finally {
      log.busy = false;
    }
    log.state.sampled = result;
    return result;
  }

  /** At the head of a loop, in the body with checks: whether to stay there. */
  public static boolean again(int method) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log == null || log.samples == null) {
      return false;
    }
    boolean result = false;
    try {
      result = Inline.Choice.SAMPLER.again(log.samples, method);
    } catch (StackOverflowError e) {
      throw e;
    } catch (Throwable e) {
      Inline.fail(e);
    }
    log.state.sampled = result;
    return result;
  }
}
