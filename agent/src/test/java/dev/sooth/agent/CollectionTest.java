package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of collections that do not synchronise are accesses to them, whatever the way in. */
class CollectionTest {
  private static final Pattern LINE = Pattern.compile("\\.java:(\\d+) ");

  /** Critical sections that only add to collections can change places. */
  @Test
  void addingNeedsNobodyWhoAddedBefore(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("HiddenAdds", folder, "");
    assertThat(run.status).as(run.err).isZero();
    assertThat(String.join("\n", run.races())).contains("HiddenAdds.x");
  }

  @Test
  void eighteenOperationsRaceOnEighteenCollections(@TempDir Path folder) throws Exception {
    assertThat(racyVariables(run("Hm", folder))).hasSize(18);
  }

  @Test
  void noneOfThemRacesUnderOneLock(@TempDir Path folder) throws Exception {
    AgentRun run = run("HmLocked", folder);
    assertThat(run.load().names().variables().size()).isGreaterThanOrEqualTo(18);
    assertThat(run.races()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"CollectionViews, 17", "SequencedViews, 21"})
  void everyWayInIsSeen(String program, int jdk, @TempDir Path folder) throws Exception {
    assumeTrue(Runtime.version().feature() >= jdk, "needs JDK " + jdk);
    Set<Integer> marked = new TreeSet<>();
    List<String> lines = Files.readAllLines(AgentRun.program(program));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith("// race")) {
        marked.add(i + 1);
      }
    }
    Set<Integer> racing = new TreeSet<>();
    // A schedule may order by chance what is a race.
    for (int tries = 0; tries < 5 && !racing.equals(marked); tries++) {
      for (String race : run(program, folder).races()) {
        Matcher line = LINE.matcher(race);
        assertThat(line.find()).isTrue();
        racing.add(Integer.parseInt(line.group(1)));
      }
    }
    assertThat(racing).isEqualTo(marked);
  }

  @ParameterizedTest
  @CsvSource({"CollectionViews, 17", "SequencedViews, 21"})
  void noWayInIsARaceUnderOneLock(String program, int jdk, @TempDir Path folder) throws Exception {
    assumeTrue(Runtime.version().feature() >= jdk, "needs JDK " + jdk);
    assertThat(run(program, folder, "locked").races()).isEmpty();
  }

  @Test
  void rightUsesHaveNoRace(@TempDir Path folder) throws Exception {
    assertThat(run("CollectionTwins", folder).races()).isEmpty();
  }

  @Test
  void namesAreThoseOfTheFieldsThatHold(@TempDir Path folder) throws Exception {
    Set<String> names = new TreeSet<>();
    for (String name : racyVariables(run("Holding", folder))) {
      names.add(name.replaceAll("@\\d+", "@N"));
    }
    assertThat(names)
        .containsExactlyInAnyOrder(
            "Holding$Registry.names (java.util.HashMap)@N",
            "Holding$Registry.seen (java.util.HashSet)@N",
            "Holding$Grid.cells@N[60]",
            "Holding$Grid.rows[1]@N[2]",
            "Holding.QUEUE (java.util.ArrayDeque)@N",
            "Holding$Names.<contents>@N",
            "java.util.ArrayList.contents@N",
            "java.util.HashSet.contents@N",
            "array@N[1]");
  }

  @Test
  void differentElementsOfOneListDoNotRace(@TempDir Path folder) throws Exception {
    assertThat(run("ListElements", folder).races()).isEmpty();
    assertThat(run("ListElements", folder, "racy").races())
        .singleElement()
        .asString()
        .contains("ListElements.java:13");
  }

  private static AgentRun run(String program, Path folder, String... arguments) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program(program));
    AgentRun run = AgentRun.run(classes, program, folder, "", AgentRun.VERIFY_ALL, arguments);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err).contains(" 0 failed").doesNotContain("Exception");
    return run;
  }

  private static Set<String> racyVariables(AgentRun run) throws IOException {
    Trace trace = run.load();
    RaceList races = new RaceList();
    Engines.SHB.create().run(trace, Pairs.FIRST_PER_EVENT, races, () -> false);
    Set<String> result = new TreeSet<>();
    for (int i = 0; i < races.size(); i++) {
      result.add(trace.names().variables().get(races.get(i).variable()));
    }
    return result;
  }
}
