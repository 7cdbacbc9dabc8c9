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
 * Races folded by their pair of source lines, and by the field if asked: to a programmer these are
 * one race. Where a line is not known, races on different variables stay apart.
 */
public final class RaceGroups {
  private static final int ANY_VARIABLE = -1;

  private record Lines(int low, int high, int variable) {
    // Those that a record comes with are linked at their first call, which takes long.
    @Override
    public int hashCode() {
      return (low * 31 + high) * 31 + variable;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Lines lines
          && lines.low == low
          && lines.high == high
          && lines.variable == variable;
    }
  }

  /** What tells races of the same lines apart. */
  private interface Distinction {
    int of(int variable);
  }

  private final int[] groupOf;
  private final List<int[]> members = new ArrayList<>();
  private int[] sizes = new int[16];

  private RaceGroups(int races) {
    groupOf = new int[races];
  }

  /** Folds the kept races of a run. */
  public static RaceGroups of(Races races, TraceNames names) {
    return of(races, names, variable -> ANY_VARIABLE);
  }

  /** Folds those only whose variables are the same field, of whatever object or element. */
  public static RaceGroups byField(Races races, TraceNames names) {
    return of(races, names, new Fields(names));
  }

  /** The fields of variables, as numbers. */
  private static final class Fields implements Distinction {
    private final TraceNames names;
    private final Map<Integer, Integer> known = new HashMap<>(); // by variable
    private final Map<String, Integer> ids = new HashMap<>();
    private int lastVariable = -1;
    private int lastField;

    Fields(TraceNames names) {
      this.names = names;
    }

    @Override
    public int of(int variable) {
      if (variable != lastVariable) {
        lastVariable = variable;
        lastField = known.computeIfAbsent(variable, this::find);
      }
      return lastField;
    }

    private int find(int variable) {
      return ids.computeIfAbsent(field(names.variables().get(variable)), key -> ids.size());
    }
  }

  /**
   * The name without the number of the object and the index: {@code Grid.cells[]} of {@code
   * Grid.cells@5[60]}, {@code Registry.names (java.util.HashMap)} of the same with {@code @7}.
   */
  public static String field(String variable) {
    int end = variable.length();
    boolean isElement = false;
    if (end > 0 && variable.charAt(end - 1) == ']') {
      int digits = numberFrom(variable, end - 1);
      if (digits < end - 1 && digits > 1 && variable.charAt(digits - 1) == '[') {
        isElement = true;
        end = digits - 1;
      }
    }
    int digits = numberFrom(variable, end);
    if (digits < end && digits > 1 && variable.charAt(digits - 1) == '@') {
      end = digits - 1;
    }
    return isElement ? variable.substring(0, end) + "[]" : variable.substring(0, end);
  }

  /** Where the digits begin that end there. */
  private static int numberFrom(String text, int end) {
    int from = end;
    while (from > 0 && text.charAt(from - 1) >= '0' && text.charAt(from - 1) <= '9') {
      from--;
    }
    return from;
  }

  private static RaceGroups of(Races races, TraceNames names, Distinction distinction) {
    RaceGroups groups = new RaceGroups(races.size());
    Map<Lines, Integer> ids = new HashMap<>();
    int nowhere = names.locations().find("");
    Lines last = null; // mostly those of the next race, too
    int group = 0;
    for (int i = 0; i < races.size(); i++) {
      Race race = races.get(i);
      int a = race.first().location();
      int b = race.second().location();
      int variable =
          a == nowhere || b == nowhere ? race.variable() : distinction.of(race.variable());
      int low = Math.min(a, b);
      int high = Math.max(a, b);
      if (last == null || last.low != low || last.high != high || last.variable != variable) {
        last = new Lines(low, high, variable);
        group = ids.computeIfAbsent(last, key -> ids.size());
      }
      groups.add(i, group);
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

  /** The race that stands for the group: one that is verified, if there is one. */
  public int representative(int group, ProofTable proofs) {
    for (int member = 0; member < size(group); member++) {
      if (proofs.isVerified(race(group, member))) {
        return race(group, member);
      }
    }
    return race(group, 0);
  }

  /** How many groups have a verified race. */
  public int verified(ProofTable proofs) {
    int count = 0;
    for (int group = 0; group < size(); group++) {
      count += proofs.isVerified(representative(group, proofs)) ? 1 : 0;
    }
    return count;
  }

  /** The group of a race. */
  public int groupOf(int race) {
    return groupOf[race];
  }
}
