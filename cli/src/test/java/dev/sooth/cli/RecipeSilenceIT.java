package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code recipe} reports nothing on data that no execution has a race on, whatever is guessed. */
class RecipeSilenceIT {
  private static final int PROGRAMS = 24;
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  @Test
  void whatIsOrderedInEveryExecutionIsNotReported() throws IOException, InterruptedException {
    String given = System.getProperty("sooth.seed", "");
    long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
    Path source = write(folder, seed);
    String jar = Cli.root().resolve("cli/target/sooth.jar").toString();
    List<String> command = new ArrayList<>(List.of(JAVA, "-jar", jar, "run", "-q"));
    command.addAll(List.of("-e", "rv,recipe-s,recipe", "-o", "out", source.toString()));
    Cli.Result result = Processes.run(folder, Map.of(), command);
    String context = "-Dsooth.seed=" + seed + "\n" + Files.readString(source) + result.err();
    assertThat(result.status()).as(context).isIn(0, 66);
    assertThat(result.err())
        .as(context)
        .contains("found by recipe in")
        .doesNotContain("Candidate:");
    List<String> reported =
        result.err().lines().filter(line -> line.startsWith("WARNING: Sooth:")).toList();
    assertThat(reported).as(context).allMatch(line -> line.contains("racy"));
  }

  /** Writes a program of this seed. */
  static Path write(Path folder, long seed) throws IOException {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    lines.add("import java.util.concurrent.atomic.*;");
    lines.add("import java.util.concurrent.locks.*;");
    lines.add("public class Ordered {");
    List<OrderedProgram> programs = new ArrayList<>();
    for (int i = 0; i < PROGRAMS; i++) {
      programs.add(new OrderedProgram(random, "p" + i, lines));
    }
    lines.addAll(OrderedProgram.frame(programs, random));
    lines.add("}");
    return Files.write(folder.resolve("Ordered.java"), lines);
  }
}
