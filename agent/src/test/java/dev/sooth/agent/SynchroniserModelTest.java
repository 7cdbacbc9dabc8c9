package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
      noRace(name, folder, "jitter=" + seed);
    }
  }

  /** What these do inside is locked in ways that are not recorded. */
  @ParameterizedTest
  @ValueSource(strings = {"delayQueue", "threadPool", "completionService", "synchronizedMap"})
  void noRaceInRecordedClassesOfTheJdk(String name, @TempDir Path folder) throws Exception {
    noRace(name, folder, "jitter=1,jdk=java.util.*");
  }

  private static void noRace(String name, Path folder, String options) throws Exception {
    List<String> jvm = new ArrayList<>(AgentRun.VERIFY_ALL);
    jvm.add("-Djava.awt.headless=true");
    if (name.equals("structured")) {
      jvm.add("--enable-preview");
    }
    AgentRun run = AgentRun.run(classes, "Synchronisers", folder, options, jvm, name);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done\n");
    assertThat(run.err).contains(" 0 failed");
    assertThat(run.load().size()).isGreaterThan(10);
    assertThat(run.races()).as(options).isEmpty();
  }
}
