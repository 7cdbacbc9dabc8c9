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
        "copyOnWriteArrayList",
        "vector",
        "synchronizedList",
        "atomicInteger",
        "atomicReference",
        "atomicArray",
        "fieldUpdater",
        "varHandle",
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
        "virtualThreads",
        "executorVirtual"
      })
  void noRace(String name, @TempDir Path folder) throws Exception {
    assumeTrue(
        !name.toLowerCase(java.util.Locale.ROOT).contains("virtual")
            || Runtime.version().feature() >= 21,
        "virtual threads need JDK 21");
    AgentRun run = AgentRun.run(classes, "Synchronisers", folder, "", AgentRun.VERIFY_ALL, name);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done\n");
    assertThat(run.err).contains(" 0 failed");
    assertThat(run.load().size()).isGreaterThan(10);
    assertThat(run.races()).isEmpty();
  }
}
