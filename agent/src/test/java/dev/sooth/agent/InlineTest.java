package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.AgentRun.Found;
import dev.sooth.detect.Engines;
import dev.sooth.example.inline.ClockListener;
import dev.sooth.example.inline.FailingListener;
import dev.sooth.example.inline.OrderListener;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A listener inside the program is told what is in the trace, and the program does not notice. */
class InlineTest {
  private static final String CLOCKS = "listener=" + ClockListener.class.getName();
  private static final String ORDER = "listener=" + OrderListener.class.getName();
  private static final String FAILING = "listener=" + FailingListener.class.getName();
  private static final String RACE = "sooth: race on ";
  private static final String SUM = "6002\n"; // what Counters prints

  @TempDir Path folder;

  @Test
  void aRaceIsFoundWithoutATrace() throws IOException, InterruptedException {
    AgentRun run = AgentRun.ofProgram("Counters", folder, CLOCKS + ",trace=false", "racy");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo(SUM);
    assertThat(said(run)).containsExactly("Counters.plain");
    assertThat(run.err).contains("Counters.java:14 Counters.count ~ Counters.java:14 ");
    assertThat(run.trace).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "Counters",
    "correct/A1AnyOfDone",
    "correct/B1Terminated",
    "correct/C2RefQueue",
    "correct/MethodRefAddOk",
    "correct/StateWaitingOk",
    "correct/WaitQueueLenOk"
  })
  void aCorrectProgramIsSilent(String program) throws IOException, InterruptedException {
    Path classes = AgentRun.compile(folder, AgentRun.program(program));
    String main = program.substring(program.indexOf('/') + 1);
    String options = CLOCKS + ",trace=false,jitter=" + AgentRun.seed();
    AgentRun run = AgentRun.run(classes, main, folder, options, AgentRun.SHORT);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
    assertThat(said(run)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"Counters,racy", "Hm,''"})
  void theRacyVariablesAreThoseOfTheTrace(String program, String argument)
      throws IOException, InterruptedException {
    AgentRun run = AgentRun.ofProgram(program, folder, CLOCKS, argument);
    assertThat(run.status).as(run.err).isZero();
    Set<String> inTrace = new TreeSet<>();
    for (Found race : run.races(Engines.find("hb").orElseThrow())) {
      inTrace.add(race.variable());
    }
    assertThat(said(run)).isEqualTo(inTrace).isNotEmpty();
  }

  @Test
  void theOrderOfTheCallsIsThatOfTheTrace() throws IOException, InterruptedException {
    AgentRun run = AgentRun.ofProgram("Hammer", folder, ORDER + ",quiet", "8", "150");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done true\n");
    Map<String, List<String>> told = new TreeMap<>();
    int events = 0;
    for (String line : Files.readAllLines(folder.resolve("recording.txt"))) {
      if (line.startsWith(OrderListener.LINE)) {
        int bar = line.lastIndexOf('|');
        told.computeIfAbsent(
                line.substring(OrderListener.LINE.length(), bar), t -> new ArrayList<>())
            .add(line.substring(bar + 1));
        events++;
      }
    }
    assertThat(events).isGreaterThan(20_000);
    Map<String, List<String>> inTrace = inTrace(AgentRun.loadTrace(run.trace));
    assertThat(told.keySet()).isEqualTo(inTrace.keySet());
    for (Map.Entry<String, List<String>> location : told.entrySet()) {
      assertThat(location.getValue())
          .as(location.getKey())
          .isEqualTo(inTrace.get(location.getKey()));
    }
  }

  /** What was done to each location, but for what the writer adds. */
  private static Map<String, List<String>> inTrace(Trace trace) {
    Map<String, List<String>> events = new TreeMap<>();
    for (int i = 0; i < trace.size(); i++) {
      byte kind = trace.kind(i);
      if (!Kind.isAccess(kind) && !Kind.isLockOperation(kind)) {
        continue;
      }
      String target =
          Kind.isAccess(kind)
              ? trace.names().variables().get(trace.target(i))
              : trace.names().locks().get(trace.target(i));
      if (!target.startsWith("atomic:") && !target.startsWith("past:")) {
        String thread = trace.names().threads().get(trace.thread(i));
        events
            .computeIfAbsent(target, t -> new ArrayList<>())
            .add(thread + " " + Kind.symbol(kind));
      }
    }
    return events;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",trace=false"})
  void anErrorEndsTheListeningAndNotTheProgram(String trace)
      throws IOException, InterruptedException {
    AgentRun run = AgentRun.ofProgram("Counters", folder, FAILING + trace, "racy");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo(SUM);
    assertThat(run.err)
        .contains("sooth: listening stopped, the program goes on: ")
        .contains("FailingListener has failed: java.lang.IllegalStateException: on purpose")
        .contains("sooth: listening stopped early");
    if (trace.isEmpty()) {
      assertThat(run.err).doesNotContain("recording stopped");
      assertThat(run.races()).isNotEmpty();
    }
  }

  @Test
  void whatIsNoListenerIsSaidBeforeTheProgramStarts() throws IOException, InterruptedException {
    for (String name : List.of("no.such.Listener", "java.lang.String")) {
      AgentRun run = AgentRun.ofProgram("Counters", folder, "listener=" + name);
      assertThat(run.status).as(name).isEqualTo(64);
      assertThat(run.out).isEmpty();
      assertThat(run.err).contains("sooth: listener=" + name + ", expected ");
    }
  }

  /** The stack overflows everywhere, also where the listener works. */
  @ParameterizedTest
  @CsvSource({
    "fields,-Xint",
    "arrays,-XX:TieredStopAtLevel=1",
    "locks,-Xint",
    "locks,-XX:-TieredCompilation"
  })
  void aFullStackLosesNothing(String part, String mode) throws IOException, InterruptedException {
    Path classes = AgentRun.compile(folder, AgentRun.program("Overflow"));
    AgentRun run =
        AgentRun.run(classes, "Overflow", folder, CLOCKS + ",trace=false", List.of(mode), part);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).as(run.err).isEqualTo("done true\n");
    assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
    assertThat(said(run)).isEmpty();
  }

  @Test
  void racesAreFoundWhereTheStackIsFull() throws IOException, InterruptedException {
    String options = CLOCKS + ",trace=false";
    AgentRun run = AgentRun.ofProgram("Overflow", folder, options, "arrays", "racy");
    assertThat(run.status).as(run.err).isZero();
    assertThat(said(run)).containsExactly("Overflow.cells");
  }

  private static Set<String> said(AgentRun run) {
    Set<String> variables = new TreeSet<>();
    for (String line : run.err.lines().toList()) {
      if (line.startsWith(RACE)) {
        variables.add(line.substring(RACE.length()).replaceAll("(@.*?)?: .*", ""));
      }
    }
    return variables;
  }
}
