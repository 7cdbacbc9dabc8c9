package dev.sooth.agent.bootstrap;

/** What methods call that have two bodies, one with checks and one without. */
public final class Sampling {
  private Sampling() {}

  /** At the start of a method: whether its accesses are checked. */
  public static boolean enter(int method) {
    ThreadLog log = Hooks.on ? ThreadLogs.current() : null;
    if (log == null) {
      return false;
    }
    if (log.jdkLocks.silent > 0) {
      JdkLocks.tellSilent(log); // the program runs under them, whether it is looked at or not
    }
    ThreadSamples samples = log.samples;
    if (samples == null) {
      return false;
    }
    int[] skips = samples.skips;
    if (method < skips.length && skips[method] > 1 && !samples.asked) {
      skips[method]--;
      samples.skipped++;
      log.sampled = false;
      return false;
    }
    log.busy = true;
    boolean result = false;
    try {
      samples.asks++;
      result = Inline.Choice.SAMPLER.decide(samples, method);
      samples.sampled += result ? 1 : 0;
    } catch (StackOverflowError e) {
      throw e;
    } catch (Throwable e) {
      Inline.fail(e);
    } finally {
      log.busy = false;
    }
    log.sampled = result;
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
    log.sampled = result;
    return result;
  }
}
