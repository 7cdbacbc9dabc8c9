package dev.sooth.detect.osr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.detect.Stop;
import dev.sooth.detect.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps are done once, after those that they need, by any number of workers. */
@Timeout(60)
class PlanTest {
  private static final long SEED = Long.getLong("sooth.seed", 1);

  /**
   * A step that notes what it did. The notes are plain on purpose: a step that does not see those
   * of another was not ordered after it.
   */
  private static final class Noted {
    final int[] timesDone;
    final List<Noted> needed = new ArrayList<>();
    final AtomicInteger wrong;
    final boolean isSlow;

    Noted(int pieces, AtomicInteger wrong, boolean isSlow) {
      timesDone = new int[pieces];
      this.wrong = wrong;
      this.isSlow = isSlow;
    }

    void doPiece(int piece) {
      for (Noted other : needed) {
        other.check();
      }
      if (isSlow) {
        LockSupport.parkNanos(20_000); // so that the other workers look for something to do
      }
      timesDone[piece]++;
    }

    void check() {
      for (Noted other : timesDone.length == 0 ? needed : List.<Noted>of()) {
        other.check(); // what comes after nothing comes after what that comes after
      }
      for (int times : timesDone) {
        if (times != 1) {
          wrong.incrementAndGet();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void everyPieceIsDoneOnceAndAfterWhatItNeeds(int workers) {
    Random random = new Random(SEED);
    for (int round = 0; round < 2000; round++) {
      AtomicInteger wrong = new AtomicInteger();
      Plan plan = new Plan();
      List<Noted> notes = new ArrayList<>();
      List<Plan.Step> steps = new ArrayList<>();
      int count = 1 + random.nextInt(12);
      for (int s = 0; s < count; s++) {
        boolean single = random.nextBoolean();
        Noted noted = new Noted(single ? 1 : random.nextInt(5), wrong, random.nextInt(4) == 0);
        List<Plan.Step> after = new ArrayList<>();
        for (int earlier = 0; earlier < s; earlier++) {
          if (random.nextInt(3) == 0) {
            after.add(steps.get(earlier));
            noted.needed.add(notes.get(earlier));
          }
        }
        steps.add(add(plan, noted, single, after.toArray(new Plan.Step[0])));
        notes.add(noted);
      }
      plan.run(new Workers(workers, Stop.NEVER));
      notes.forEach(Noted::check);
      assertThat(wrong).as("seed %d, round %d", SEED, round).hasValue(0);
      for (int s = 0; s < count; s++) {
        if (steps.get(s) instanceof Plan.Value<?> value) {
          assertThat(value.get()).isSameAs(notes.get(s));
        }
      }
    }
  }

  private static Plan.Step add(Plan plan, Noted noted, boolean single, Plan.Step[] after) {
    if (single) {
      return plan.value(
          () -> {
            noted.doPiece(0);
            return noted;
          },
          after);
    }
    return plan.forEach(noted.timesDone.length, (worker, piece) -> noted.doPiece(piece), after);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aFailureEndsThePlan(int workers) {
    for (int round = 0; round < 200; round++) {
      Plan plan = new Plan();
      AtomicInteger later = new AtomicInteger();
      Plan.Step failing =
          plan.forEach(
              2,
              (worker, piece) -> {
                if (piece == 1) {
                  throw new IllegalArgumentException("piece 1");
                }
              });
      plan.forEach(1, (worker, piece) -> later.incrementAndGet(), failing);
      assertThatThrownBy(() -> plan.run(new Workers(workers, Stop.NEVER)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("piece 1");
      assertThat(later).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aStopEndsThePlan(int workers) {
    Plan plan = new Plan();
    AtomicInteger done = new AtomicInteger();
    Plan.Step first = plan.forEach(1, (worker, piece) -> done.incrementAndGet());
    Plan.Step endless = plan.forEach(Integer.MAX_VALUE, (worker, piece) -> {}, first);
    plan.forEach(1, (worker, piece) -> done.incrementAndGet(), endless);
    AtomicInteger asked = new AtomicInteger();
    Workers crew = new Workers(workers, () -> asked.incrementAndGet() > 100);
    plan.run(crew);
    assertThat(crew.isStopped()).isTrue();
    assertThat(done).hasValue(1);
  }
}
