package dev.sooth.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a thread records, from the bracket around an access to the chunks that the writer reads. */
@ExtendWith(HooksOn.class)
@Timeout(30)
class ThreadLogTest {
  private static final int SITE = 1234;
  private static final AtomicInteger OBJECTS = new AtomicInteger();

  // Of each test its own, so that one that fails and leaves it locked does not stop the others.
  private final long key = Op.fieldKey(OBJECTS.incrementAndGet(), 5);
  private final int stripe = Op.stripe(key);

  private final Thread thread = new Thread("worker"); // the log refers to it weakly
  private final ThreadLog log = new ThreadLog(thread, 3, false, null, false);

  private record Entry(int op, int site, long key, int sequence) {}

  private static List<Entry> published(ThreadLog log) {
    List<Entry> entries = new ArrayList<>();
    for (Chunk chunk = log.drain; chunk != null; chunk = chunk.next()) {
      for (int p = 0; p < chunk.published(); p += 2) {
        long head = chunk.words[p];
        entries.add(new Entry(Op.op(head), Op.site(head), chunk.words[p + 1], (int) head));
      }
    }
    return entries;
  }

  /** The number that the next event of the stripe gets; waits while the stripe is held. */
  private static int next(int stripe) {
    long word = Stripes.lock(stripe);
    Stripes.abandon(stripe, word);
    return (int) (word >>> 1);
  }

  private void begin(int op) {
    log.begin(Op.head(op, SITE), key);
  }

  private void assertIdle() {
    assertThat(log.open).isFalse();
    assertThat(log.busy).isFalse();
    assertThat(log.linking).isFalse();
  }

  @Test
  void anAccessIsPublishedWhenItIsCommittedAndTakesItsPlaceInTheStripe() {
    int place = next(stripe);
    begin(Op.FIELD_WRITE);
    log.open();
    assertThat(log.busy).isTrue();
    assertThat(log.op()).isEqualTo(Op.FIELD_WRITE);
    assertThat(published(log)).isEmpty();

    log.commit();
    assertThat(published(log)).containsExactly(new Entry(Op.FIELD_WRITE, SITE, key, place));
    assertThat(next(stripe)).isEqualTo(place + 1);
    assertIdle();
  }

  @Test
  void nobodyElseGetsTheStripeBetween() throws InterruptedException {
    int place = next(stripe);
    begin(Op.FIELD_WRITE);
    ThreadLog other = new ThreadLog(thread, 4, false, null, false);
    CountDownLatch started = new CountDownLatch(1);
    Thread second =
        new Thread(
            () -> {
              started.countDown();
              other.record(Op.FIELD_READ, SITE, key);
            });
    second.start();
    started.await();
    second.join(50);
    assertThat(published(other)).isEmpty();

    log.commit();
    second.join();
    assertThat(published(log)).extracting(Entry::sequence).containsExactly(place);
    assertThat(published(other)).extracting(Entry::sequence).containsExactly(place + 1);
  }

  @Test
  void whatWasAbandonedDidNotTakePlace() {
    int place = next(stripe);
    begin(Op.FIELD_WRITE);
    log.openAroundMethod();
    log.abandon();
    assertThat(published(log)).isEmpty();
    assertThat(next(stripe)).isEqualTo(place);
    assertIdle();
  }

  @Test
  void whatAnAccessWasIsKnownLate() {
    begin(Op.FIELD_UPDATE);
    log.become(Op.FIELD_VOLATILE_READ);
    log.commit();
    assertThat(published(log)).hasSize(1);
    assertThat(published(log).get(0).op()).isEqualTo(Op.FIELD_VOLATILE_READ);
    assertThat(published(log).get(0).site()).isEqualTo(SITE);
  }

  @Test
  void valuesStandBesideTheEntryOfWhichTheyAre() {
    Hooks.withValues = true;
    ThreadLog withValues = new ThreadLog(thread, 3, false, null, false);
    withValues.begin(Op.head(Op.FIELD_READ, SITE), key);
    withValues.valueRead(-7);
    withValues.commit();
    withValues.begin(Op.head(Op.FIELD_WRITE, SITE), key);
    withValues.valueWritten(8);
    withValues.commit();
    Chunk chunk = withValues.drain;
    long flags = Op.READ_KNOWN | Op.WRITTEN_KNOWN;
    assertThat(chunk.words[0] & flags).isEqualTo(Op.READ_KNOWN);
    assertThat(chunk.values[0]).isEqualTo(-7);
    assertThat(chunk.words[2] & flags).isEqualTo(Op.WRITTEN_KNOWN);
    assertThat(chunk.values[3]).isEqualTo(8);
  }

  @Test
  void healingFreesTheStripeAndALateEndIsToldAfterAll() {
    int place = next(stripe);
    begin(Op.FIELD_READ);
    log.open();
    log.storing = true;
    log.heal();
    assertIdle();
    assertThat(log.storing).isFalse();
    assertThat(published(log)).isEmpty();
    assertThat(next(stripe)).isEqualTo(place);

    log.record(
        Op.FIELD_WRITE,
        9,
        Op.fieldKey(OBJECTS.incrementAndGet(), 5)); // of the class loader that was called
    log.lateCommit();
    assertThat(published(log)).last().isEqualTo(new Entry(Op.FIELD_READ, SITE, key, place));
  }

  /** Others may see the value before the late end comes, which must come before them. */
  @Test
  void healingTellsOfWhatOthersMayComeAfter() {
    for (int op : new int[] {Op.FIELD_VOLATILE_WRITE, Op.FIELD_UPDATE, Op.ELEMENT_UPDATE}) {
      ThreadLog healed = new ThreadLog(thread, 3, false, null, false);
      int place = next(stripe);
      healed.begin(Op.head(op, SITE), key);
      healed.open();
      healed.heal();
      healed.lateCommit();
      assertThat(published(healed))
          .containsExactly(new Entry(op, SITE, key, place), new Entry(op, SITE, key, place + 1));
    }
  }

  @Test
  void aReleasedStripeIsForOthersUntilTheAccessIsCommitted() {
    for (boolean retake : new boolean[] {true, false}) {
      ThreadLog linking = new ThreadLog(thread, 3, false, null, false);
      int place = next(stripe);
      linking.begin(Op.head(Op.FIELD_WRITE, SITE), key);
      linking.open();
      linking.release();
      Stripes.unlock(stripe, Stripes.lock(stripe)); // an event of somebody else
      if (retake) {
        linking.retake();
      }
      linking.commit();
      assertThat(published(linking)).extracting(Entry::sequence).containsExactly(place + 1);
      assertThat(next(stripe)).isEqualTo(place + 2);
    }
  }

  @Test
  void aReleasedStripeIsNotGivenTwice() {
    int place = next(stripe);
    for (boolean heal : new boolean[] {true, false}) {
      begin(Op.FIELD_READ);
      log.open();
      log.release();
      Stripes.unlock(stripe, Stripes.lock(stripe));
      if (heal) {
        log.heal();
      } else {
        log.abandon();
      }
    }
    assertThat(next(stripe)).isEqualTo(place + 2); // and not back at what it was
  }

  @Test
  void nothingIsRecordedOnceTheRecordingHasEnded() {
    Hooks.on = false;
    log.record(Op.FIELD_WRITE, SITE, key);
    log.recordWithoutStripe(Op.FORK, SITE, 4);
    assertThat(published(log)).isEmpty();
  }

  @Test
  void chunksGrowToABoundAndKeepTheOrder() {
    long before = Backlog.bytes() - log.drain.bytes();
    for (int i = 0; i < 50_000; i++) {
      if (i % 3 == 0) {
        log.recordWithoutStripe(Op.FORK, SITE, i);
      } else {
        log.record(Op.FIELD_WRITE, SITE, i);
      }
    }
    assertThat(published(log).stream().mapToLong(Entry::key))
        .containsExactlyElementsOf(LongStream.range(0, 50_000).boxed().toList());
    List<Integer> lengths = new ArrayList<>();
    long bytes = 0;
    for (Chunk chunk = log.drain; chunk != null; chunk = chunk.next()) {
      lengths.add(chunk.words.length);
      bytes += chunk.bytes();
      assertThat(chunk.next() == null || chunk.published() == chunk.words.length).isTrue();
    }
    assertThat(lengths).isSorted();
    assertThat(lengths.get(0)).isLessThan(1000); // most threads do little
    int last = lengths.get(lengths.size() - 1);
    assertThat(last).isEqualTo(lengths.get(lengths.size() - 2)).isBetween(10_000, 50_000);
    assertThat(Backlog.bytes() - before).isEqualTo(bytes);
  }

  /** The writer reads while the thread appends, and finds every entry in its place. */
  @Test
  void theWriterFollowsTheThreadFromChunkToChunk() throws InterruptedException {
    int count = 400_000;
    Thread appender =
        new Thread(
            () -> {
              for (int i = 1; i <= count; i++) {
                log.recordWithoutStripe(Op.FORK, i & 0xFFF, i);
              }
            });
    appender.start();
    Chunk chunk = log.drain;
    int drained = 0;
    for (int i = 1; i <= count; ) {
      if (drained < chunk.published()) {
        long head = chunk.words[drained];
        long number = chunk.words[drained + 1];
        if (head != Op.head(Op.FORK, i & 0xFFF) || number != i) { // fast, to be at its heels
          throw new AssertionError("entry %d is %x %d".formatted(i, head, number));
        }
        i++;
        drained += 2;
      } else if (drained == chunk.words.length && chunk.next() != null) {
        chunk = chunk.next();
        drained = 0;
      } else {
        assertThat(Thread.interrupted()).as("entry %d does not come", i).isFalse();
        Thread.onSpinWait();
      }
    }
    appender.join();
  }

  /** A thread that is ahead of the writer waits when it needs a chunk, and goes on with room. */
  @Test
  void aNewChunkWaitsForRoom() throws InterruptedException {
    long much = 1L << 40;
    Backlog.add(much);
    Thread appender =
        new Thread(
            () -> {
              for (int i = 0; i < 1000; i++) {
                log.recordWithoutStripe(Op.FORK, SITE, i);
              }
            });
    appender.start();
    appender.join(50);
    assertThat(published(log)).hasSizeLessThan(1000);
    Backlog.drained(much);
    appender.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(published(log)).hasSize(1000);
  }

  @Test
  void aThreadHasEndedWhenItSaysSoOrIsGone() throws InterruptedException {
    assertThat(log.ended()).isFalse();
    log.end();
    assertThat(log.ended()).isTrue();
    assertThat(log.busy).isTrue(); // what the JVM still does in it is not recorded

    ThreadLog lost = new ThreadLog(new Thread("lost"), 5, false, null, false);
    while (!lost.ended()) { // the time limit of the test
      System.gc();
      Thread.sleep(10);
    }
    assertThat(thread.getName()).isEqualTo(log.name);
  }

  @Test
  void aClassIsUsedForTheFirstTimeOnce() {
    for (int number : new int[] {0, 1, 63, 64, 255, 256, 300, 10_000, 62, 9_999}) {
      assertThat(log.firstUse(number)).as("class %d", number).isTrue();
      assertThat(log.firstUse(number)).as("class %d again", number).isFalse();
    }
    assertThat(log.firstUse(65)).isTrue();
    assertThat(log.firstUse(0)).isFalse();
  }
}
