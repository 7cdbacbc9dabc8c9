package dev.sooth.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One number for each object, and none for two, whatever their hashes and whoever asks. */
@Timeout(120)
class IdentitiesTest {
  private static final long SEED = Long.getLong("sooth.seed", 20_261_202);

  private final Thread thread = new Thread("worker"); // the logs refer to it weakly
  private final ThreadLog log = newLog();

  private ThreadLog newLog() {
    return new ThreadLog(thread, 0, false, null, false);
  }

  /** As an instrumented class, but for a pause when there is no number: another may give one. */
  @SuppressWarnings("MemberName") // the names are those of the interface
  private static final class Instrumented implements Identified {
    private long id;

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // the more threads come between the better
    public long $sooth$id() {
      long read = id;
      if (read == 0) {
        Thread.yield();
      }
      return read;
    }

    @Override
    public void $sooth$id(long number) {
      id = number;
    }
  }

  /** In turn an object that carries its number, and two that are looked up. */
  private static Object object(int i) {
    return switch (i % 3) {
      case 0 -> new Instrumented();
      case 1 -> new int[1];
      default -> new Object();
    };
  }

  @Test
  void anObjectKeepsItsNumberAndSharesItWithNone() {
    int count = 30_000; // more than a block of numbers, a cache and a first table hold
    List<Object> objects = new ArrayList<>();
    Map<Long, Integer> seen = new HashMap<>();
    List<Long> numbers = new ArrayList<>();
    ThreadLog second = newLog();
    for (int i = 0; i < count; i++) {
      Object object = object(i);
      long number = Identities.of(object, i % 7 == 0 ? second : log);
      assertThat(number).isPositive();
      assertThat(seen.put(number, i)).as("number %d is that of object", number).isNull();
      objects.add(object);
      numbers.add(number);
    }
    assertThat(seen).doesNotContainKey(Identities.fresh());
    ThreadLog third = newLog();
    for (int i = 0; i < count; i++) {
      long number = numbers.get(i);
      assertThat(Identities.of(objects.get(i), log)).isEqualTo(number);
      assertThat(Identities.of(objects.get(i), third)).isEqualTo(number);
    }
  }

  /** Two in some ten thousands share a hash: these share a place in cache and table, too. */
  @Test
  void objectsOfOneHashHaveTheirOwnNumbers() {
    Map<Integer, Object> byHash = new HashMap<>();
    int pairs = 0;
    while (pairs < 3) { // some hundred thousand objects, or the time limit of the test
      Object object = new Object();
      Object other = byHash.putIfAbsent(System.identityHashCode(object), object);
      if (other != null) {
        pairs++;
        long number = Identities.of(object, log);
        assertThat(Identities.peek(other, log)).isNull();
        assertThat(Identities.ofNew(other, log)).isNotZero().isNotEqualTo(number);
        long otherNumber = Identities.of(other, log);
        assertThat(otherNumber).isNotEqualTo(number);
        for (ThreadLog someLog : List.of(log, newLog())) {
          assertThat(Identities.of(object, someLog)).isEqualTo(number);
          assertThat(Identities.of(other, someLog)).isEqualTo(otherNumber);
        }
      }
    }
  }

  @Test
  void anObjectIsNewOnce() {
    int[] array = {1};
    assertThat(Identities.peek(array, log)).isNull();
    long number = Identities.ofNew(array, log);
    assertThat(number).isPositive();
    assertThat(Identities.ofNew(array, log)).isZero();
    assertThat(Identities.ofNew(array, newLog())).isZero();
    assertThat(Identities.of(array, log)).isEqualTo(number);
    assertThat(Identities.peek(array, newLog())).isSameAs(Identities.entry(array, log));
    assertThat(Identities.entry(array, log).id()).isEqualTo(number);
  }

  /** Threads that race for the number of an object agree, and nobody else gets it. */
  @Test
  void threadsAgree() throws Exception {
    int threads = 4;
    int rounds = 150;
    int count = 600;
    Random random = new Random(SEED);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<ThreadLog> logs = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        logs.add(newLog());
      }
      Set<Long> all = new HashSet<>();
      for (int round = 0; round < rounds; round++) {
        Object[] objects = new Object[count];
        for (int i = 0; i < count; i++) {
          objects[i] = object(random.nextInt(3));
        }
        List<Future<long[]>> results = new ArrayList<>();
        for (ThreadLog its : logs) {
          int pause = random.nextInt(200);
          results.add(
              pool.submit(
                  () -> {
                    long[] numbers = new long[count];
                    start.await();
                    for (int i = 0; i < pause; i++) {
                      Thread.onSpinWait();
                    }
                    for (int i = 0; i < count; i++) {
                      numbers[i] = Identities.of(objects[i], its);
                    }
                    return numbers;
                  }));
        }
        long[] first = results.get(0).get();
        for (Future<long[]> result : results) {
          assertThat(result.get()).as("seed %d, round %d", SEED, round).isEqualTo(first);
        }
        for (long number : first) {
          assertThat(all.add(number)).as("seed %d, number %d", SEED, number).isTrue();
        }
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void theDeadAreForgottenWithTheirHoldersAndTheLivingAreNot() throws InterruptedException {
    List<Object> living = new ArrayList<>();
    List<Long> livingNumbers = new ArrayList<>();
    List<Long> deadNumbers = new ArrayList<>();
    List<WeakReference<Object>> dying = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      Object object = new Object();
      Holders.noteSet(log, object, 1 + i);
      long number = Identities.of(object, log);
      assertThat(Holders.of(number).contents).isEqualTo(1 + i);
      if (i % 2 == 0) {
        living.add(object);
        livingNumbers.add(number);
      } else {
        deadNumbers.add(number);
        dying.add(new WeakReference<>(object));
      }
    }
    while (!dying.stream().allMatch(reference -> reference.refersTo(null))) {
      System.gc();
      Thread.sleep(10);
    }
    // The table looks for the dead when it is full, which it is at the latest when all that is in
    // it has come again; the new ones live as long, or they would make room themselves.
    List<Object> more = new ArrayList<>();
    int most = 4 * tableLength() + 100_000;
    while (more.size() < most
        && !deadNumbers.stream().allMatch(number -> Holders.of(number) == null)) {
      for (int i = 0; i < 10_000; i++) {
        Object object = new Object();
        Identities.of(object, log);
        more.add(object);
      }
    }
    assertThat(deadNumbers).allMatch(number -> Holders.of(number) == null);
    ThreadLog later = newLog();
    for (int i = 0; i < living.size(); i++) {
      long number = livingNumbers.get(i);
      assertThat(Identities.of(living.get(i), later)).isEqualTo(number);
      assertThat(Holders.of(number).contents).isEqualTo(1 + 2 * i);
    }
  }

  @Test
  void theTableGrows() {
    List<Object> living = new ArrayList<>();
    int count = 2 * tableLength() + 20_000;
    for (int i = 0; i < count; i++) {
      Object object = new Object();
      Identities.of(object, log);
      living.add(object);
    }
    assertThat(tableLength()).isGreaterThan(living.size() / 2); // or chains would grow instead
  }

  /** The places of all segments together; there is no other way to see that they grow. */
  private static int tableLength() {
    try {
      Field segments = Identities.class.getDeclaredField("SEGMENTS");
      segments.setAccessible(true);
      int length = 0;
      for (Object segment : (Object[]) segments.get(null)) {
        Field table = segment.getClass().getDeclaredField("table");
        table.setAccessible(true);
        synchronized (segment) {
          length += Array.getLength(table.get(segment));
        }
      }
      return length;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
