package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs under {@code online=fasttrack}, with a trace and without. {@code -Dsooth.oneIn=3} runs
 * one in three of the many that are correct.
 */
class FastTrackRunTest {
  /** One in so many of the correct programs, each of which the tests of recording run, too. */
  private static final int ONE_IN = Integer.getInteger("sooth.oneIn", 1);

  private static final int REPETITIONS = Integer.getInteger("sooth.repetitions", 1);
  private static final TwoAtATime RUNS = new TwoAtATime();
  private static final Pattern FIELD = Pattern.compile("WARNING: Sooth: data race on (.*) \\(.*");
  private static final Pattern PLACE = Pattern.compile("    #0 (.*)");

  @TempDir static Path folder;

  /** A race by names: field, earlier place, later place. */
  record Found(String field, String earlier, String later) {
    String second() {
      return field + ": " + later;
    }

    /** The same whichever came first. */
    String pair() {
      boolean inOrder = earlier.compareTo(later) <= 0;
      return field + ": " + (inOrder ? earlier : later) + " ~ " + (inOrder ? later : earlier);
    }
  }

  @AfterAll
  static void close() {
    RUNS.close();
  }

  @TestFactory
  List<DynamicTest> programs() throws IOException {
    for (Path source : sources(examples())) {
      String main = main(source);
      RUNS.add(main + " recorded", () -> sameAsHb(source, main));
      if (main.endsWith("Fixed")) {
        RUNS.add(main, () -> withoutTrace(source, main, false));
      }
    }
    Path account = examples().resolve("account/Account.java");
    RUNS.add("Account", () -> withoutTrace(account, "Account", true));
    for (String racy : List.of("Hm", "Counters")) {
      RUNS.add(racy + " recorded", () -> sameAsHb(AgentRun.program(racy), racy, "racy"));
      RUNS.add(racy, () -> withoutTrace(AgentRun.program(racy), racy, true, "racy"));
    }
    List<Path> correct =
        new ArrayList<>(sources(AgentRun.program("Soe2").resolveSibling("correct")));
    correct.add(AgentRun.program("Soe2"));
    correct.add(AgentRun.program("HmLocked"));
    correct.add(AgentRun.program("Counters"));
    for (int i = Math.floorMod(AgentRun.seed(), ONE_IN); i < correct.size(); i += ONE_IN) {
      Path source = correct.get(i);
      RUNS.add(main(source) + " is correct", () -> withoutTrace(source, main(source), false));
    }
    sampled(correct);
    return RUNS.tests();
  }

  /**
   * Every fifth correct program under each of the modes that sample, and one that must be found.
   */
  private static void sampled(List<Path> correct) {
    for (String mode : List.of("literace", "atexrace")) {
      for (int i = mode.equals("literace") ? 0 : 2; i < correct.size(); i += 5) {
        Path source = correct.get(i);
        RUNS.add(mode + " " + main(source), () -> silent(source, main(source), mode));
      }
      RUNS.add(mode + " finds", () -> found(mode));
    }
  }

  private static void silent(Path source, String main, String mode) throws Exception {
    AgentRun run = run(source, main, mode);
    assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
    assertThat(run.status).as(run.err).isZero();
  }

  private static void found(String mode) throws Exception {
    AgentRun run = run(AgentRun.program("TwoLocks"), "TwoLocks", mode);
    assertThat(run.status).as(run.err).isEqualTo(66);
    assertThat(run.out).isEqualTo("1000 done\n");
    assertThat(run.err).contains("data race on TwoLocks.y (" + mode + ")");
  }

  private static AgentRun run(Path source, String main, String mode) throws Exception {
    Path place = Files.createDirectories(folder.resolve(mode + "-" + main));
    Path classes = AgentRun.compile(place, source);
    String pairs = mode.equals("atexrace") ? ",pairs=" + place.resolve("pairs") : "";
    String options = "online=" + mode + pairs + ",jitter=1";
    return AgentRun.run(classes, main, place, options, AgentRun.SHORT);
  }

  private static Path examples() {
    return Path.of(System.getProperty("sooth.root", ".."), "examples", "programs");
  }

  private static List<Path> sources(Path below) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static String main(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }

  /** What is said while the program runs is what {@code hb} finds in the trace of the same run. */
  private static void sameAsHb(Path source, String main, String... arguments) throws Exception {
    Path place = Files.createDirectories(folder.resolve(main + "-recorded"));
    Path classes = AgentRun.compile(place, source);
    String options = "online=fasttrack,exit-code=0,trace=true,jitter=" + AgentRun.seed();
    AgentRun run = AgentRun.run(classes, main, place, options, AgentRun.SHORT, arguments);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
    Set<String> said = new TreeSet<>();
    Set<String> pairsSaid = new TreeSet<>();
    for (Found race : said(place)) {
      said.add(race.second());
      pairsSaid.add(race.pair());
    }
    Set<String> inTrace = new TreeSet<>();
    Set<String> firstPairs = new TreeSet<>();
    Set<String> allPairs = new TreeSet<>();
    for (Found race : inTrace(run, Pairs.FIRST_PER_EVENT)) {
      inTrace.add(race.second());
      firstPairs.add(race.pair());
    }
    for (Found race : inTrace(run, Pairs.ALL)) {
      allPairs.add(race.pair());
    }
    assertThat(allPairs).containsAll(pairsSaid);
    Set<String> lines = linesOf(pairsSaid);
    for (String pair : firstPairs) { // which earlier access stands for others is open
      assertThat(linesOf(Set.of(pair))).as("lines of %s", pair).anyMatch(lines::contains);
    }
    if (inTrace.isEmpty()) {
      assertThat(said).isEmpty();
    }
  }

  /** Every line that races on a field. */
  private static Set<String> linesOf(Set<String> pairs) {
    Set<String> lines = new TreeSet<>();
    for (String pair : pairs) {
      String field = pair.substring(0, pair.indexOf(": "));
      for (String line : pair.substring(pair.indexOf(": ") + 2).split(" ~ ", -1)) {
        lines.add(field + ": " + line);
      }
    }
    return lines;
  }

  private static void withoutTrace(Path source, String main, boolean racy, String... arguments)
      throws Exception {
    Path place = Files.createDirectories(folder.resolve(main));
    Path classes = AgentRun.compile(place, source);
    for (int i = 0; i < REPETITIONS; i++) {
      String options = "online=fasttrack,jitter=" + (AgentRun.seed() + i);
      AgentRun run = AgentRun.run(classes, main, place, options, AgentRun.SHORT, arguments);
      assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
      assertThat(run.status).as(run.err).isEqualTo(racy ? 66 : 0);
      assertThat(said(place).isEmpty()).as(run.err).isEqualTo(!racy);
      assertThat(run.trace).doesNotExist();
    }
  }

  private static List<Found> said(Path place) throws IOException {
    List<Found> found = new ArrayList<>();
    String field = "";
    String later = "";
    for (String line : Files.readAllLines(place.resolve("online.txt"))) {
      Matcher named = FIELD.matcher(line);
      Matcher placed = PLACE.matcher(line);
      if (named.matches()) {
        field = named.group(1);
        later = "";
      } else if (placed.matches() && later.isEmpty()) {
        later = placed.group(1);
      } else if (placed.matches()) {
        found.add(new Found(field, placed.group(1), later));
      }
    }
    return found;
  }

  private static Set<Found> inTrace(AgentRun run, Pairs pairs) throws IOException {
    Engine hb = Engines.find("hb").orElseThrow();
    Trace trace = run.load();
    TraceNames names = trace.names();
    Set<Kinds> kinds = new HashSet<>();
    Kinds[] last = {null};
    hb.create()
        .run(
            trace,
            pairs,
            (variable, first, kind, thread, location, second, kind2, thread2, location2) -> {
              if (last[0] == null || !last[0].is(variable, location, location2)) {
                last[0] = new Kinds(variable, location, location2);
                kinds.add(last[0]);
              }
            },
            () -> false);
    Set<Found> found = new HashSet<>();
    for (Kinds kind : kinds) {
      String variable = names.variables().get(kind.variable);
      found.add(
          new Found(
              variable.replaceAll("@\\d+", "").replaceAll("\\[\\d+\\]$", "[]"),
              names.locations().get(kind.earlier),
              names.locations().get(kind.later)));
    }
    return found;
  }

  /** What is kept of a race: there may be hundreds of millions of pairs. */
  private record Kinds(int variable, int earlier, int later) {
    boolean is(int otherVariable, int otherEarlier, int otherLater) {
      return variable == otherVariable && earlier == otherEarlier && later == otherLater;
    }
  }
}
