package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of {@code examples/recipe}: what is marked is found and verified, nothing else. */
class RecipeExamplesIT {
  private static final Path PROGRAMS = Cli.root().resolve("examples/recipe");
  private static final Pattern MARK = Pattern.compile("// race: (.+)");
  private static final Pattern LINE = Pattern.compile("#0 \\w+\\.java:(\\d+) .*");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Figure1",
        "Figure2",
        "Figure3",
        "Figure3Fixed",
        "Figure6",
        "Figure7",
        "Counter",
        "CounterFixed",
        "Counter swapped",
        "Ticket",
        "Ticket swapped",
        "Copied",
        "Copied swapped",
        "NeverTaken"
      })
  void whatIsMarkedIsFound(String program) throws IOException, InterruptedException {
    List<String> words = List.of(program.split(" "));
    Path source = PROGRAMS.resolve(words.get(0) + ".java");
    String jar = Cli.root().resolve("cli/target/sooth.jar").toString();
    List<String> command = new ArrayList<>(List.of(JAVA, "-jar", jar, "run", "-q"));
    command.addAll(List.of("-e", "rv,recipe-s,recipe", "-o", "out", source.toString()));
    command.addAll(words.subList(1, words.size()));
    Cli.Result result = Processes.run(folder, Map.of(), command);
    Map<Integer, Set<String>> marks = marks(source);
    Set<String> expected = new TreeSet<>();
    marks.values().forEach(expected::addAll);
    assertThat(result.status()).as(result.err()).isEqualTo(expected.isEmpty() ? 0 : 66);
    assertThat(result.err()).doesNotContain("Candidate:", "INCOMPLETE", "unknown", "threads lost");
    Set<String> found = new TreeSet<>();
    List<Integer> lines = reported(result.err());
    for (int i = 0; i < lines.size(); i += 2) {
      Set<String> common = new TreeSet<>(marks.getOrDefault(lines.get(i), Set.of()));
      common.retainAll(marks.getOrDefault(lines.get(i + 1), Set.of()));
      assertThat(common).as("a report that is not marked: " + result.err()).isNotEmpty();
      found.addAll(common);
    }
    assertThat(found).as(result.err()).isEqualTo(expected);
  }

  /** A class without a package that two loaders have: its name is not where a dot is. */
  @Test
  void aClassOfTwoLoadersNeedsNoPackage() throws IOException, InterruptedException {
    Path source = folder.resolve("Twice.java");
    Files.writeString(
        source,
        """
        import java.io.InputStream;

        public class Twice {
          public static class Part implements Runnable {
            static int n = 1;
            public void run() { synchronized (Part.class) { n++; } }
          }

          static class Own extends ClassLoader {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
              if (!name.equals("Twice$Part")) { return super.loadClass(name, resolve); }
              try (InputStream in = Twice.class.getResourceAsStream("/Twice$Part.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
              } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
              }
            }
          }

          public static void main(String[] args) throws Exception {
            Runnable own = (Runnable) new Own().loadClass("Twice$Part").getConstructor().newInstance();
            Thread[] threads = {new Thread(own), new Thread(own), new Thread(new Part())};
            for (Thread thread : threads) { thread.start(); }
            for (Thread thread : threads) { thread.join(); }
          }
        }
        """);
    String jar = Cli.root().resolve("cli/target/sooth.jar").toString();
    Cli.Result result =
        Processes.run(
            folder,
            Map.of(),
            List.of(JAVA, "-jar", jar, "run", "-q", "--deep", "-o", "out", source.toString()));
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).contains("no race found by recipe-s").doesNotContain("internal error");
  }

  /** The names of races by line. */
  private static Map<Integer, Set<String>> marks(Path source) throws IOException {
    Map<Integer, Set<String>> marks = new HashMap<>();
    List<String> lines = Files.readAllLines(source);
    for (int i = 0; i < lines.size(); i++) {
      Matcher mark = MARK.matcher(lines.get(i));
      if (mark.find()) {
        marks.put(i + 1, new TreeSet<>(List.of(mark.group(1).split(" "))));
      }
    }
    return marks;
  }

  /** The lines of the two accesses of each report. */
  private static List<Integer> reported(String text) {
    List<Integer> numbers = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("WARNING: Sooth: data race")) {
        List<String> places =
            lines.subList(i, lines.size()).stream()
                .filter(line -> line.startsWith("    #0 "))
                .limit(2)
                .toList();
        for (String place : places) {
          Matcher line = LINE.matcher(place.strip());
          assertThat(line.matches()).as(place).isTrue();
          numbers.add(Integer.parseInt(line.group(1)));
        }
      }
    }
    return numbers;
  }
}
