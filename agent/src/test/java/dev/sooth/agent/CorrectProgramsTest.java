package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Correct programs in which a race was once reported have none and print what they print without
 * the agent, with every seed of the jitter: {@code -Dsooth.repetitions=20} uses 20.
 */
class CorrectProgramsTest {
  private static final int REPETITIONS = Integer.getInteger("sooth.repetitions", 3);
  private static final TwoAtATime RUNS = new TwoAtATime();
  @TempDir static Path folder;

  @AfterAll
  static void close() {
    RUNS.close();
  }

  @TestFactory
  List<DynamicTest> programs() throws IOException {
    List<Path> sources = new ArrayList<>(List.of(AgentRun.program("Soe2")));
    try (Stream<Path> files = Files.list(AgentRun.program("Soe2").resolveSibling("correct"))) {
      sources.addAll(files.sorted().toList());
    }
    assertThat(sources).hasSizeGreaterThanOrEqualTo(9);
    for (Path source : sources) {
      String main = source.getFileName().toString().replace(".java", "");
      RUNS.add(main, () -> noRace(source, main));
    }
    return RUNS.tests();
  }

  private static void noRace(Path source, String main) throws Exception {
    Path place = Files.createDirectories(folder.resolve(main));
    Path classes = AgentRun.compile(place, source);
    AgentRun plain = AgentRun.plain(classes, main, place, AgentRun.SHORT);
    assertThat(plain.status).as(plain.err).isZero();
    for (int i = 0; i < REPETITIONS; i++) {
      String options = "jitter=" + (AgentRun.seed() + i);
      AgentRun run = AgentRun.run(classes, main, place, options, AgentRun.SHORT);
      assertThat(run.status).as(run.err).isZero();
      assertThat(run.out).as(run.err).isEqualTo(plain.out);
      assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
      assertThat(run.races(Engines.SHB, Engines.SYNCP, Engines.OSR)).as(options).isEmpty();
    }
  }
}
