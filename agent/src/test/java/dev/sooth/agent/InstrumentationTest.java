package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.StructuredNames;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.StackReader;
import dev.sooth.trace.format.TraceFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs behave under the agent as they do without it, and nothing is left out silently. */
class InstrumentationTest {
  @Test
  void codeOfEveryShape(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Oddities"));
    Process plain =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes.toString(),
                "Oddities")
            .start();
    String expected = new String(plain.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(plain.waitFor()).isEqualTo(3);
    for (String options : List.of("", "values=true", "stacks=8")) {
      AgentRun run = AgentRun.run(classes, "Oddities", folder, options, AgentRun.VERIFY_ALL);
      assertThat(run.out).as(run.err).isEqualTo(expected);
      assertThat(run.status).isEqualTo(3);
      assertThat(run.err).contains(" 0 failed");
      assertThat(run.races()).isEmpty();
    }
  }

  /** Killed programs left jars there, and where there was none, programs did not start. */
  @Test
  void noTemporaryFolderIsNeeded(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Deep"));
    List<String> options = List.of("-Djava.io.tmpdir=" + folder.resolve("none"));
    AgentRun run = AgentRun.run(classes, "Deep", folder, "", options);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err).contains(" 0 failed");
  }

  @Test
  void methodOfNearly64KilobytesIsRecordedInPart(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Big", folder, "");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("2600\n");
    assertThat(run.err).contains("recorded in part: Big.big").contains(" 0 failed");
    assertThat(run.load().names().locks().size()).isPositive();
  }

  /** What is said to be dead is dead: it does not come again, and what lives is not said to be. */
  @Test
  void deadArraysAreToldAndDoNotComeAgain(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("ShortLived", folder, "");
    assertThat(run.out).as(run.err).isEqualTo("true\n");
    Set<Long> dead = new HashSet<>();
    Set<Long> again = new HashSet<>();
    EventBatch batch = new EventBatch();
    try (TraceCursor cursor = TraceFiles.open(run.trace, ReadOptions.defaults()).open()) {
      StructuredNames variables = (StructuredNames) cursor.names().variables();
      while (cursor.next(batch)) {
        for (int i = batch.from; i < batch.to; i++) {
          int target = batch.target[i];
          if (Kind.isAccess(batch.kind[i]) && !variables.isWhole(target)) {
            long array = variables.family(target).array();
            again.add(array == 0 ? variables.numberOf(target) : array);
          }
        }
        assertThat(Collections.disjoint(again, dead)).isTrue();
        again.clear();
        for (long number : batch.dead == null ? new long[0] : batch.dead) {
          assertThat(dead.add(number)).isTrue();
        }
      }
    }
    // Which have been noticed by the end hangs on when the collector ran.
    assertThat(dead.size()).isGreaterThan(20_000);
  }

  @Test
  void stacksNameTheCallersOfAnAccess(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Deep", folder, "stacks=4");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err).contains(" 0 failed");
    Trace trace = AgentRun.loadTrace(run.trace);
    List<List<String>> writers = new ArrayList<>();
    List<String> starter = List.of();
    for (int i = 0; i < trace.size(); i++) {
      List<String> callers =
          StackReader.read(run.trace, new long[] {i}).getOrDefault((long) i, List.of());
      if (trace.kind(i) == Kind.WRITE
          && trace.names().variables().get(trace.target(i)).equals("Deep.shared")) {
        writers.add(callers.stream().map(place -> place.replaceAll("^.*:", "")).toList());
      } else if (trace.kind(i) == Kind.FORK) {
        starter = callers;
      }
    }
    assertThat(writers)
        .containsExactlyInAnyOrder(
            List.of("25 Deep.lambda$middle$0", "25 Deep.middle", "20 Deep.outer"),
            List.of("25 Deep.lambda$middle$0", "25 Deep.middle", "20 Deep.outer"));
    assertThat(starter).containsExactly("Deep.java:38 Deep.main");
  }

  @Test
  void classesOfOneNameInSeveralLoadersAreDifferent(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Loaders", folder, "");
    assertThat(run.out).as(run.err).isEqualTo("done\n");
    assertThat(run.err).contains(" 0 failed");
    assertThat(run.races()).singleElement().asString().startsWith("Loaders$Real.value: ");
  }

  @Test
  void namesOfObjectsDoNotFillTheHeap(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Objects"));
    AgentRun run = AgentRun.run(classes, "Objects", folder, "", List.of("-Xmx48m"), "250000");
    assertThat(run.out).as(run.err).isEqualTo("done\n");
    assertThat(run.err).doesNotContain("stopped");
    assertThat(run.load().size()).isGreaterThan(1_500_000);
    assertThat(run.races()).isEmpty();
  }

  @Test
  void chosenClassesOfTheJdkAreRecorded(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Dates"));
    String jdk = "jdk=java.text.*:java.util.*";
    AgentRun locked = AgentRun.run(classes, "Dates", folder, jdk, AgentRun.VERIFY_ALL, "locked");
    assertThat(locked.out).as(locked.err).isEqualTo("40 820\n");
    assertThat(locked.err).contains(" 0 failed");
    assertThat(locked.races()).isEmpty();
    AgentRun racy = AgentRun.run(classes, "Dates", folder, jdk, AgentRun.VERIFY_ALL, "racy");
    assertThat(String.join("\n", racy.races()))
        .contains("java.util.Calendar.time: Calendar.java")
        .doesNotContain("<init>")
        .doesNotContain("HashMap");
    AgentRun without = AgentRun.run(classes, "Dates", folder, "", AgentRun.SHORT, "racy");
    assertThat(without.races()).isEmpty();
  }

  @Test
  void excludedClassesAreCounted(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Hammer", folder, "exclude=Ham*", "2", "5");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err)
        .contains("skipped, excluded by option, only its synchronisation is observed: Hammer");
  }

  @Test
  void excludedClassesOrder(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Excluded"));
    String options = "exclude=Excluded$Gate,jitter=1";
    AgentRun run = AgentRun.run(classes, "Excluded", folder, options, AgentRun.VERIFY_ALL);
    assertThat(run.out).as(run.err).isEqualTo("6\n");
    assertThat(run.err).contains("1 skipped", " 0 failed");
    assertThat(run.races()).isEmpty();
  }

  /** Classes that are loaded by our own work are found without the JVM's counters, too. */
  @Test
  void nestedLoadsAreCounted(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("correct/NestedLoadOk"));
    List<String> without = List.of("-XX:-UsePerfData");
    AgentRun run = AgentRun.run(classes, "NestedLoadOk", folder, "jitter=1", without);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err).contains("1 skipped", " 0 failed", "NestedLoadOk$Index");
    assertThat(run.races()).isEmpty();
  }

  @Test
  void wrongOptionIsRefused(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Hammer", folder, "nonsense=1", "2", "5");
    assertThat(run.status).isEqualTo(64);
    assertThat(run.err).contains("unknown option nonsense").doesNotContain("\tat ");
  }

  @Test
  void maxEventsEndsRecordingAndNotTheProgram(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Hammer", folder, "max-events=1000", "4", "2000");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done true\n");
    assertThat(run.err).contains("recording stopped early: --max-events reached");
    assertThat(run.load().size()).isEqualTo(1000);
  }

  /** It is made by itself; from JDK 19 on to wait for a monitor meanwhile crashes the JVM. */
  @Test
  void theThreadThatTheJvmAttachesAtTheEndDoesNotWait(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("MainEnds"));
    for (int i = 0; i < 8; i++) {
      AgentRun run = AgentRun.run(classes, "MainEnds", folder, "", AgentRun.SHORT);
      assertThat(run.status).as(run.err).isZero();
    }
  }

  @Test
  void maxTraceSizeIsKeptToABlock(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Hammer", folder, "max-trace-size=1m", "4", "200000");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err).contains("recording stopped early: --max-trace-size reached");
    assertThat(Files.size(run.trace)).isBetween(1L << 19, 3L << 19);
    run.load();
  }

  /** As a full disk does, in the middle of the recording: who reads the pipe goes away. */
  @Test
  void failingDiskEndsRecordingAndNotTheProgram(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("trace.sooth");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    org.junit.jupiter.api.Assumptions.assumeTrue(made.waitFor() == 0, "needs mkfifo");
    Process reader =
        new ProcessBuilder("head", "-c", "300000", pipe.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path classes = AgentRun.compile(folder, AgentRun.program("Hammer"));
    AgentRun run = AgentRun.run(classes, "Hammer", folder, "values=true", List.of(), "4", "5000");
    reader.destroy();
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done true\n");
    assertThat(run.err).contains("recording stopped, the program goes on: cannot write");
  }

  @Test
  void killedProgramLeavesWholeBlocks(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Endless"));
    Path trace = folder.resolve("trace.sooth");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-javaagent:" + AgentRun.agentJar() + "=max-trace-size=200m,out=" + trace,
                "-cp",
                classes.toString(),
                "Endless")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.inputReader().readLine()).isNotNull();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (Files.size(trace) < 100_000 && System.nanoTime() < deadline) {
        Thread.sleep(50);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(AgentRun.loadTrace(trace).size()).isGreaterThan(1000);
  }
}
