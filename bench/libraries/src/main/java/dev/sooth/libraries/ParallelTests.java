package dev.sooth.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Small test classes for JUnit's parallel runner: contracts of collections and locks of the JDK.
 */
public final class ParallelTests {
  private ParallelTests() {}

  /** Runs all test classes below in JUnit's own pool and prints how many tests there were. */
  static void run() {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                Arrays.stream(ParallelTests.class.getDeclaredClasses())
                    .map(DiscoverySelectors::selectClass)
                    .toList())
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
            .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
            .configurationParameter(
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "3")
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    System.out.printf(
        "containers %d, tests %d, succeeded %d, failed %d, aborted %d, skipped %d%n",
        summary.getContainersFoundCount(),
        summary.getTestsFoundCount(),
        summary.getTestsSucceededCount(),
        summary.getTestsFailedCount(),
        summary.getTestsAbortedCount(),
        summary.getTestsSkippedCount());
    summary.getFailures().stream()
        .map(
            failure -> failure.getTestIdentifier().getDisplayName() + ": " + failure.getException())
        .sorted()
        .forEach(System.out::println);
  }

  /** What every collection of integers can do. */
  abstract static class CollectionContract<C extends Collection<Integer>> {
    C collection;

    abstract C make();

    @BeforeEach
    void fill() {
      collection = make();
      collection.addAll(List.of(3, 1, 2));
    }

    @Test
    void holdsWhatWasAdded() {
      assertEquals(3, collection.size());
      assertTrue(collection.containsAll(Set.of(1, 2, 3)));
    }

    @Test
    void clears() {
      collection.clear();
      assertTrue(collection.isEmpty());
    }

    @RepeatedTest(3)
    void removesByCondition() {
      assertTrue(collection.removeIf(n -> n % 2 == 1));
      assertEquals(List.of(2), new ArrayList<>(collection));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void removesOne(int value) {
      assertTrue(collection.remove(value));
      assertFalse(collection.contains(value));
    }
  }

  abstract static class ListContract extends CollectionContract<List<Integer>> {
    @Test
    void keepsTheOrder() {
      assertEquals(List.of(3, 1, 2), collection);
    }

    @Test
    void sorts() {
      collection.sort(null);
      assertEquals(List.of(1, 2, 3), collection);
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "1, 1", "2, 2"})
    void getsByIndex(int index, int value) {
      assertEquals(value, collection.get(index));
    }
  }

  abstract static class SetContract extends CollectionContract<Set<Integer>> {
    @RepeatedTest(2)
    void takesEachOnce() {
      assertFalse(collection.add(1));
      assertEquals(3, collection.size());
    }
  }

  abstract static class QueueContract extends CollectionContract<Queue<Integer>> {
    @Test
    void isEmptyAtLast() {
      IntStream.range(0, 3).forEach(i -> collection.remove());
      assertThrows(NoSuchElementException.class, collection::remove);
    }
  }

  /** What every map of words can do. */
  abstract static class MapContract {
    private final Map<String, Integer> map = make();

    abstract Map<String, Integer> make();

    static Stream<String> words() {
      return Stream.of("to", "be", "or", "not", "to", "be");
    }

    @Test
    void counts() {
      words().forEach(word -> map.merge(word, 1, Integer::sum));
      assertEquals(Map.of("to", 2, "be", 2, "or", 1, "not", 1), map);
    }

    @ParameterizedTest
    @MethodSource("words")
    void findsWhatWasPut(String word) {
      map.put(word, word.length());
      assertEquals(word.length(), map.get(word));
    }

    @RepeatedTest(3)
    void computesOnce() {
      AtomicInteger calls = new AtomicInteger();
      map.computeIfAbsent("key", key -> calls.incrementAndGet());
      map.computeIfAbsent("key", key -> calls.incrementAndGet());
      assertEquals(1, calls.get());
    }
  }

  /** A lock guards a counter that all tests of the class share. */
  abstract static class LockContract {
    private static final Map<Class<?>, int[]> COUNTERS = new ConcurrentHashMap<>();
    private static final Map<Class<?>, Lock> LOCKS = new ConcurrentHashMap<>();

    abstract Lock make();

    @RepeatedTest(10)
    void guards(TestInfo info) {
      Lock lock = LOCKS.computeIfAbsent(getClass(), type -> make());
      int[] counter = COUNTERS.computeIfAbsent(getClass(), type -> new int[1]);
      lock.lock();
      try {
        counter[0]++;
        assertTrue(counter[0] <= 10, info::getDisplayName);
      } finally {
        lock.unlock();
      }
    }
  }

  static class ArrayListTest extends ListContract {
    @Override
    List<Integer> make() {
      return new ArrayList<>();
    }
  }

  static class LinkedListTest extends ListContract {
    @Override
    List<Integer> make() {
      return new LinkedList<>();
    }
  }

  static class VectorTest extends ListContract {
    @Override
    List<Integer> make() {
      return new Vector<>();
    }
  }

  static class StackTest extends ListContract {
    @Override
    List<Integer> make() {
      return new Stack<>();
    }
  }

  static class CopyOnWriteArrayListTest extends ListContract {
    @Override
    List<Integer> make() {
      return new CopyOnWriteArrayList<>();
    }
  }

  static class SynchronizedListTest extends ListContract {
    @Override
    List<Integer> make() {
      return Collections.synchronizedList(new ArrayList<>());
    }
  }

  static class CheckedListTest extends ListContract {
    @Override
    List<Integer> make() {
      return Collections.checkedList(new ArrayList<>(), Integer.class);
    }
  }

  static class HashSetTest extends SetContract {
    @Override
    Set<Integer> make() {
      return new HashSet<>();
    }
  }

  static class LinkedHashSetTest extends SetContract {
    @Override
    Set<Integer> make() {
      return new LinkedHashSet<>();
    }
  }

  static class TreeSetTest extends SetContract {
    @Override
    Set<Integer> make() {
      return new TreeSet<>();
    }
  }

  static class ConcurrentSkipListSetTest extends SetContract {
    @Override
    Set<Integer> make() {
      return new ConcurrentSkipListSet<>();
    }
  }

  static class CopyOnWriteArraySetTest extends SetContract {
    @Override
    Set<Integer> make() {
      return new CopyOnWriteArraySet<>();
    }
  }

  static class ConcurrentKeySetTest extends SetContract {
    @Override
    Set<Integer> make() {
      return ConcurrentHashMap.newKeySet();
    }
  }

  static class SynchronizedSetTest extends SetContract {
    @Override
    Set<Integer> make() {
      return Collections.synchronizedSet(new HashSet<>());
    }
  }

  static class ArrayDequeTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new ArrayDeque<>();
    }
  }

  static class PriorityQueueTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new PriorityQueue<>();
    }
  }

  static class ArrayBlockingQueueTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new ArrayBlockingQueue<>(3);
    }
  }

  static class LinkedBlockingQueueTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new LinkedBlockingQueue<>();
    }
  }

  static class LinkedBlockingDequeTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new LinkedBlockingDeque<>();
    }
  }

  static class PriorityBlockingQueueTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new PriorityBlockingQueue<>();
    }
  }

  static class LinkedTransferQueueTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new LinkedTransferQueue<>();
    }
  }

  static class ConcurrentLinkedQueueTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new ConcurrentLinkedQueue<>();
    }
  }

  static class ConcurrentLinkedDequeTest extends QueueContract {
    @Override
    Queue<Integer> make() {
      return new ConcurrentLinkedDeque<>();
    }
  }

  static class HashMapTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return new HashMap<>();
    }
  }

  static class LinkedHashMapTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return new LinkedHashMap<>();
    }
  }

  static class TreeMapTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return new TreeMap<>();
    }
  }

  static class HashtableTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return new Hashtable<>();
    }
  }

  static class WeakHashMapTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return new WeakHashMap<>();
    }
  }

  static class ConcurrentHashMapTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return new ConcurrentHashMap<>();
    }
  }

  static class ConcurrentSkipListMapTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return new ConcurrentSkipListMap<>();
    }
  }

  static class SynchronizedMapTest extends MapContract {
    @Override
    Map<String, Integer> make() {
      return Collections.synchronizedMap(new HashMap<>());
    }
  }

  static class ReentrantLockTest extends LockContract {
    @Override
    Lock make() {
      return new ReentrantLock();
    }
  }

  static class FairLockTest extends LockContract {
    @Override
    Lock make() {
      return new ReentrantLock(true);
    }
  }

  static class WriteLockTest extends LockContract {
    @Override
    Lock make() {
      return new ReentrantReadWriteLock().writeLock();
    }
  }

  static class StampedLockTest extends LockContract {
    @Override
    Lock make() {
      return new StampedLock().asWriteLock();
    }
  }

  /** What a runner must also bring: shared setup, nesting, dynamic tests, every kind of end. */
  static class RunnerTest {
    private static List<Integer> squares;

    @BeforeAll
    static void prepare() {
      squares = new ArrayList<>();
      IntStream.range(0, 20).forEach(n -> squares.add(n * n));
    }

    @TestFactory
    Stream<DynamicTest> squaresAreRight() {
      return IntStream.range(0, 20)
          .mapToObj(
              n -> DynamicTest.dynamicTest("of " + n, () -> assertEquals(n * n, squares.get(n))));
    }

    @Test
    @DisplayName("must fail")
    void fails() {
      assertEquals(1, squares.get(2));
    }

    @Test
    void isAborted() {
      Assumptions.assumeTrue(squares.isEmpty());
    }

    @Test
    @Disabled("to be skipped")
    void isSkipped() {
      throw new AssertionError();
    }

    @Nested
    class Inner {
      @RepeatedTest(5)
      void seesTheOuter() {
        assertEquals(361, squares.get(19));
      }
    }
  }
}
