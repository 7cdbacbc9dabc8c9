package dev.sooth.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowingClockTest {
  private final MemoryBudget budget = new MemoryBudget("clocks");

  @Test
  void knowsWhatItHasLearnt() {
    GrowingClock clock = new GrowingClock(budget);
    clock.join(3, 7);
    clock.join(new int[] {1, 0, 5});
    clock.join(3, 6);
    assertThat(clock.snapshot()).containsExactly(1, 0, 5, 7);
    assertThat(clock.time(9)).isZero();
  }

  @Test
  void snapshotsDoNotChange() {
    GrowingClock clock = new GrowingClock(budget);
    clock.join(0, 1);
    int[] before = clock.snapshot();
    clock.join(0, 2);
    assertThat(before).containsExactly(1);
  }

  @Test
  void aSnapshotIsSharedUntilTheClockChanges() {
    GrowingClock clock = new GrowingClock(budget);
    clock.join(new int[] {1, 3});
    int[] before = clock.snapshot();
    clock.join(new int[] {1, 2});
    clock.join(1, 3);
    assertThat(clock.snapshot()).isSameAs(before);
    clock.join(new int[] {2});
    assertThat(clock.snapshot()).containsExactly(2, 3);
  }

  @Test
  void whatWasPublishedIsLearntUnlessThePublishersTimeIsKnown() {
    GrowingClock clock = new GrowingClock(budget);
    clock.join(new Publication(1, 4, new int[] {7}));
    assertThat(clock.snapshot()).containsExactly(7, 4);
    clock.join(new Publication(1, 4, new int[] {8}));
    assertThat(clock.snapshot()).containsExactly(7, 4);
    clock.join(new Publication(1, 5, new int[] {8}));
    assertThat(clock.snapshot()).containsExactly(8, 5);
  }

  @Test
  void growsByHalfAndTakesThatFromTheBudget() {
    GrowingClock clock = new GrowingClock(budget);
    clock.join(3, 1);
    assertThat(budget.taken()).isEqualTo(4 * 4);
    clock.join(4, 1);
    assertThat(budget.taken()).isEqualTo(4 * 6);
    clock.join(5, 1);
    assertThat(budget.taken()).isEqualTo(4 * 6);
  }

  /** Room to grow in a snapshot would come back larger with each exchange. */
  @Test
  void clocksThatLearnFromEachOtherStayAsLongAsTheThreads() {
    int threads = 20;
    GrowingClock[] clocks = new GrowingClock[threads];
    for (int thread = 0; thread < threads; thread++) {
      clocks[thread] = new GrowingClock(budget);
      clocks[thread].join(thread, 1);
    }
    for (int round = 1; round < 200; round++) {
      for (int thread = 0; thread < threads; thread++) {
        clocks[thread].join(thread, round);
        clocks[(thread + round) % threads].join(clocks[thread].snapshot());
      }
    }
    for (GrowingClock clock : clocks) {
      assertThat(clock.snapshot()).hasSize(threads);
    }
  }
}
