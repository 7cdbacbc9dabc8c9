package dev.sooth.testkit;

import dev.sooth.trace.Trace;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Checks a property on many random traces. A failure prints the seed, the trace shrunk to a minimum
 * as a one-line string, and what is wrong there.
 */
public final class RandomCheck {
  private static final long DEFAULT_SEED = 20_260_101;

  /** Something that must hold for every trace. */
  @FunctionalInterface
  public interface Property {
    /**
     * What is wrong, or null.
     *
     * @param random for choices within the property; the same for the same trace
     */
    String violation(Trace trace, Random random);
  }

  private RandomCheck() {}

  /** The seed: system property {@code sooth.seed}, or a fixed one. */
  public static long seed() {
    String seed = System.getProperty("sooth.seed", "");
    return seed.isBlank() ? DEFAULT_SEED : Long.parseLong(seed.strip());
  }

  /** Fails with a small example if the property does not hold for one of these traces. */
  public static void forAll(String what, int traces, Supplier<Trace> generator, Property property) {
    for (int i = 0; i < traces; i++) {
      check(what + ", random trace " + i, generator.get(), property);
    }
  }

  /** Fails with a small example if the property does not hold for this trace. */
  public static void check(String what, Trace trace, Property property) {
    if (violation(trace, property) == null) {
      return;
    }
    Trace shrunk = Shrinker.shrink(trace, smaller -> violation(smaller, property) != null);
    throw new AssertionError(
        "%s, seed %d%n  trace    %s%n  wrong    %s%n  found on %s"
            .formatted(
                what,
                seed(),
                Traces.toLine(shrunk),
                violation(shrunk, property),
                Traces.toLine(trace)));
  }

  /** A crash is a violation too, so that it is shrunk. */
  private static String violation(Trace trace, Property property) {
    try {
      return property.violation(trace, new Random(seed() ^ hash(trace)));
    } catch (AssertionError | RuntimeException e) {
      StackTraceElement[] stack = e.getStackTrace();
      return e + (stack.length == 0 ? "" : " at " + stack[0]);
    }
  }

  private static int hash(Trace trace) {
    int hash = trace.size();
    for (int i = 0; i < trace.size(); i++) {
      hash = 31 * hash + trace.kind(i);
      hash = 31 * hash + trace.thread(i);
      hash = 31 * hash + trace.target(i);
    }
    return hash;
  }
}
