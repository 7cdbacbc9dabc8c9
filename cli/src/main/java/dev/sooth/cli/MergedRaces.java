package dev.sooth.cli;

import dev.sooth.analysis.Printable;
import dev.sooth.analysis.RunResult;
import dev.sooth.race.Race;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The races of several processes: the same field at the same two lines is one race. */
final class MergedRaces {
  private final Map<String, Found> races = new TreeMap<>();

  private static final class Found {
    private final TreeSet<Integer> processes = new TreeSet<>();
    private boolean verified;
  }

  void add(int process, RunResult result) {
    for (int i = 0; i < result.races().size(); i++) {
      Race race = result.races().get(i);
      String a = result.names().locations().get(race.first().location());
      String b = result.names().locations().get(race.second().location());
      String variable = field(result.names().variables().get(race.variable()));
      String lines = a.compareTo(b) <= 0 ? a + " with " + b : b + " with " + a;
      Found found =
          races.computeIfAbsent(
              Printable.of(variable) + ": " + Printable.of(lines), key -> new Found());
      found.processes.add(process);
      found.verified |= result.proofs().isVerified(i);
    }
  }

  /** Without which object or element it was. */
  private static String field(String variable) {
    return variable.replaceAll("@\\d+", "").replaceAll("\\[\\d+\\]", "[]");
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
                "  %s; %s, in %s %s%n"
                    .formatted(
                        race,
                        found.verified ? "verified" : "candidate",
                        found.processes.size() == 1 ? "process" : "processes",
                        found.processes.stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", ")))));
    return text.toString();
  }
}
