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
