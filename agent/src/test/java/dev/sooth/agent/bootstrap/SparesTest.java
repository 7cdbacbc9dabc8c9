package dev.sooth.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SparesTest {
  private static Chunk largest() {
    return new Chunk(Chunk.MOST_ENTRIES, false, false);
  }

  @Test
  void wordsAreFilledAgainAndNothingIsPublishedYet() {
    drain();
    Chunk used = largest();
    used.publish(10);
    used.recycle();
    Chunk next = largest();
    assertThat(next.words).isSameAs(used.words);
    assertThat(next.published()).isZero();
    assertThat(next.next()).isNull();
    assertThat(largest().words).isNotSameAs(used.words);
  }

  @Test
  void smallChunksAreNotKept() {
    drain();
    new Chunk(8, false, false).recycle();
    assertThat(Spares.take()).isNull();
  }

  /** Threads that take and give at the same time: nobody gets what another has. */
  @Test
  void noTwoThreadsHaveTheSameWords() throws InterruptedException {
    drain();
    Set<long[]> all = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Thread> threads = new ArrayList<>();
    List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 8; i++) {
      long[] words = new long[2 * Chunk.MOST_ENTRIES];
      all.add(words);
      Spares.put(words);
    }
    for (int t = 1; t <= 3; t++) {
      long mark = t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  long[] mine = Spares.take();
                  if (mine != null) {
                    mine[0] = mark;
                    Thread.onSpinWait();
                    if (mine[0] != mark) {
                      wrong.add("shared by " + mark + " and " + mine[0]);
                    }
                    Spares.put(mine);
                  }
                }
              }));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    for (long[] words = Spares.take(); words != null; words = Spares.take()) {
      assertThat(all.remove(words)).isTrue();
    }
    assertThat(all).isEmpty();
  }

  private static void drain() {
    while (Spares.take() != null) {
      // what other tests have left
    }
  }
}
