package dev.sooth.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a log remembers of its thread: the locks that it holds, the calls of the JDK it is in. */
class ThreadStateTest {
  private static final long SEED = Long.getLong("sooth.seed", 20_261_201);
  private static final int ROUNDS = 500;
  private static final int STEPS = 200;

  private final Thread thread = new Thread("worker"); // the log refers to it weakly

  private ThreadLog newLog() {
    return new ThreadLog(thread, 0, false, null, false);
  }

  @Test
  void onlyTheOutermostAcquisitionAndItsReleaseCount() {
    ThreadLog log = newLog();
    assertThat(log.lockTaken(1)).isTrue();
    assertThat(log.lockTaken(2)).isTrue();
    assertThat(log.lockTaken(1)).isFalse();
    assertThat(log.lockGiven(1)).isFalse();
    assertThat(log.holds(1)).isTrue();
    assertThat(log.lockGiven(1)).isTrue();
    assertThat(log.holds(1)).isFalse();
    assertThat(log.holds(2)).isTrue();
    assertThat(log.lockGiven(1)).isFalse(); // taken before the recording began
  }

  @Test
  void waitingGivesTheLockWhateverItsDepthAndTakesItBack() {
    ThreadLog log = newLog();
    assertThat(log.lockGivenWholly(1)).isZero();
    log.lockTaken(1);
    log.lockTaken(1);
    log.lockTaken(1);
    assertThat(log.lockGivenWholly(1)).isEqualTo(3);
    assertThat(log.holds(1)).isFalse();
    log.lockTakenBack(1, 3);
    assertThat(log.lockGiven(1)).isFalse();
    assertThat(log.lockGiven(1)).isFalse();
    assertThat(log.lockGiven(1)).isTrue();
  }

  @Test
  void theOrderOfASectionIsNewOnceAndGoesWithIt() {
    ThreadLog log = newLog();
    assertThat(log.comeAfter(1)).isFalse(); // there is no section
    log.lockTaken(1);
    assertThat(log.comeAfter(1)).isTrue();
    assertThat(log.comeAfter(1)).isFalse();
    log.lockGiven(1);
    assertThat(log.wasBefore).isFalse();
    log.lockTaken(1);
    assertThat(log.comeAfter(1)).isTrue(); // another section
    log.comeBefore(1);
    log.lockGiven(1);
    assertThat(log.wasBefore).isTrue();
  }

  @Test
  void anOpaqueSectionIsBeforeLaterOnesAndIsNotReordered() {
    ThreadLog log = newLog();
    log.lockTaken(1);
    log.lockTaken(2);
    assertThat(log.reorderable).isEqualTo(2);
    assertThat(log.becomeOpaque(0)).isTrue();
    assertThat(log.becomeOpaque(0)).isFalse();
    assertThat(log.reorderable).isEqualTo(1);
    assertThat(log.comeAfter(1)).isTrue(); // which opaque alone does not record
    log.lockGiven(1);
    assertThat(log.wasBefore).isTrue();
    assertThat(log.reorderable).isEqualTo(1);
    log.lockGiven(2);
    assertThat(log.wasBefore).isFalse();
    assertThat(log.reorderable).isZero();
  }

  /** A section of the model. */
  private static final class Section {
    final long lock;
    int depth;
    boolean after;
    boolean before;
    boolean opaque;

    Section(long lock, int depth) {
      this.lock = lock;
      this.depth = depth;
    }
  }

  private static Section find(List<Section> held, long lock) {
    return held.stream().filter(section -> section.lock == lock).findFirst().orElse(null);
  }

  @Test
  void locksAgreeWithAList() {
    for (int round = 0; round < ROUNDS; round++) {
      locksAgreeWithAList(new Random(SEED + round), "seed " + (SEED + round));
    }
  }

  private void locksAgreeWithAList(Random random, String seed) {
    ThreadLog log = newLog();
    List<Section> held = new ArrayList<>();
    boolean wasBefore = false;
    int locks = 1 + random.nextInt(30); // more than there is room for at first
    for (int step = 0; step < STEPS; step++) {
      long lock = random.nextInt(locks);
      Section section = find(held, lock);
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          assertThat(log.lockTaken(lock)).as(seed).isEqualTo(section == null);
          if (section == null) {
            held.add(new Section(lock, 1));
          } else {
            section.depth++;
          }
        }
        case 3 -> {
          boolean outermost = section != null && --section.depth == 0;
          assertThat(log.lockGiven(lock)).as(seed).isEqualTo(outermost);
          if (outermost) {
            held.remove(section);
            wasBefore = section.before;
          }
        }
        case 4 -> {
          int depth = log.lockGivenWholly(lock);
          assertThat(depth).as(seed).isEqualTo(section == null ? 0 : section.depth);
          if (section != null) {
            held.remove(section);
            wasBefore = section.before;
            if (random.nextBoolean()) {
              log.lockTakenBack(lock, depth);
              held.add(new Section(lock, depth));
            }
          }
        }
        case 5 -> {
          boolean isNew = section != null && !section.after;
          assertThat(log.comeAfter(lock)).as(seed).isEqualTo(isNew);
          if (section != null) {
            section.after = true;
          }
        }
        case 6 -> {
          log.comeBefore(lock);
          if (section != null) {
            section.before = true;
          }
        }
        default -> {
          if (!held.isEmpty()) {
            int i = random.nextInt(held.size());
            assertThat(log.becomeOpaque(i)).as(seed).isEqualTo(!held.get(i).opaque);
            held.get(i).opaque = true;
            held.get(i).before = true;
          }
        }
      }
      assertThat(log.locksHeld()).as(seed).isEqualTo(held.size());
      for (int i = 0; i < held.size(); i++) {
        assertThat(log.lockHeld(i)).as(seed).isEqualTo(held.get(i).lock);
      }
      assertThat(log.holds(lock)).as(seed).isEqualTo(find(held, lock) != null);
      assertThat(log.reorderable)
          .as(seed)
          .isEqualTo((int) held.stream().filter(s -> !s.opaque).count());
      assertThat(log.wasBefore).as(seed).isEqualTo(wasBefore);
    }
  }

  @Test
  void aMethodOfTheJdkKnowsWhetherRecordedCodeCalledIt() {
    ThreadLog log = newLog();
    log.calledJdk = 5;
    log.jdkEntered(5);
    assertThat(log.inCalledJdk).isTrue();
    assertThat(log.calledJdk).isZero(); // what it calls itself is not called by recorded code
    log.jdkEntered(7);
    assertThat(log.inCalledJdk).isFalse();
    log.jdkLeft();
    assertThat(log.inCalledJdk).isTrue();
    log.jdkLeft();
    assertThat(log.inCalledJdk).isFalse();
    log.calledJdk = 5;
    log.jdkEntered(6); // another one than was called
    assertThat(log.inCalledJdk).isFalse();
  }

  /** As after an error that was thrown where a call was entered. */
  @Test
  void leavingMoreThanWasEnteredDoesNothing() {
    ThreadLog log = newLog();
    log.jdkLeft();
    log.calledJdk = 5;
    log.jdkEntered(5);
    assertThat(log.inCalledJdk).isTrue();
    log.jdkLeft();
    log.jdkLeft();
    assertThat(log.inCalledJdk).isFalse();
  }

  @Test
  void callsOfTheJdkNestAsDeepAsTheyMust() {
    Random random = new Random(SEED);
    ThreadLog log = newLog();
    Deque<Boolean> outer = new ArrayDeque<>();
    boolean inCalled = false;
    for (int step = 0; step < 200_000; step++) {
      boolean deeper = step % 20_000 < 10_000; // to some hundred calls and back
      if (random.nextInt(100) < (deeper ? 52 : 48)) {
        boolean called = random.nextBoolean();
        log.calledJdk = called ? 3 : 4;
        log.jdkEntered(3);
        outer.push(inCalled);
        inCalled = called;
      } else if (!outer.isEmpty()) {
        log.jdkLeft();
        inCalled = outer.pop();
      }
      assertThat(log.inCalledJdk).as("seed %d, step %d", SEED, step).isEqualTo(inCalled);
    }
  }
}
