package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WeakClocksTest {
  private static ThreadClock clock(int number) {
    return new ThreadClock(number, "thread", null, false);
  }

  @Test
  void thoseOfThreadsThatNobodyKnowsAreForgotten() {
    WeakClocks clocks = new WeakClocks();
    List<ThreadClock> living = new ArrayList<>();
    int number = 0;
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 5000; i++) {
        ThreadClock made = clock(number++);
        clocks.add(made.number, made);
        if (i % 1000 == 0) {
          living.add(made);
        }
      }
      System.gc();
    }
    for (ThreadClock one : living) {
      assertThat(clocks.get(one.number)).isSameAs(one);
    }
    assertThat(clocks.get(number)).isNull();
    assertThat(clocks.capacity()).as("of %d threads", number).isLessThanOrEqualTo(1 << 15);
  }

  @Test
  void whoIsThereIsFoundWhileOthersCome() throws InterruptedException {
    WeakClocks clocks = new WeakClocks();
    List<ThreadClock> kept = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      kept.add(clock(i));
      clocks.add(i, kept.get(i));
    }
    AtomicInteger missing = new AtomicInteger();
    Thread[] readers = new Thread[4];
    for (int r = 0; r < readers.length; r++) {
      readers[r] =
          new Thread(
              () -> {
                for (int i = 0; i < 200_000; i++) {
                  missing.addAndGet(clocks.get(i % 100) == kept.get(i % 100) ? 0 : 1);
                }
              });
      readers[r].start();
    }
    for (int i = 100; i < 20_000; i++) {
      clocks.add(i, clock(i));
    }
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(missing).hasValue(0);
  }
}
