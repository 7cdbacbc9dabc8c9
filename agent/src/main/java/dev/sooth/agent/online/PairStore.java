package dev.sooth.agent.online;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The pairs of methods that executions of a program have seen at the same time: of each pair in
 * which of the last {@link #REMEMBERED} executions. A method is known by a hash of its name and its
 * code, so one that was changed is new.
 *
 * <p>Whoever reads finds what whole changes have made, and of two changes at once none is lost.
 */
public interface PairStore {
  /** Where pairs are if nothing else is said. */
  String DEFAULT = ".sooth/pairs";

  /** How many executions are remembered of a pair. */
  int REMEMBERED = 64;

  /**
   * What a store holds.
   *
   * @param executions how many have been merged
   * @param pairs by pair: bit i says that the i-th last execution has seen it
   */
  record Pairs(long executions, Map<Long, Long> pairs) {
    /** With nothing in it. */
    public static final Pairs NONE = new Pairs(0, Map.of());

    public Pairs {
      pairs = Map.copyOf(pairs);
    }

    /** Those that the last n executions have all seen. */
    public Set<Long> frequent(int n) {
      long mask = last(n);
      Map<Long, Long> result = new TreeMap<>(pairs);
      result.values().removeIf(seen -> (seen & mask) != mask);
      return Set.copyOf(result.keySet());
    }

    /** With one more execution. */
    public Pairs with(Set<Long> seen) {
      Map<Long, Long> result = new TreeMap<>();
      pairs.forEach((pair, when) -> result.put(pair, when << 1));
      seen.forEach(pair -> result.merge(pair, 1L, (old, now) -> old | now));
      result.values().removeIf(when -> when == 0);
      return new Pairs(executions + 1, result);
    }

    /** With those of another store, whose executions count as older ones that were not in a row. */
    public Pairs and(Pairs other) {
      Map<Long, Long> result = new TreeMap<>(pairs);
      other.pairs().forEach((pair, when) -> result.merge(pair, when, (a, b) -> a | b));
      return new Pairs(executions + other.executions(), result);
    }

    /** Without those that none of the last n executions has seen. */
    public Pairs pruned(int n) {
      long mask = last(n);
      Map<Long, Long> result = new TreeMap<>(pairs);
      result.values().removeIf(seen -> (seen & mask) == 0);
      return new Pairs(executions, result);
    }
  }

  /** The bits of the last n executions. */
  static long last(int n) {
    return n >= REMEMBERED ? -1 : (1L << n) - 1;
  }

  /**
   * The store of this name.
   *
   * @param place a file, or the address of a database, see {@link #isDatabase}
   */
  static ManagedPairs at(String place, Consumer<String> warnings) {
    return isDatabase(place)
        ? new PairDatabase(place, warnings)
        : new PairFile(Path.of(place), warnings);
  }

  /** The same for use in the process of a program, in which no driver of a database may be. */
  static PairStore fromProgram(String place, Consumer<String> warnings) {
    return isDatabase(place) ? new HelpedPairs(place, warnings) : at(place, warnings);
  }

  /** Whether it is no file. */
  static boolean isDatabase(String place) {
    return place.startsWith("jdbc:");
  }

  /** The name without what may be secret in it. */
  static String shown(String place) {
    int query = isDatabase(place) ? place.indexOf('?') : -1;
    return query < 0 ? place : place.substring(0, query);
  }

  /**
   * Says whether a name can be that of a store.
   *
   * @throws IllegalArgumentException if it cannot, with what was expected
   */
  static void check(String place) {
    if (place.isEmpty() || (isDatabase(place) && !place.startsWith(PairDatabase.ADDRESS))) {
      throw new IllegalArgumentException(
          "pairs=%s, expected a file or %s//HOST/DATABASE"
              .formatted(shown(place), PairDatabase.ADDRESS));
    }
  }

  /** What it holds; nothing if there is none. One that is broken is put aside, and that is said. */
  Pairs read() throws IOException;

  /** Adds what one more execution has seen, see {@link Pairs#with}. */
  void add(Set<Long> seen) throws IOException;
}
