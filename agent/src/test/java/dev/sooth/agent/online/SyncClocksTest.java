package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.bootstrap.Op;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SyncClocksTest {
  private static final long LOCK = Op.syncKey(1, 1, Op.PART_LOCK);

  /** Keys of the stripe of {@link #LOCK}. */
  private static long[] others(int count) {
    long[] keys = new long[count];
    int found = 0;
    for (long object = 2; found < count; object++) {
      long key = Op.syncKey(object, 1, Op.PART_LOCK);
      if (Op.stripe(key) == Op.stripe(LOCK)) {
        keys[found++] = key;
      }
    }
    return keys;
  }

  /** Who has the lock asks without the stripe, in which other locks come meanwhile. */
  @Test
  void whoHasGivenALockIsFoundWhileOthersCome() throws InterruptedException {
    ThreadClock me = new ThreadClock(0, "me", null, false);
    me.slot = 0;
    long[] others = others(4000);
    AtomicReference<SyncClocks> present = new AtomicReference<>(new SyncClocks());
    present.get().giveLock(me, LOCK, null);
    AtomicInteger missing = new AtomicInteger();
    AtomicInteger asked = new AtomicInteger();
    Thread reader =
        new Thread(
            () -> {
              for (SyncClocks some = present.get(); some != null; some = present.get()) {
                missing.addAndGet(some.givers(LOCK) == null ? 1 : 0);
                asked.incrementAndGet();
              }
            });
    reader.start();
    for (int i = 0; i < 300 || asked.get() < 1_000_000; i++) {
      SyncClocks some = new SyncClocks();
      some.giveLock(me, LOCK, null);
      present.set(some);
      for (long key : others) {
        some.giveLock(me, key, null);
      }
    }
    present.set(null);
    reader.join();
    assertThat(missing).hasValue(0);
  }

  @Test
  void whatWasGivenStaysWhenOthersCome() {
    ThreadClock me = new ThreadClock(0, "me", null, false);
    me.slot = 5;
    SyncClocks clocks = new SyncClocks();
    Object subject = new Object();
    clocks.giveLock(me, LOCK, subject);
    for (long key : others(300)) {
      clocks.giveLock(me, key, null);
    }
    assertThat(clocks.givers(LOCK)).containsExactly(1L << 5);
    assertThat(subject).isNotNull();
  }
}
