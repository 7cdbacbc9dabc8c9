package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.AgentRun.Found;
import dev.sooth.detect.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every order that the JDK makes is in the trace: tests that are generated from the JDK's classes.
 *
 * <p>Pairs of methods, found by reflection, of which one takes an object of the program and the
 * other gives it to another thread, must order what the giver did before, and must not order what
 * it does afterwards. And what the JDK calls under a lock must be ordered. {@code
 * -Dsooth.repetitions=N} runs N seeds, {@code -Dsooth.pairs=all} all pairs instead of a selection
 * that has each method, {@code -Dsooth.only=REGEX} those with such names. The lists go to {@code
 * target/generated-order.txt}.
 */
class GeneratedOrderTest {
  private static final int REPETITIONS = Integer.getInteger("sooth.repetitions", 1);
  private static final boolean ALL = "all".equals(System.getProperty("sooth.pairs"));
  private static final String ONLY = System.getProperty("sooth.only", ".*");
  private static final int GROUP = 160; // pairs for each JVM: fewer starts, but wider clocks
  private static final int TRIES = 8; // a schedule may order by chance what is a race

  private static final int CALLBACKS = 200; // at most

  /** A giver and a getter of one class. */
  private record Pair(int number, int subject, int giver, int getter) {}

  /** What was seen of the pairs of one run. */
  private static final class Result {
    final Set<Pair> delivered = new HashSet<>();
    final Map<Pair, String> undelivered = new HashMap<>();
    final Map<Pair, Found> missed = new HashMap<>(); // an order that is not in the trace
    final Set<Pair> reported = new HashSet<>(); // the racy twins
    final List<String> strange = new ArrayList<>(); // races of no pair

    void add(Result other) {
      delivered.addAll(other.delivered);
      undelivered.putAll(other.undelivered);
      missed.putAll(other.missed);
      reported.addAll(other.reported);
      strange.addAll(other.strange);
    }
  }

  @TempDir Path folder;

  @Test
  void objectsAreHandedOver() throws Exception {
    OrderGenerator generator = new OrderGenerator();
    Path classes = generator.compile(folder);
    Map<String, String> givenUp = new TreeMap<>(generator.givenUp);
    List<Pair> found = probe(generator, classes, givenUp);
    List<Pair> controls = new ArrayList<>(found);
    controls.removeIf(pair -> !name(generator, pair).startsWith(OrderSeeds.CONTROL));
    assertThat(controls).hasSize(1);
    found.removeAll(controls);
    found.removeIf(pair -> !name(generator, pair).matches(ONLY));
    Result total = new Result();
    for (int seed = 1; seed <= REPETITIONS; seed++) {
      List<Pair> selected = ALL ? found : select(found, seed);
      List<Pair> left = selected;
      for (int attempt = 0; attempt < TRIES && !left.isEmpty(); attempt++) {
        Result result = run(classes, left, controls.get(0), seed + 1000 * attempt);
        total.add(result);
        left = new ArrayList<>(left);
        left.removeAll(total.reported);
        left.removeAll(total.missed.keySet());
        left.removeIf(pair -> waits(generator, pair));
      }
    }
    total.undelivered.keySet().removeAll(total.delivered);
    total.undelivered.forEach(
        (pair, reason) -> givenUp.put(name(generator, pair), reason + " (under the agent)"));

    Set<String> missed = new TreeSet<>();
    total.missed.forEach((pair, race) -> missed.add(name(generator, pair) + "  [" + race + "]"));
    Set<String> lost = new TreeSet<>();
    for (Pair pair : total.delivered) {
      if (!total.reported.contains(pair) && !waits(generator, pair)) {
        lost.add(name(generator, pair));
      }
    }
    Set<String> names = new TreeSet<>();
    Set<Integer> subjects = new HashSet<>();
    for (Pair pair : total.delivered) {
      names.add(name(generator, pair));
      subjects.add(pair.subject);
    }
    Map<String, Integer> reasons = new TreeMap<>();
    givenUp.values().forEach(reason -> reasons.merge(bucket(reason), 1, Integer::sum));
    String summary =
        names.size()
            + " method pairs of "
            + subjects.size()
            + " classes (of "
            + found.size()
            + " that hand over), "
            + givenUp.size()
            + " given up: "
            + reasons;
    System.out.println(summary);
    List<String> lines = new ArrayList<>(List.of(summary, ""));
    section(lines, "Order missed", missed);
    section(lines, "Race lost", lost);
    section(lines, "Race of no pair", new TreeSet<>(total.strange));
    section(lines, "Handed over", names);
    section(lines, "Givers from which nothing came out", silentGivers(generator, found));
    section(lines, "Not ordered, so not tested", entries(generator.notOrdered));
    section(lines, "Given up", entries(givenUp));
    Files.write(Path.of("target", "generated-order.txt"), lines);

    assertThat(missed).as("orders of the JDK that are not in the trace").isEmpty();
    assertThat(total.strange).as("races of no pair").isEmpty();
    assertThat(lost).as("races that are not reported").isEmpty();
    assertThat(names.size()).isGreaterThan(ONLY.equals(".*") ? 500 : 0);
  }

  /**
   * What the JDK calls under a lock of its own is ordered; with two receivers, hence two locks, it
   * is not.
   */
  @Test
  void callbacksAreOrdered() throws Exception {
    Path counters = folder.resolve("Counters.java");
    List<String> source = new ArrayList<>();
    for (int i = 0; i < 2 * CALLBACKS; i++) {
      source.add(
          "final class K" + i + " implements Runnable { int n; public void run() { n++; } }");
    }
    Files.write(counters, source);
    Path classes = AgentRun.compile(folder, AgentRun.program("Callbacks"), counters);
    List<String> names = plain(classes, "Callbacks", "list");
    names.remove("done");
    assertThat(names.size()).isLessThan(CALLBACKS);
    // The table itself: each callback is called, and the correct ones really one by one.
    List<String> probe = plain(classes, "Callbacks", "probe");
    assertThat(probe).noneMatch(line -> line.startsWith("failed")).endsWith("done");
    for (int i = 0; i < names.size(); i++) {
      assertThat(probe.get(2 * i)).as(names.get(i)).matches("K" + 2 * i + " [1-9]\\d* one by one");
      assertThat(probe.get(2 * i + 1)).as(names.get(i)).matches("K\\d+ [1-9].*");
    }

    Set<String> missed = new TreeSet<>();
    Set<String> strange = new TreeSet<>();
    Set<String> lost = new TreeSet<>();
    for (int seed = 1; seed <= REPETITIONS; seed++) {
      Set<String> silent = new TreeSet<>(names);
      for (int attempt = 0; attempt < TRIES && !silent.isEmpty(); attempt++) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        for (String name : silent) {
          arguments.add(Integer.toString(names.indexOf(name)));
        }
        AgentRun run =
            AgentRun.run(
                classes,
                "Callbacks",
                Files.createDirectories(folder.resolve("callbacks" + seed + "-" + attempt)),
                "jitter=" + (seed + 1000 * attempt),
                AgentRun.HEADLESS,
                arguments.toArray(new String[0]));
        assertThat(run.out).as(run.err).isEqualTo("done\n");
        for (Found race : run.races(Engines.SHB, Engines.SYNCP, Engines.OSR)) {
          // The counter names the entry; other variables of the program do by the thread.
          boolean counter = race.variable().matches("K\\d+\\.n");
          String name = counter ? race.variable() : race.firstThread();
          if (!name.matches("K\\d+\\D.*")) {
            strange.add(race.firstThread() + ", " + race.secondThread() + ": " + race);
            continue;
          }
          int number = Integer.parseInt(name.replaceAll("^K|\\D.*", ""));
          if (number % 2 == 0) {
            missed.add(names.get(number / 2));
          } else if (counter) {
            silent.remove(names.get(number / 2));
          }
        }
      }
      lost.addAll(silent);
    }
    String summary = names.size() + " callbacks";
    System.out.println(summary);
    List<String> lines = new ArrayList<>(List.of(summary, ""));
    section(lines, "Order missed", missed);
    section(lines, "Race lost", lost);
    section(lines, "Race of no callback", strange);
    section(lines, "Callbacks", names);
    Files.write(Path.of("target", "generated-callbacks.txt"), lines);

    assertThat(missed).as("callbacks whose order is not in the trace").isEmpty();
    assertThat(strange).as("races of no callback").isEmpty();
    assertThat(lost).as("races that are not reported").isEmpty();
  }

  /** Runs a program with no agent; the lines that it prints. */
  private List<String> plain(Path classes, String program, String... arguments)
      throws IOException, InterruptedException {
    Path place = Files.createDirectories(folder.resolve("plain"));
    AgentRun run = AgentRun.plain(classes, program, place, AgentRun.HEADLESS, arguments);
    assertThat(run.status).as(run.err).isZero();
    return new ArrayList<>(run.out.lines().toList());
  }

  private static String name(OrderGenerator generator, Pair pair) {
    OrderGenerator.Subject subject = generator.subjects.get(pair.subject);
    return subject.name
        + ": "
        + subject.giver(pair.giver)
        + " -> "
        + (pair.getter == -2 ? "*" : subject.getter(pair.getter));
  }

  private static boolean waits(OrderGenerator generator, Pair pair) {
    return OrderSeeds.WAITING.matcher(name(generator, pair)).matches();
  }

  private static Set<String> silentGivers(OrderGenerator generator, List<Pair> found) {
    Set<String> result = new TreeSet<>();
    for (OrderGenerator.Subject subject : generator.subjects) {
      result.addAll(subject.givers());
    }
    for (Pair pair : found) {
      OrderGenerator.Subject subject = generator.subjects.get(pair.subject);
      result.remove(subject.name + ": " + subject.giver(pair.giver));
    }
    result.removeIf(name -> name.startsWith(OrderSeeds.CONTROL));
    return result;
  }

  private static String bucket(String reason) {
    return reason.replaceAll(" throws .*", " throws").replaceFirst("^getter: the", "the");
  }

  private static Set<String> entries(Map<String, String> map) {
    Set<String> result = new TreeSet<>();
    map.forEach((name, reason) -> result.add(name + ": " + reason));
    return result;
  }

  private static void section(List<String> lines, String title, Collection<String> content) {
    lines.add("== " + title + " (" + content.size() + ")");
    lines.addAll(content);
    lines.add("");
  }

  /** The pairs that hand over when nobody looks. */
  private List<Pair> probe(OrderGenerator generator, Path classes, Map<String, String> givenUp)
      throws Exception {
    List<Pair> result = new ArrayList<>();
    String count = Integer.toString(generator.subjects.size());
    for (String line : plain(classes, "Publication", "probe", count)) {
      String[] fields = line.split(" ", 4);
      if (fields.length == 4) {
        Pair pair =
            new Pair(
                result.size(),
                Integer.parseInt(fields[0]),
                Integer.parseInt(fields[1]),
                Integer.parseInt(fields[2]));
        if (fields[3].equals("delivered")) {
          result.add(pair);
        } else {
          givenUp.put(name(generator, pair), fields[3]);
        }
      }
    }
    return result;
  }

  /** A selection that has each giver and each getter of every class. */
  private static List<Pair> select(List<Pair> pairs, int seed) {
    List<Pair> shuffled = new ArrayList<>(pairs);
    Collections.shuffle(shuffled, new Random(seed));
    Set<List<Integer>> seen = new HashSet<>();
    List<Pair> result = new ArrayList<>();
    for (Pair pair : shuffled) {
      boolean fresh = seen.add(List.of(pair.subject, 0, pair.giver));
      fresh |= seen.add(List.of(pair.subject, 1, pair.getter));
      if (fresh) {
        result.add(pair);
      }
    }
    return result;
  }

  /** Runs pairs in groups, two JVMs at a time. */
  private Result run(Path classes, List<Pair> pairs, Pair control, int seed) throws Exception {
    List<Callable<Result>> groups = new ArrayList<>();
    for (int from = 0; from < pairs.size(); from += GROUP) {
      List<Pair> group = new ArrayList<>(pairs.subList(from, Math.min(pairs.size(), from + GROUP)));
      group.add(control);
      Path place = Files.createDirectories(folder.resolve("group" + seed + "-" + from));
      groups.add(() -> runGroup(classes, group, seed, place));
    }
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Result total = new Result();
    try {
      for (Future<Result> group : pool.invokeAll(groups)) {
        Result result = group.get();
        assertThat(result.missed.remove(control)).as("the harness orders nothing").isNotNull();
        result.delivered.remove(control);
        total.add(result);
      }
    } finally {
      pool.shutdownNow();
    }
    return total;
  }

  private static Result runGroup(Path classes, List<Pair> group, int seed, Path place)
      throws Exception {
    List<String> lines = new ArrayList<>();
    Map<String, Pair> byNumber = new LinkedHashMap<>();
    for (Pair pair : group) {
      lines.add(pair.number + " " + pair.subject + " " + pair.giver + " " + pair.getter);
      byNumber.put(Integer.toString(pair.number), pair);
    }
    Path file = Files.write(place.resolve("pairs"), lines);
    AgentRun run =
        AgentRun.run(
            classes,
            "Publication",
            place,
            "jitter=" + seed,
            AgentRun.HEADLESS,
            "run",
            file.toString(),
            Integer.toString(seed));
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).as(run.err).endsWith("done\n");
    Result result = new Result();
    for (String line : run.out.lines().toList()) {
      String[] fields = line.split(" ", 2);
      Pair pair = byNumber.get(fields[0]);
      if (pair != null && fields.length == 2) {
        if (fields[1].equals("delivered")) {
          result.delivered.add(pair);
        } else {
          result.undelivered.put(pair, fields[1]);
        }
      }
    }
    for (Found race : run.races(Engines.SHB, Engines.SYNCP, Engines.OSR)) {
      Pair pair = byNumber.get(number(race.firstThread()));
      if (pair == null) {
        pair = byNumber.get(number(race.secondThread()));
      }
      if (pair == null) {
        result.strange.add(race.toString());
      } else if (race.variable().endsWith(".after")) {
        result.reported.add(pair);
      } else {
        result.missed.put(pair, race);
      }
    }
    return result;
  }

  private static String number(String thread) {
    return thread.replaceAll(" .*", "");
  }
}
