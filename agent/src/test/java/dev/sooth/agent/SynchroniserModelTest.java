package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A correctly synchronised program for each synchroniser of the JDK has no race. */
class SynchroniserModelTest {
  private static final int REPETITIONS = Integer.getInteger("sooth.repetitions", 1);
  private static Path classes;

  @BeforeAll
  static void compile(@TempDir Path folder) throws Exception {
    classes = AgentRun.compile(folder, AgentRun.program("Synchronisers"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "monitor",
        "reentrantLock",
        "tryLock",
        "condition",
        "readWriteLock",
        "stampedLock",
        "semaphore",
        "countDownLatch",
        "cyclicBarrier",
        "phaser",
        "exchanger",
        "arrayBlockingQueue",
        "linkedBlockingQueue",
        "linkedBlockingDeque",
        "synchronousQueue",
        "linkedTransferQueue",
        "priorityBlockingQueue",
        "delayQueue",
        "concurrentLinkedQueue",
        "concurrentLinkedDeque",
        "concurrentHashMap",
        "concurrentSkipListMap",
        "synchronizedMap",
        "hashtable",
        "mapCompute",
        "mapIteration",
        "mapStreams",
        "mapBulk",
        "copyOnWriteArrayList",
        "vector",
        "synchronizedList",
        "atomicInteger",
        "atomicReference",
        "atomicArray",
        "fieldUpdater",
        "varHandle",
        "otherHandles",
        "unsafe",
        "reflection",
        "lockSupport",
        "threadPool",
        "scheduledPool",
        "completionService",
        "forkJoin",
        "completableFuture",
        "parallelStream",
        "timer",
        "interrupt",
        "volatileFlag",
        "waitNotify",
        "classInit",
        "threadJoin",
        "finalFields",
        "ownSynchronizer",
        "isAlive",
        "threadCount",
        "shutdownHook",
        "eventQueue",
        "structured",
        "virtualThreads",
        "executorVirtual"
      })
  void noRace(String name, @TempDir Path folder) throws Exception {
    int needed = name.contains("irtual") ? 21 : name.equals("structured") ? 25 : 17;
    assumeTrue(Runtime.version().feature() >= needed, "needs JDK " + needed);
    for (int seed = 1; seed <= REPETITIONS; seed++) {
      noRace(name, folder, seed);
    }
  }

  private static void noRace(String name, Path folder, int seed) throws Exception {
    AgentRun run =
        AgentRun.run(classes, "Synchronisers", folder, "jitter=" + seed, AgentRun.VERIFY_ALL, name);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done\n");
    assertThat(run.err).contains(" 0 failed");
    assertThat(run.load().size()).isGreaterThan(10);
    assertThat(run.races()).as("jitter=%d", seed).isEmpty();
  }
}
