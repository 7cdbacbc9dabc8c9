package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.agent.AgentRun.Found;
import dev.sooth.detect.Engines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A correctly synchronised program for each synchroniser of the JDK has no race. Its twin, in which
 * whoever has given a box away touches one more field of it, has a race on that field and on no
 * other: the synchroniser orders what it must, and not all that comes near it.
 */
class SynchroniserModelTest {
  private static final int REPETITIONS = Integer.getInteger("sooth.repetitions", 1);
  private static final int TRIES = 8; // a schedule may order by chance what is a race

  private static final List<String> NAMES =
      List.of(
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
          "executorVirtual");

  /** What these do inside is locked in ways that are not recorded. */
  private static final List<String> IN_RECORDED_CLASSES =
      List.of("delayQueue", "threadPool", "completionService", "synchronizedMap");

  /** Why there is no twin. */
  private static final Map<String, String> WITHOUT_TWIN =
      Map.of(
          "finalFields",
          "final fields are not recorded",
          "shutdownHook",
          "the JVM's hand-over to the hooks comes after all else");

  private static final TwoAtATime RUNS = new TwoAtATime();
  @TempDir static Path folder;

  @AfterAll
  static void close() {
    RUNS.close();
  }

  @TestFactory
  List<DynamicTest> synchronisers() throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Synchronisers"));
    assertThat(NAMES).containsAll(WITHOUT_TWIN.keySet()).containsAll(IN_RECORDED_CLASSES);
    for (String name : NAMES) {
      RUNS.add(
          name,
          () -> {
            assumeKnown(name);
            for (int seed = 1; seed <= REPETITIONS; seed++) {
              noRace(classes, name, "jitter=" + seed);
            }
          });
      if (!WITHOUT_TWIN.containsKey(name)) {
        RUNS.add(name + " racy", () -> race(classes, name));
      }
      if (IN_RECORDED_CLASSES.contains(name)) {
        RUNS.add(name + " recorded", () -> noRace(classes, name, "jitter=1,jdk=java.util.*"));
      }
    }
    return RUNS.tests();
  }

  private static void noRace(Path classes, String name, String options) throws Exception {
    AgentRun run = run(classes, options, name);
    assertThat(run.load().size()).isGreaterThan(10);
    assertThat(run.races()).as(options).isEmpty();
  }

  private static void race(Path classes, String name) throws Exception {
    assumeKnown(name);
    Set<String> variables = new TreeSet<>();
    for (int seed = 1; seed <= TRIES && variables.isEmpty(); seed++) {
      AgentRun run = run(classes, "jitter=" + seed, name, "racy");
      for (Found race : run.races(Engines.SHB, Engines.SYNCP)) {
        variables.add(race.variable());
      }
    }
    assertThat(variables).containsExactly("Synchronisers$Box.late");
  }

  private static void assumeKnown(String name) {
    int needed = name.contains("irtual") ? 21 : name.equals("structured") ? 25 : 17;
    assumeTrue(Runtime.version().feature() >= needed, "needs JDK " + needed);
  }

  private static AgentRun run(Path classes, String options, String... arguments) throws Exception {
    List<String> jvm = new ArrayList<>(AgentRun.HEADLESS);
    if (arguments.length == 1) { // the twin's code is the same
      jvm.addAll(AgentRun.VERIFY_ALL);
    }
    if (arguments[0].equals("structured")) {
      jvm.add("--enable-preview");
    }
    Path place =
        Files.createDirectories(folder.resolve(String.join("-", arguments) + options.length()));
    AgentRun run = AgentRun.run(classes, "Synchronisers", place, options, jvm, arguments);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done\n");
    assertThat(run.err).contains(" 0 failed");
    return run;
  }
}
