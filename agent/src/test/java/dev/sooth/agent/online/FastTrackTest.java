package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Cells;
import dev.sooth.agent.bootstrap.InlineListener;
import dev.sooth.agent.bootstrap.Op;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The detector is tested by telling it what threads do. */
class FastTrackTest {
  private static final long LOCK = Op.syncKey(3, 1, Op.PART_LOCK);
  private static final long FLAG = Op.fieldKey(4, 5);
  private static final long VARIABLE = Op.fieldKey(1, 2);

  private final FastTrack fastTrack = new FastTrack();
  private final Cells cells = new Cells(1);
  private final List<Object> threads = new ArrayList<>();

  FastTrackTest() {
    threads.add(fastTrack.threadMade(0, "t0", false));
  }

  private void fork(int parent) {
    int child = threads.size();
    threads.add(fastTrack.threadMade(child, "t" + child, true));
    order(parent, Op.FORK, child);
  }

  private void order(int thread, int op, long key) {
    fastTrack.operation(thread, threads.get(thread), op, 0, key);
  }

  /** True if it races. */
  private boolean access(int thread, int op, int line) {
    boolean write = op == Op.FIELD_WRITE;
    long earlier = fastTrack.check(threads.get(thread), cells, 0, write, line);
    if (earlier != 0) {
      fastTrack.race(threads.get(thread), earlier, op, line, line, VARIABLE);
    }
    return earlier != 0;
  }

  private boolean read(int thread, int line) {
    return access(thread, Op.FIELD_READ, line);
  }

  private boolean write(int thread, int line) {
    return access(thread, Op.FIELD_WRITE, line);
  }

  private String said() {
    return String.join(
        "\n",
        fastTrack.news(
            new InlineListener.Names() {
              @Override
              public String site(int site) {
                return "line " + site;
              }

              @Override
              public String target(int op, long key) {
                return "A.f@" + (key >>> 24);
              }
            }));
  }

  @Test
  void whatNothingOrdersIsARaceAndIsSaidOnce() {
    fork(0);
    assertThat(write(0, 10)).isFalse();
    assertThat(read(1, 20)).isTrue();
    assertThat(read(1, 20)).isFalse(); // the same epoch and place
    assertThat(said())
        .isEqualTo(
            """
            ==================
            WARNING: Sooth: data race on A.f (fasttrack)
              Read of A.f@1 by thread t1:
                #0 line 20

              Previous write of A.f@1 by thread t0:
                #0 line 10
            ==================""");
    assertThat(write(1, 21)).isTrue();
    assertThat(said()).contains("Write of", "line 21", "Previous write", "line 10");
    assertThat(said()).isEmpty();
    order(1, Op.RELEASE, LOCK);
    assertThat(write(1, 21)).isTrue();
    assertThat(said()).isEmpty(); // these lines and this field again
  }

  @Test
  void forksJoinsAndLocksOrder() {
    write(0, 1);
    fork(0);
    order(0, Op.ACQUIRE, LOCK);
    assertThat(write(0, 4)).isFalse();
    order(0, Op.RELEASE, LOCK);
    order(1, Op.ACQUIRE, LOCK);
    assertThat(write(1, 7)).isFalse();
    order(1, Op.RELEASE, LOCK);
    assertThat(read(1, 9)).isFalse();
    order(1, Op.END, 0);
    order(0, Op.JOIN, 1);
    assertThat(write(0, 11)).isFalse();
  }

  @Test
  void aVolatileWriteOrdersWithLaterReadsOnly() {
    fork(0);
    write(0, 1);
    order(0, Op.FIELD_VOLATILE_WRITE, FLAG);
    order(1, Op.FIELD_VOLATILE_READ, FLAG);
    assertThat(write(1, 2)).isFalse();
    order(0, Op.FIELD_VOLATILE_READ, FLAG); // nothing was written there since
    assertThat(read(0, 3)).isTrue();
  }

  @Test
  void writersOfAVolatileAddToEachOther() {
    fork(0);
    fork(0);
    order(0, Op.FIELD_VOLATILE_WRITE, FLAG);
    assertThat(read(1, 1)).isFalse();
    order(1, Op.FIELD_VOLATILE_WRITE, FLAG);
    assertThat(read(2, 2)).isFalse();
    order(2, Op.FIELD_VOLATILE_WRITE, FLAG);
    order(0, Op.FIELD_VOLATILE_READ, FLAG);
    assertThat(write(0, 3)).isFalse();
  }

  @Test
  void allUnorderedReadsAreKept() {
    for (int i = 0; i < 4; i++) {
      fork(0);
    }
    for (int i = 1; i <= 4; i++) {
      assertThat(read(i, i)).isFalse();
    }
    for (int i = 2; i <= 4; i++) {
      order(0, Op.JOIN, i);
    }
    assertThat(write(0, 10)).isTrue();
    assertThat(said()).contains("by thread t1");
    order(0, Op.JOIN, 1);
    assertThat(write(0, 11)).isFalse();
  }

  @Test
  void aRaceDoesNotMakeItForget() {
    fork(0);
    fork(0);
    write(0, 1);
    assertThat(write(1, 2)).isTrue();
    order(1, Op.RELEASE, LOCK);
    order(2, Op.ACQUIRE, LOCK);
    assertThat(read(2, 3)).isTrue(); // with the first, not with the second
    assertThat(said()).contains("line 3", "Previous write of A.f@1 by thread t0");
  }

  @Test
  void whoComesAfterAllRacesWithNothingBeforeAndWithWhatFollows() {
    fork(0);
    write(1, 20);
    order(0, Op.AFTER_ALL, 0);
    assertThat(write(0, 10)).isFalse();
    assertThat(write(1, 21)).isTrue();
  }

  /** What is learnt after all that has been is no knowledge of what others had learnt. */
  @Test
  void whoComesAfterAllStillLearnsWhatIsGivenLater() {
    fork(0);
    fork(0);
    write(1, 1);
    order(1, Op.RELEASE, LOCK);
    read(2, 99);
    order(0, Op.AFTER_ALL, 0);
    order(2, Op.ACQUIRE, LOCK);
    order(2, Op.FIELD_VOLATILE_WRITE, FLAG);
    order(0, Op.FIELD_VOLATILE_READ, FLAG);
    assertThat(write(0, 3)).isFalse();
  }

  @Test
  void afterALockComeThoseWhoHaveGivenIt() {
    fork(0);
    fork(0);
    order(1, Op.ACQUIRE, LOCK);
    order(1, Op.RELEASE, LOCK);
    write(1, 1);
    order(0, Op.AFTER_LOCK, LOCK);
    assertThat(write(0, 2)).isFalse();
    assertThat(write(2, 3)).isTrue();
  }

  @Test
  void onlyThoseThatHaveEndedComeBefore() {
    fork(0);
    fork(0);
    read(1, 1);
    order(1, Op.END, 0);
    fastTrack.operation(0, threads.get(0), Op.AFTER_ALL, Op.ENDED_ONLY, 0);
    assertThat(write(0, 2)).isFalse();
    assertThat(write(2, 3)).isTrue();
  }

  /**
   * Each thread knows the end of the one before, so that all have one slot, and nothing is lost.
   */
  @Test
  void slotsAreUsedAgain() {
    for (int i = 1; i <= 3000; i++) {
      fork(0);
      assertThat(write(i, 1)).isFalse();
      order(i, Op.END, 0);
      order(0, Op.JOIN, i);
    }
    assertThat(((ThreadClock) threads.get(3000)).slot).isEqualTo(1);
    assertThat(write(0, 2)).isFalse();
    fork(0);
    fork(0);
    assertThat(write(3001, 3)).isFalse();
    assertThat(write(3002, 4)).isTrue();
    assertThat(said()).contains("by thread t3002", "by thread t3001");
  }

  /** More threads than slots: they share some, and none races that is ordered. */
  @Test
  void manyThreadsAtOnceShareClocks() {
    int many = 3 * Slots.MOST;
    write(0, 1);
    for (int i = 1; i <= many; i++) {
      fork(0);
    }
    for (int i = 1; i <= many; i++) {
      order(i, Op.ACQUIRE, LOCK);
      assertThat(write(i, 2)).isFalse();
      order(i, Op.RELEASE, LOCK);
    }
    for (int i = 1; i <= many; i++) {
      order(i, Op.END, 0);
      order(0, Op.JOIN, i);
    }
    assertThat(write(0, 3)).isFalse();
    assertThat(String.join("\n", fastTrack.report(null))).contains("many threads at once");
  }

  @Test
  void threadsThatEndUnseenGiveTheirSlots() {
    for (int i = 1; i <= 5 * Slots.MOST; i++) {
      fork(0);
      order(i, Op.ACQUIRE, LOCK);
      assertThat(write(i, 2)).isFalse();
      order(i, Op.RELEASE, LOCK);
      order(i, Op.END, 0); // and nobody joins
    }
    assertThat(((ThreadClock) threads.get(threads.size() - 1)).slot).isLessThan(Slots.MOST);
    order(0, Op.ACQUIRE, LOCK);
    assertThat(write(0, 3)).isFalse();
  }

  @Test
  void aThreadWhoseTimeIsUsedUpGetsAnotherSlot() {
    fork(0);
    ThreadClock clock = (ThreadClock) threads.get(1);
    write(1, 1);
    clock.epoch = Epoch.of(Epoch.LAST_TIME - 10, clock.slot);
    write(1, 2);
    order(1, Op.RELEASE, LOCK);
    assertThat(clock.now()).isLessThan(10);
    assertThat(write(1, 3)).isFalse();
    order(0, Op.ACQUIRE, LOCK);
    assertThat(read(0, 4)).isTrue();
    order(1, Op.RELEASE, LOCK);
    order(0, Op.ACQUIRE, LOCK);
    assertThat(write(0, 5)).isFalse();
  }
}
