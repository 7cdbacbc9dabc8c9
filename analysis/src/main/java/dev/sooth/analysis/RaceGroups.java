package dev.sooth.analysis;

import dev.sooth.race.Race;
import dev.sooth.race.Races;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Races folded by their pair of source lines: to a programmer these are one race. Where a line is
 * not known, races on different variables stay apart.
 */
public final class RaceGroups {
  private static final int ANY_VARIABLE = -1;

  private record Lines(int low, int high, int variable) {}

  private final int[] groupOf;
  private final List<int[]> members = new ArrayList<>();
  private int[] sizes = new int[16];

  private RaceGroups(int races) {
    groupOf = new int[races];
  }

  /** Folds the kept races of a run. */
  public static RaceGroups of(Races races, TraceNames names) {
    RaceGroups groups = new RaceGroups(races.size());
    Map<Lines, Integer> ids = new HashMap<>();
    int nowhere = names.locations().find("");
    for (int i = 0; i < races.size(); i++) {
      Race race = races.get(i);
      int a = race.first().location();
      int b = race.second().location();
      int variable = a == nowhere || b == nowhere ? race.variable() : ANY_VARIABLE;
      Lines lines = new Lines(Math.min(a, b), Math.max(a, b), variable);
      groups.add(i, ids.computeIfAbsent(lines, key -> ids.size()));
    }
    return groups;
  }

  private void add(int race, int group) {
    groupOf[race] = group;
    if (group == members.size()) {
      members.add(new int[2]);
      if (group == sizes.length) {
        sizes = Arrays.copyOf(sizes, group * 2);
      }
    }
    int[] list = members.get(group);
    if (sizes[group] == list.length) {
      list = Arrays.copyOf(list, list.length * 2);
      members.set(group, list);
    }
    list[sizes[group]++] = race;
  }

  /** How many groups there are, in the order of their first races. */
  public int size() {
    return members.size();
  }

  /** How many races this group has. */
  public int size(int group) {
    return sizes[group];
  }

  /** The index of a race of this group, in the order in which they were found. */
  public int race(int group, int member) {
    return members.get(group)[member];
  }

  /** The group of a race. */
  public int groupOf(int race) {
    return groupOf[race];
  }
}
