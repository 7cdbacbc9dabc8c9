package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The programs of {@code examples/programs} under the agent: the marked lines race on every run,
 * whatever its schedule, and nothing else does; the fixed variants have no race. Repeated 20 times
 * with {@code -Dsooth.repetitions=20}.
 */
class ExampleProgramsTest {
  private static final Pattern MARK = Pattern.compile("// race: (\\w+)");
  private static final Pattern PLACE = Pattern.compile("(\\w+\\.java):(\\d+) \\S+");

  static Stream<Path> programs() throws IOException {
    Path folder = Path.of(System.getProperty("sooth.root", ".."), "examples", "programs");
    List<Path> sources;
    try (Stream<Path> files = Files.walk(folder)) {
      sources = files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
    }
    assertThat(sources).hasSizeGreaterThanOrEqualTo(24);
    return sources.stream();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void racesAreThoseMarked(Path source, @TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, source);
    String mainClass = source.getFileName().toString().replace(".java", "");
    Map<String, Set<Integer>> marked = marks(source);
    assertThat(marked.isEmpty()).isEqualTo(mainClass.endsWith("Fixed"));
    int repetitions = Integer.getInteger("sooth.repetitions", 1);
    for (int i = 0; i < repetitions; i++) {
      AgentRun run = AgentRun.run(classes, mainClass, folder, "", AgentRun.SHORT);
      assertThat(run.status).as(run.err).isZero();
      assertThat(run.err).contains(" 0 failed");
      Set<String> races = run.races();
      Set<String> found = new TreeSet<>();
      for (String race : races) {
        found.add(markOf(race, marked));
      }
      assertThat(found).as("run " + i + ": " + races).isEqualTo(marked.keySet());
    }
  }

  private static Map<String, Set<Integer>> marks(Path source) throws IOException {
    Map<String, Set<Integer>> marks = new TreeMap<>();
    List<String> lines = Files.readAllLines(source);
    for (int i = 0; i < lines.size(); i++) {
      Matcher matcher = MARK.matcher(lines.get(i));
      if (matcher.find()) {
        marks.computeIfAbsent(matcher.group(1), m -> new TreeSet<>()).add(i + 1);
      }
    }
    return marks;
  }

  /** The mark that both lines of the race carry, or the race itself. */
  private static String markOf(String race, Map<String, Set<Integer>> marked) {
    Set<Integer> lines = new TreeSet<>();
    Matcher matcher = PLACE.matcher(race);
    while (matcher.find()) {
      lines.add(Integer.parseInt(matcher.group(2)));
    }
    for (Map.Entry<String, Set<Integer>> mark : marked.entrySet()) {
      if (!lines.isEmpty() && mark.getValue().containsAll(lines)) {
        return mark.getKey();
      }
    }
    return race;
  }
}
