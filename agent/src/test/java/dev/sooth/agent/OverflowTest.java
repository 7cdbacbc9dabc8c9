package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.AgentRun.Found;
import dev.sooth.detect.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stack that overflows in the middle of anything leaves the trace right. Where it overflows
 * depends on the frames, so the modes of the JVM take turns; with {@code -Dsooth.repetitions=50}
 * each case runs 50 times, in all of them.
 */
class OverflowTest {
  private static final int REPETITIONS = Integer.getInteger("sooth.repetitions", 1);

  private static final List<List<String>> JVM_MODES =
      List.of(List.of("-Xint"), List.of("-XX:TieredStopAtLevel=1"), List.of());

  private static final TwoAtATime RUNS = new TwoAtATime();
  @TempDir static Path folder;

  @AfterAll
  static void close() {
    RUNS.close();
  }

  @TestFactory
  List<DynamicTest> cases() throws IOException {
    Path classes = AgentRun.compile(folder, AgentRun.program("Overflow"));
    List<String> names = new ArrayList<>();
    Matcher label =
        Pattern.compile("case \"(\\w+)\" ->")
            .matcher(Files.readString(AgentRun.program("Overflow")));
    while (label.find()) {
      names.add(label.group(1));
    }
    assertThat(names).hasSizeGreaterThanOrEqualTo(16).contains("fields", "startsAtEnd");
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      int first = i;
      RUNS.add(
          name,
          () -> {
            for (int run = 0; run < REPETITIONS; run++) {
              List<String> mode = JVM_MODES.get((first + run) % JVM_MODES.size());
              assertThat(races(classes, mode, name)).as("%s, run %d", mode, run).isEmpty();
            }
          });
    }
    for (String name : List.of("arrays", "locks")) {
      RUNS.add(
          name + " racy",
          () -> {
            Set<String> variables = new TreeSet<>();
            for (Found race : races(classes, JVM_MODES.get(1), name, "racy")) {
              variables.add(race.variable());
            }
            assertThat(variables).containsExactly("Overflow.cells");
          });
    }
    return RUNS.tests();
  }

  private static Set<Found> races(Path classes, List<String> mode, String... arguments)
      throws Exception {
    Path place = Files.createDirectories(folder.resolve(String.join("-", arguments)));
    AgentRun run = AgentRun.run(classes, "Overflow", place, "", mode, arguments);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).as(run.err).isEqualTo("done true\n");
    assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
    return run.races(Engines.SHB, Engines.SYNCP);
  }
}
