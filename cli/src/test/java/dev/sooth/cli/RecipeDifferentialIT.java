package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code recipe} against all executions of small random programs: every report is a race in some
 * execution, and every race of some execution is reported, whichever execution was recorded.
 */
class RecipeDifferentialIT {
  private static final int PROGRAMS = 20;
  private static final Pattern LINE = Pattern.compile("#0 Programs\\.java:(\\d+) .*");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  @Test
  void theRacesOfAllExecutionsAreFoundFromOne() throws IOException, InterruptedException {
    String given = System.getProperty("sooth.seed", "");
    long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    lines.add("public class Programs {");
    lines.add("  static final class Sum {");
    lines.add("    private int value;");
    lines.add("    Sum(int value) { this.value = value; }");
    lines.add("    int plus(int more) { value += more; return value; }");
    lines.add("  }");
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < PROGRAMS; i++) {
      expected.addAll(new SmallProgram(random, "p" + i, lines).races());
    }
    addMain(lines);
    Path source = folder.resolve("Programs.java");
    Files.write(source, lines);
    String jar = Cli.root().resolve("cli/target/sooth.jar").toString();
    Cli.Result result =
        Processes.run(
            folder,
            Map.of(),
            List.of(
                JAVA,
                "-jar",
                jar,
                "run",
                "-q",
                "-e",
                "rv,recipe-s,recipe",
                "-o",
                "out",
                source.toString()));
    String context = "-Dsooth.seed=" + seed + "\n" + String.join("\n", lines) + result.err();
    assertThat(result.status()).as(context).isIn(0, 66);
    assertThat(result.err()).as(context).doesNotContain("Candidate:", "unknown", "threads lost");
    assertThat(pairs(result.err())).as(context).isEqualTo(expected);
  }

  private static void addMain(List<String> lines) {
    lines.add("  static void both(Runnable a, Runnable b) throws InterruptedException {");
    lines.add("    Thread one = new Thread(a);");
    lines.add("    Thread two = new Thread(b);");
    lines.add("    one.start();");
    lines.add("    two.start();");
    lines.add("    one.join();");
    lines.add("    two.join();");
    lines.add("  }");
    lines.add("  public static void main(String[] args) throws InterruptedException {");
    for (int i = 0; i < PROGRAMS; i++) {
      // An object that the run has never looked at is not resolved, which the rules ask for.
      lines.add(
          "    if (p%dlock != null) { both(() -> p%da(), () -> p%db()); }".formatted(i, i, i));
    }
    lines.add("  }");
    lines.add("}");
  }

  private static Set<String> pairs(String text) {
    Set<String> pairs = new TreeSet<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("WARNING: Sooth: data race")) {
        List<String> places =
            lines.subList(i, lines.size()).stream()
                .filter(line -> line.startsWith("    #0 "))
                .limit(2)
                .toList();
        Matcher one = LINE.matcher(places.get(0).strip());
        Matcher other = LINE.matcher(places.get(1).strip());
        assertThat(one.matches() && other.matches()).isTrue();
        pairs.add(
            SmallProgram.pair(Integer.parseInt(one.group(1)), Integer.parseInt(other.group(1))));
      }
    }
    return pairs;
  }
}
