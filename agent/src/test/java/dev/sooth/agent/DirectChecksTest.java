package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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

/** Accesses of every shape, checked in the program's own methods. */
class DirectChecksTest {
  private static final Pattern FIELD = Pattern.compile("WARNING: Sooth: data race on (.*) \\(.*");
  private static final Set<String> RACING =
      Set.of(
          "Shapes$Own.flag",
          "Shapes$Own.small",
          "Shapes$Own.letter",
          "Shapes$Own.brief",
          "Shapes$Own.number",
          "Shapes$Own.word",
          "Shapes$Own.single",
          "Shapes$Own.wide",
          "Shapes$Own.reference",
          "Shapes$Sub.added",
          "Shapes$Foreign.narrow",
          "Shapes$Foreign.broad",
          "Shapes$Foreign.any",
          "Shapes.common",
          "Shapes.commonWide",
          "Shapes.flags[]",
          "Shapes.bytes[]",
          "Shapes.chars[]",
          "Shapes.shorts[]",
          "Shapes.ints[]",
          "Shapes.longs[]",
          "Shapes.floats[]",
          "Shapes.doubles[]",
          "Shapes.objects[]",
          "Shapes.rows[0][]",
          "Shapes.rows[1][]",
          "Shapes.rows[2][]");

  @TempDir Path folder;

  private Set<String> said() throws Exception {
    Set<String> fields = new TreeSet<>();
    for (String line : Files.readAllLines(folder.resolve("online.txt"))) {
      Matcher named = FIELD.matcher(line);
      if (named.matches()) {
        fields.add(named.group(1));
      }
    }
    return fields;
  }

  private AgentRun run(String options, String what) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Shapes"));
    AgentRun run = AgentRun.run(classes, "Shapes", folder, options, AgentRun.SHORT, what);
    assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
    assertThat(run.out).isEqualTo(what + " 6\n");
    return run;
  }

  @Test
  void eachShapeIsFoundAndNoOther() throws Exception {
    AgentRun run = run("online=fasttrack", "racy");
    assertThat(run.status).as(run.err).isEqualTo(66);
    assertThat(said()).isEqualTo(RACING);
  }

  @ParameterizedTest
  @CsvSource({
    "fasttrack, locked",
    "fasttrack, phases",
    "fasttrack, handed",
    "literace, locked",
    "literace, phases",
    "atexrace, phases",
    "atexrace, handed"
  })
  void whatIsOrderedIsNotSaid(String mode, String order) throws Exception {
    String pairs = mode.equals("atexrace") ? ",pairs=" + folder.resolve("pairs") : "";
    String options = "online=" + mode + ",jitter=1" + pairs;
    AgentRun run = run(options, order);
    assertThat(run.status).as(run.err).isZero();
    assertThat(said()).isEmpty();
  }

  /** The second run takes the classes as the first one has left them, with their numbers. */
  @ParameterizedTest
  @CsvSource({"fasttrack, racy", "fasttrack, phases", "literace, phases", "atexrace, handed"})
  void theNextRunSaysTheSame(String mode, String what) throws Exception {
    assumeThat(System.getenv("XDG_CACHE_HOME")).isNull();
    Path classes = AgentRun.compile(folder, AgentRun.program("Shapes"));
    List<String> jvm = List.of("-XX:TieredStopAtLevel=1", "-Duser.home=" + folder);
    Path caches = folder.resolve(".cache/sooth");
    for (int i = 0; i < 2; i++) {
      String pairs = mode.equals("atexrace") ? ",pairs=" + folder.resolve("pairs") : "";
      AgentRun run = AgentRun.run(classes, "Shapes", folder, "online=" + mode + pairs, jvm, what);
      assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
      assertThat(run.out).isEqualTo(what + " 6\n");
      assertThat(said()).isEqualTo(what.equals("racy") ? RACING : Set.of());
      try (var kept = Files.newDirectoryStream(caches, "program-*.classes")) {
        assertThat(kept).hasSize(1); // and not another one of the second run
      }
    }
  }

  /** Libraries that make classes give them other names in each run: the file would only grow. */
  @Test
  void whatTheProgramMakesIsNotKept() throws Exception {
    assumeThat(System.getenv("XDG_CACHE_HOME")).isNull();
    Path classes = AgentRun.compile(folder, AgentRun.program("Made"));
    List<String> jvm = List.of("-XX:TieredStopAtLevel=1", "-Duser.home=" + folder);
    long size = 0;
    for (int i = 0; i < 2; i++) {
      AgentRun run = AgentRun.run(classes, "Made", folder, "online=fasttrack", jvm);
      assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
      assertThat(run.out).isEqualTo("3\n");
      try (var kept = Files.newDirectoryStream(folder.resolve(".cache/sooth"), "program-*")) {
        long now = Files.size(kept.iterator().next());
        assertThat(now).isPositive();
        assertThat(now - size).isIn(now, 0L);
        size = now;
      }
    }
  }

  /** What is executed nearly always must not have the size of both bodies. */
  @Test
  void theBodyWithChecksIsAMethodOfItsOwn() throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Bodies"));
    String pairs = ",pairs=" + folder.resolve("pairs");
    for (String mode : List.of("literace", "atexrace" + pairs)) {
      AgentRun run = AgentRun.run(classes, "Bodies", folder, "online=" + mode, AgentRun.SHORT);
      assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
      assertThat(run.status).as(run.err).isZero();
      assertThat(run.out)
          .isEqualTo(
              """
              $sooth$checked of own fields
              $sooth$checked$add of fields
              $sooth$checked$sum of loops
              $sooth$checked$swap of locks
              2000 3 0 9 caught
              """);
    }
  }

  /** The method that its body was set apart from would stand between. */
  @Test
  void whoAsksForItsCallerFindsIt() throws Exception {
    AgentRun run = AgentRun.ofProgram("Callers", folder, "online=literace");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("Callers main main\n");
  }
}
