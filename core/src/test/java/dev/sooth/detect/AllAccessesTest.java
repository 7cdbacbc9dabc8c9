package dev.sooth.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sooth.order.Knowledge;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AllAccessesTest {
  /** No thread knows anything of another one. */
  private static final Knowledge NOTHING =
      new Knowledge() {
        @Override
        public int time(int thread, int of) {
          return 0;
        }

        @Override
        public int now(int thread) {
          return 1;
        }
      };

  /** With a look at each pair of reads this took minutes: spinning threads are nearly all reads. */
  @Test
  void readsOfSpinningThreadsCostNoMoreThanTheRacesThatTheyAreIn() {
    int reads = 400_000; // of each thread
    long[] races = {0};
    AccessHistory history =
        AccessHistory.of(
            Pairs.ALL,
            NOTHING,
            (variable, e1, kind1, thread1, place1, e2, kind2, thread2, place2) -> races[0]++);
    assertTimeout(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < reads; i++) {
            history.read(0, 0, 2L * i, 1);
            history.read(1, 0, 2L * i + 1, 2);
            if (i % (reads / 4) == 0) {
              history.write(2, 0, 2L * i + 1, 3);
            }
          }
        });
    // each read with each of the four writes, whichever came first
    assertThat(races[0]).isEqualTo(2L * reads * 4);
  }
}
