package dev.sooth.detect.exact;

import dev.sooth.order.CriticalSections;
import dev.sooth.order.solver.ReorderingSearch;
import dev.sooth.order.solver.TraceIndex;
import dev.sooth.order.solver.TreeDecision;
import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Refutation.Step;
import dev.sooth.race.Verdict;
import dev.sooth.race.Witness;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Decides one pair of accesses of a trace: a race with its witness, or no race with a refutation
 * that can be checked. Complete ([LICS20] Lemma 3.1), unless the budget runs out.
 *
 * <p>Cheap reasons come first: one access in the cone of the other, a lock that both hold. The rest
 * is {@link ReorderingSearch}; where it makes more wrong choices than allowed and the topology is a
 * tree, saturation alone decides ({@link TreeDecision}). Not thread-safe; workers share the {@link
 * TraceIndex}.
 */
public final class ExactDecision {
  private final TraceIndex index;
  private final CriticalSections sections;
  private final ReorderingSearch search;
  private TreeDecision tree; // made when it is needed

  public ExactDecision(TraceIndex index) {
    this.index = index;
    sections = index.sections();
    search = new ReorderingSearch(index);
  }

  /** Decides without a budget. */
  public Verdict decide(int first, int second) {
    return decide(first, second, Long.MAX_VALUE, () -> false);
  }

  /**
   * Decides the pair, which are plain accesses to one variable by different threads.
   *
   * @param maxConflicts the verdict is unknown after so many wrong choices
   * @param stop the verdict is unknown when it says so
   */
  public Verdict decide(int first, int second, long maxConflicts, BooleanSupplier stop) {
    Refutation cheap = cheapRefutation(first, second);
    if (cheap != null) {
      return new Verdict.NoRace(cheap);
    }
    ReorderingSearch.Outcome outcome = search.run(first, second, maxConflicts, stop);
    if (outcome == ReorderingSearch.Outcome.GAVE_UP && !stop.getAsBoolean()) {
      TreeDecision.Answer answer = tree().decide(first, second);
      if (answer == TreeDecision.Answer.RACE) {
        return new Verdict.Race(new Witness(tree.schedule()));
      }
      if (answer == TreeDecision.Answer.NO_RACE) {
        // It is no race; the search must only write down why.
        outcome = search.run(first, second, Long.MAX_VALUE, stop);
      }
    }
    return switch (outcome) {
      case FOUND -> new Verdict.Race(new Witness(search.schedule()));
      case IMPOSSIBLE -> new Verdict.NoRace(derivation());
      case GAVE_UP -> new Verdict.Unknown(search.reason());
    };
  }

  private TreeDecision tree() {
    if (tree == null) {
      tree = new TreeDecision(index);
    }
    return tree;
  }

  /** The search of the last pair that needed one, for figures. */
  public ReorderingSearch search() {
    return search;
  }

  /** A refutation that costs no search, or null. */
  Refutation cheapRefutation(int first, int second) {
    if (index.cones().needed(second, index.trace().thread(first)) > sections.point(first)) {
      return new Refutation.Contained(first, second);
    }
    if (index.cones().needed(first, index.trace().thread(second)) > sections.point(second)) {
      return new Refutation.Contained(second, first);
    }
    long common =
        sections.commonLock(
            index.trace().thread(first), sections.point(first),
            index.trace().thread(second), sections.point(second));
    if (common == CriticalSections.NONE) {
      return null;
    }
    return new Refutation.CommonLock(
        sections.acquirePosition((int) (common >>> 32)), sections.acquirePosition((int) common));
  }

  private Refutation derivation() {
    Step[] steps = new Step[16];
    int size = 0;
    for (int i = 0; i < search.inputs(); i++) {
      Rule rule = search.inputRule(i) == ReorderingSearch.LOCK ? Rule.LOCK : Rule.READ;
      int[] data = {search.inputFirst(i), search.inputSecond(i)};
      steps = with(steps, size++, new Step(rule, data));
    }
    for (int i = search.nextCycle(0); i >= 0; i = search.nextCycle(i + 1)) {
      steps = with(steps, size++, new Step(Rule.CYCLE, search.cycle(i)));
    }
    for (int i = search.nextLearned(0); i >= 0; i = search.nextLearned(i + 1)) {
      steps = with(steps, size++, new Step(Rule.LEARNED, search.learned(i)));
    }
    return new Refutation.Derivation(Arrays.copyOf(steps, size));
  }

  private static Step[] with(Step[] steps, int at, Step step) {
    Step[] grown = at < steps.length ? steps : Arrays.copyOf(steps, 2 * at);
    grown[at] = step;
    return grown;
  }
}
