package dev.sooth.race;

import java.util.Arrays;

/**
 * Why two accesses e1 and e2 of a trace cannot race: data that can be checked against the
 * definition. It speaks of an arbitrary correct reordering ρ that holds all thread predecessors of
 * both, and neither of them, and shows that there is none.
 */
public sealed interface Refutation {
  /**
   * Thread order, reads-from, fork and join put one of the two before the other.
   *
   * @param event the one that comes first
   * @param other the one that needs it
   */
  record Contained(int event, int other) implements Refutation {}

  /**
   * Both hold one lock.
   *
   * @param firstAcquire where e1's thread has acquired it
   * @param secondAcquire where e2's thread has acquired it
   */
  record CommonLock(int firstAcquire, int secondAcquire) implements Refutation {}

  /**
   * The steps, each of which holds in ρ, contradict each other.
   *
   * @param steps in the order in which they follow from each other; not to be written to
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Derivation(Step[] steps) implements Refutation {
    /** How many steps use this rule. */
    public int count(Rule rule) {
      int count = 0;
      for (Step step : steps) {
        count += step.rule() == rule ? 1 : 0;
      }
      return count;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Derivation derivation && Arrays.equals(steps, derivation.steps);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(steps);
    }

    @Override
    public String toString() {
      return "Derivation" + Arrays.toString(steps);
    }
  }

  /** What a step of a derivation rests on. */
  enum Rule {
    /**
     * Two sections on one lock that are both in ρ: one of them is closed in ρ before the other
     * begins. Data: the two acquires.
     */
    LOCK,
    /**
     * A read and another write than the one it reads from, both in ρ: the write comes before the
     * read's own writer or after the read. Data: the read, the write.
     */
    READ,
    /**
     * Not all of these are so, for together they are a cycle: a before b, c before d, ..., where
     * each second is or must precede the next first. Data: a, b, c, d, ...
     */
    CYCLE,
    /**
     * One of these holds, by unit propagation from the steps before. Data: triples of a sign (1 or
     * 0 for "not"), an event, and -1 for "is in ρ" or the event that it comes before in ρ.
     */
    LEARNED
  }

  /**
   * One step.
   *
   * @param data positions, as the rule says; not to be written to
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Step(Rule rule, int[] data) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Step step && rule == step.rule && Arrays.equals(data, step.data);
    }

    @Override
    public int hashCode() {
      return 31 * rule.hashCode() + Arrays.hashCode(data);
    }

    @Override
    public String toString() {
      return rule + Arrays.toString(data);
    }
  }
}
