package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Refutation.Step;
import dev.sooth.verify.RefutationChecker;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every kind of refutation by hand: accepted where it holds, and with the reason where not. */
class RefutationCheckerTest {
  private static final String NOTHING_SHOWN = "the steps do not contradict each other";
  private static final String NO_SUCH_EVENT = "the trace has no such event";
  private static final int FIRST = 3;
  private static final int SECOND = 8;

  /** T1 stays in its section, after T2's; but T2 writes y before that, and after T1 has read it. */
  private static final RefutationChecker HIDDEN =
      new RefutationChecker(
          Traces.of(
              "T2 w(y); T1 acq(l), r(y), w(x), rel(l); T2 w(y), acq(l), rel(l), w(x); T3 w(z)"));

  private static final Step READ = new Step(Rule.READ, new int[] {2, 5}); // 2 before 5
  private static final Step LOCK = new Step(Rule.LOCK, new int[] {1, 6}); // 7 before 1
  private static final Step CYCLE = new Step(Rule.CYCLE, new int[] {2, 5, 7, 1});

  private static Optional<String> objection(Step... steps) {
    return HIDDEN.objection(FIRST, SECOND, new Refutation.Derivation(steps));
  }

  private static Step cycle(int... data) {
    return new Step(Rule.CYCLE, data);
  }

  private static Step learned(int... data) {
    return new Step(Rule.LEARNED, data);
  }

  @Test
  void onePrecedesTheOther() {
    RefutationChecker checker = new RefutationChecker(Traces.of("T1 w(x), fork(T2); T2 w(x)"));
    assertThat(checker.objection(0, 2, new Refutation.Contained(0, 2))).isEmpty();
    assertThat(checker.objection(2, 0, new Refutation.Contained(0, 2))).isEmpty();
    assertThat(checker.objection(0, 2, new Refutation.Contained(2, 0)))
        .contains("event 0 does not need event 2");
    for (int[] other : new int[][] {{1, 2}, {0, 1}, {0, 0}, {2, 2}}) {
      assertThat(checker.objection(0, 2, new Refutation.Contained(other[0], other[1])))
          .contains("it is about other events");
    }
  }

  @Test
  void bothHoldOneLock() {
    RefutationChecker checker =
        new RefutationChecker(
            Traces.of("T1 acq(l), w(x), rel(l); T2 acq(m), acq(l), w(x), rel(l), rel(m)"));
    assertThat(checker.objection(1, 5, new Refutation.CommonLock(0, 4))).isEmpty();
    assertThat(checker.objection(5, 1, new Refutation.CommonLock(4, 0))).isEmpty();
    assertThat(checker.objection(1, 5, new Refutation.CommonLock(0, 3)))
        .contains("the two threads hold different locks");
    assertThat(checker.objection(1, 5, new Refutation.CommonLock(-1, 4)))
        .contains("event 1 is not in a section that event -1 begins");
    assertThat(checker.objection(1, 5, new Refutation.CommonLock(0, 0)))
        .contains("event 5 is not in a section that event 0 begins");
  }

  @Test
  void eventsThatAreNotThere() {
    Refutation any = new Refutation.Contained(0, 1);
    RefutationChecker checker = new RefutationChecker(Traces.of("T1 w(x); T2 w(x)"));
    for (int[] pair : new int[][] {{-1, 0}, {0, -1}, {2, 0}, {0, 2}}) {
      assertThat(checker.objection(pair[0], pair[1], any))
          .contains("the trace has no events %d and %d".formatted(pair[0], pair[1]));
    }
    for (int outside : new int[] {-2, 10}) {
      for (Step step :
          new Step[] {
            new Step(Rule.LOCK, new int[] {1, outside}),
            new Step(Rule.READ, new int[] {outside, 5}),
            cycle(2, 5, 7, outside),
            learned(1, outside, 5),
            learned(1, 2, outside),
            learned(1, 2, 5, 0, outside, 1),
            learned(1, 2, 5, 0, 7, outside)
          }) {
        assertThat(objection(READ, LOCK, step)).as("%s", step).contains(NO_SUCH_EVENT);
      }
    }
    assertThat(objection(READ, LOCK, cycle(2, -1))).contains(NO_SUCH_EVENT);
    assertThat(objection(READ, LOCK, learned(1, -1, 2))).contains(NO_SUCH_EVENT);
  }

  @Test
  void aCycleOfTheRules() {
    assertThat(objection(READ, LOCK, CYCLE)).isEmpty();
    assertThat(objection(READ, LOCK)).contains(NOTHING_SHOWN);
    assertThat(objection(READ, CYCLE)).contains(NOTHING_SHOWN);
    assertThat(objection(LOCK, CYCLE)).contains(NOTHING_SHOWN);
  }

  @Test
  void aCycleMustClose() {
    assertThat(objection(READ, LOCK, cycle(2, 5))).contains("event 2 need not come after event 5");
    assertThat(objection(READ, LOCK, cycle(7, 1))).contains("event 7 need not come after event 1");
    assertThat(objection(READ, LOCK, cycle(7, 1, 2, 5, 2, 5)))
        .contains("event 2 need not come after event 5");
    assertThat(objection(READ, LOCK, cycle())).contains("a cycle of loose ends");
    assertThat(objection(READ, LOCK, cycle(2, 5, 7))).contains("a cycle of loose ends");
  }

  @Test
  void whatIsLearnedMustFollow() {
    assertThat(objection(READ, learned(1, 2, 5))).contains(NOTHING_SHOWN);
    assertThat(objection(READ, learned(0, 2, 5))).contains("step 1 does not follow");
    assertThat(objection(learned(1, 2, 5), READ)).contains("step 0 does not follow");
    assertThat(objection(READ, CYCLE, learned(0, 7, 1))).contains(NOTHING_SHOWN);
    assertThat(objection(READ, LOCK, learned(0, 2, 5, 0, 7, 1))).contains("step 2 does not follow");
    assertThat(objection(READ, CYCLE, learned(0, 7, 1), LOCK)).isEmpty();
    assertThat(objection(READ, LOCK, learned())).contains("step 2 does not follow");
    assertThat(objection(READ, LOCK, learned(1, 2))).contains("a clause of loose ends");
  }

  /** What comes before something, or after it, is in the reordering: T3 need not be. */
  @Test
  void whatIsOrderedTakesPlace() {
    assertThat(objection(learned(0, 9, 2, 1, 9, -1))).contains(NOTHING_SHOWN);
    assertThat(objection(learned(0, 2, 9, 1, 9, -1))).contains(NOTHING_SHOWN);
    assertThat(objection(learned(0, 2, 9))).contains("step 0 does not follow");
    assertThat(objection(learned(1, 9, -1))).contains("step 0 does not follow");
    assertThat(objection(learned(0, 9, -1))).contains("step 0 does not follow");
  }
}
