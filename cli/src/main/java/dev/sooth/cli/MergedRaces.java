package dev.sooth.cli;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RaceGroups;
import dev.sooth.analysis.RunResult;
import dev.sooth.race.Access;
import dev.sooth.race.Race;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The races of several processes: the same field at the same two lines is one race. */
final class MergedRaces {
  private static final int MOST_LOOKED_UP = 200; // groups of a run whose stacks are read

  /** The class of a place such as {@code BankTest.java:7 bank.BankTest$Inner.pay}. */
  private static final Pattern CLASS = Pattern.compile("\\S+ ([\\w.]*?\\w+)(?:\\$\\S*)?\\.[^.]+");

  /** Simple names of the classes that Surefire and Failsafe take for tests. */
  private static final Pattern TEST = Pattern.compile("Test.*|.*(Test|Tests|TestCase|IT|ITCase)");

  /** Of those who run tests. */
  private static final Pattern FRAMEWORK =
      Pattern.compile("(junit|org\\.(junit|testng|gradle|apache\\.maven))\\..*");

  private final Map<String, Found> races = new TreeMap<>();

  private static final class Found {
    private final TreeMap<Integer, Integer> byProcess = new TreeMap<>(); // how many races
    private final Set<String> tests = new TreeSet<>();
    private boolean verified;

    int races() {
      return byProcess.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  void add(int process, RunResult result) throws IOException {
    RaceGroups groups = RaceGroups.byField(result.races(), result.names());
    List<Found> found = new ArrayList<>();
    List<Race> examples = new ArrayList<>();
    for (int group = 0; group < groups.size(); group++) {
      int example = groups.representative(group, result.proofs());
      examples.add(result.races().get(example));
      found.add(races.computeIfAbsent(name(examples.get(group), result), key -> new Found()));
      found.get(group).byProcess.merge(process, groups.size(group), Math::max); // of engines
      found.get(group).verified |= result.proofs().isVerified(example);
    }
    int known = Math.min(examples.size(), MOST_LOOKED_UP);
    addTests(found.subList(0, known), examples.subList(0, known), result);
  }

  private static String name(Race race, RunResult result) {
    String a = location(race.first(), result);
    String b = location(race.second(), result);
    String field = RaceGroups.field(result.names().variables().get(race.variable()));
    String lines = a.compareTo(b) <= 0 ? a + " with " + b : b + " with " + a;
    return Printable.of(field) + ": " + Printable.of(lines);
  }

  private static String location(Access access, RunResult result) {
    return result.names().locations().get(access.location());
  }

  /** Test classes on the stacks of the accesses, and of the starts of their threads. */
  private static void addTests(List<Found> found, List<Race> examples, RunResult result)
      throws IOException {
    if (examples.isEmpty()) {
      return;
    }
    List<Access> accesses =
        examples.stream().flatMap(race -> Stream.of(race.first(), race.second())).toList();
    RaceContext context = result.context().at(sorted(accesses.stream().map(Access::position)));
    Map<Long, List<String>> callers =
        result
            .context()
            .callers(
                sorted(
                    accesses.stream()
                        .flatMap(access -> positions(access, context, result).stream())));
    for (int i = 0; i < examples.size(); i++) {
      for (Access access : List.of(examples.get(i).first(), examples.get(i).second())) {
        List<String> places = new ArrayList<>(List.of(location(access, result)));
        creation(access, context, result).forEach(fork -> places.add(fork.location()));
        for (long position : positions(access, context, result)) {
          places.addAll(callers.getOrDefault(position, List.of()));
        }
        places.stream().flatMap(MergedRaces::test).forEach(found.get(i).tests::add);
      }
    }
  }

  /** Of the access and of the fork of its thread. */
  private static List<Long> positions(Access access, RaceContext context, RunResult result) {
    List<Long> positions = new ArrayList<>(List.of(access.position()));
    creation(access, context, result).forEach(fork -> positions.add(fork.position()));
    return positions;
  }

  private static Collection<RaceContext.Creation> creation(
      Access access, RaceContext context, RunResult result) {
    return context.creation(result.names().threads().get(access.thread())).stream().toList();
  }

  private static long[] sorted(Stream<Long> positions) {
    long[] array = positions.mapToLong(Long::longValue).toArray();
    Arrays.sort(array);
    return array;
  }

  private static Stream<String> test(String place) {
    Matcher matcher = CLASS.matcher(place);
    if (!matcher.matches()) {
      return Stream.empty();
    }
    String name = matcher.group(1);
    boolean isTest =
        TEST.matcher(name.substring(name.lastIndexOf('.') + 1)).matches()
            && !FRAMEWORK.matcher(name).matches();
    return isTest ? Stream.of(name) : Stream.empty();
  }

  /** One line for each race; nothing if there is none. */
  String text() {
    if (races.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("==================\n");
    text.append("RACES of all processes: ")
        .append(Printable.count(races.size(), "pair"))
        .append(" of lines\n");
    races.forEach(
        (race, found) ->
            text.append(
                "  %s; %s, %s, in %s%s%n"
                    .formatted(
                        race,
                        found.verified ? "verified" : "candidate",
                        Printable.count(found.races(), "race"),
                        listed("process", "processes", found.byProcess.keySet()),
                        found.tests.isEmpty() ? "" : ", " + listed("test", "tests", found.tests))));
    return text.toString();
  }

  private static String listed(String one, String several, Collection<?> what) {
    return (what.size() == 1 ? one : several)
        + " "
        + what.stream()
            .map(each -> Printable.of(each.toString()))
            .collect(Collectors.joining(", "));
  }
}
