package dev.sooth.report;

import dev.sooth.analysis.ProofTable;
import dev.sooth.analysis.RaceContext;
import dev.sooth.analysis.RaceGroups;
import dev.sooth.analysis.RunResult;
import dev.sooth.race.Race;
import dev.sooth.race.ValueSchedule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The races of one pair of source lines on one field: what a person takes for one race.
 *
 * @param group its races, of {@code groups}
 * @param example the index of the race that stands for all: a verified one, if there is one
 */
record Block(RunResult result, RaceGroups groups, int group, int example) {
  /** The blocks of a run; those of a field stand together, in the order of their first races. */
  static List<Block> of(RunResult result) {
    RaceGroups groups = RaceGroups.byField(result.races(), result.names());
    Map<String, List<Block>> fields = new LinkedHashMap<>();
    for (int group = 0; group < groups.size(); group++) {
      Block block = new Block(result, groups, group, groups.representative(group, result.proofs()));
      fields.computeIfAbsent(block.field(), key -> new ArrayList<>()).add(block);
    }
    return fields.values().stream().flatMap(List::stream).toList();
  }

  /** How many of these are verified. */
  static int verified(List<Block> blocks) {
    return (int) blocks.stream().filter(Block::isVerified).count();
  }

  Race race() {
    return result.races().get(example);
  }

  String variable() {
    return result.names().variables().get(race().variable());
  }

  /** The variable without the number of the object and the index. */
  String field() {
    return RaceGroups.field(variable());
  }

  boolean isVerified() {
    return result.proofs().isVerified(example);
  }

  /** The schedule that proves it, if reads see other values in it; then it has no witness. */
  Optional<ValueSchedule> values() {
    return result.proofs().values(example);
  }

  /** Whether the recorded run has both accesses. */
  boolean isExecuted() {
    return race().first().position() >= 0 && race().second().position() >= 0;
  }

  String firstLocation() {
    return result.names().locations().get(race().first().location());
  }

  String secondLocation() {
    return result.names().locations().get(race().second().location());
  }

  /** Field and locations in an order of their own: the same for every engine. */
  List<String> key() {
    String a = firstLocation();
    String b = secondLocation();
    return a.compareTo(b) <= 0 ? List.of(field(), a, b) : List.of(field(), b, a);
  }

  /** How many races it has. */
  int size() {
    return groups.size(group);
  }

  /** The index of one of its races. */
  int race(int member) {
    return groups.race(group, member);
  }

  /** How many of its races are verified. */
  int verifiedRaces() {
    ProofTable proofs = result.proofs();
    int verified = 0;
    for (int member = 0; member < size(); member++) {
      verified += proofs.isVerified(race(member)) ? 1 : 0;
    }
    return verified;
  }

  /** How many variables it has: objects with that field, or elements. */
  int variables() {
    BitSet variables = new BitSet();
    for (int member = 0; member < size(); member++) {
      variables.set(result.races().get(race(member)).variable());
    }
    return variables.cardinality();
  }

  /** The threads of its races by their roles. */
  List<String> roles() {
    BitSet threads = new BitSet();
    for (int member = 0; member < size(); member++) {
      Race race = result.races().get(race(member));
      threads.set(race.first().thread());
      threads.set(race.second().thread());
    }
    return Roles.of(threads.stream().mapToObj(result.names().threads()::get).toList());
  }

  /**
   * The threads of each of its variables by their roles, if threads of different roles use
   * different ones: then these are several bugs that share a line. Else nothing.
   */
  Map<String, List<String>> rolesByVariable() {
    if (variables() < 2) {
      return Map.of();
    }
    Map<Integer, BitSet> threads = new LinkedHashMap<>();
    for (int member = 0; member < size(); member++) {
      Race race = result.races().get(race(member));
      BitSet own = threads.computeIfAbsent(race.variable(), variable -> new BitSet());
      own.set(race.first().thread());
      own.set(race.second().thread());
    }
    Map<String, List<String>> roles = new LinkedHashMap<>();
    Set<String> kinds = new HashSet<>();
    threads.forEach(
        (variable, own) -> {
          List<String> names = own.stream().mapToObj(result.names().threads()::get).toList();
          kinds.add(names.stream().map(Roles::kind).sorted().distinct().toList().toString());
          roles.put(result.names().variables().get(variable), Roles.of(names));
        });
    return kinds.size() > 1 ? roles : Map.of();
  }

  /** What it looks like, if it is proved and its trace is at hand. */
  Optional<Shape> shape(RaceContext context) {
    return isVerified() && isExecuted()
        ? result.trace().flatMap(trace -> new Shapes(trace).of(race(), variable(), context))
        : Optional.empty();
  }
}
