package dev.sooth.recipe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * The pairs of accesses of a window that might race: of two threads, to one variable, one of them a
 * write, with no lock in common, and not in order by forks and joins. Of each pair of lines some
 * are taken.
 */
final class Candidates {
  /** Two accesses that might race. */
  record Candidate(Node first, Node second) {
    long pair() {
      return Candidates.pair(first.line, second.line);
    }

    boolean isExecuted() {
      return first.isExecuted() && second.isExecuted();
    }
  }

  /** So many pairs of accesses of two lines in two threads are looked at for one that can race. */
  private static final int MOST_LOOKED_AT = 20_000;

  private final Window window;
  private final int triesAPair;
  private final LongPredicate known;
  private final Map<Long, Integer> tries = new HashMap<>(); // by pair of lines
  private final Map<Long, Integer> triesOfOthers = new HashMap<>(); // with one not executed
  private final List<Candidate> executed = new ArrayList<>();
  private final List<Candidate> others = new ArrayList<>();
  private final Set<Long> left = new HashSet<>();

  private Candidates(Window window, int triesAPair, LongPredicate known) {
    this.window = window;
    this.triesAPair = triesAPair;
    this.known = known;
  }

  /** Of each pair of lines so many, but none of those that are known. */
  static Candidates of(Window window, int triesAPair, LongPredicate known) {
    Candidates candidates = new Candidates(window, triesAPair, known);
    candidates.find();
    return candidates;
  }

  /** One number for two lines, in whichever order. */
  static long pair(int line, int other) {
    return (long) Math.min(line, other) << Integer.SIZE | Math.max(line, other);
  }

  /** Those on recorded ways first. */
  List<Candidate> all() {
    List<Candidate> all = new ArrayList<>(executed);
    all.addAll(others);
    return all;
  }

  /** The pairs of lines that had more than were taken. */
  Set<Long> left() {
    return left;
  }

  private void find() {
    Map<Integer, Map<Long, List<Node>>> byVariable = new TreeMap<>();
    for (Node node : window.nodes) {
      if (node.isPlain()) {
        byVariable
            .computeIfAbsent(node.target, v -> new TreeMap<>())
            .computeIfAbsent(group(node), g -> new ArrayList<>())
            .add(node);
      }
    }
    for (Map<Long, List<Node>> groups : byVariable.values()) {
      List<List<Node>> all = new ArrayList<>(groups.values());
      all.forEach(group -> group.sort(Comparator.comparingLong(Candidates::time)));
      for (int i = 0; i < all.size(); i++) {
        for (int j = i + 1; j < all.size(); j++) {
          if (all.get(i).get(0).thread != all.get(j).get(0).thread) {
            between(all.get(i), all.get(j));
          }
        }
      }
    }
  }

  /** Accesses of one thread in one line, of one kind, all of them executed or none. */
  private static long group(Node node) {
    long line = (long) node.thread << Integer.SIZE | node.line;
    return line * 4 + (node.isWrite() ? 2 : 0) + (node.isExecuted() ? 1 : 0);
  }

  private static long time(Node node) {
    return node.trunk == null ? -1 : node.trunk.position;
  }

  /**
   * Takes pairs of two groups. Accesses that were close to each other are the first, as they are
   * the most likely to race, and those are from the whole window.
   */
  private void between(List<Node> some, List<Node> more) {
    Node one = some.get(0);
    Node other = more.get(0);
    long pair = pair(one.line, other.line);
    if ((!one.isWrite() && !other.isWrite()) || known.test(pair)) {
      return;
    }
    int[] nearest = nearest(some, more);
    int stride = Math.max(1, 2 * some.size() / triesAPair);
    int looked = 0;
    for (int distance = 0; distance < 2 * more.size(); distance++) {
      int offset = distance % 2 == 0 ? distance / 2 : -(distance + 1) / 2;
      for (int start = 0; start < stride; start++) {
        for (int i = start; i < some.size(); i += stride) {
          int j = nearest[i] + offset;
          if (j >= 0 && j < more.size() && !add(pair, some.get(i), more.get(j), ++looked)) {
            left.add(pair);
            return;
          }
        }
      }
    }
  }

  private static int[] nearest(List<Node> some, List<Node> more) {
    int[] nearest = new int[some.size()];
    int j = 0;
    for (int i = 0; i < nearest.length; i++) {
      while (j < more.size() - 1 && time(more.get(j)) < time(some.get(i))) {
        j++;
      }
      nearest[i] = j;
    }
    return nearest;
  }

  /** Adds a pair if it can race; false if no more are wanted. */
  private boolean add(long pair, Node first, Node second, int looked) {
    Candidate candidate = new Candidate(first, second);
    boolean ran = candidate.isExecuted();
    boolean possible =
        !first.mustPrecede(second) && !second.mustPrecede(first) && !Order.shareLock(first, second);
    if (possible) {
      if ((ran ? tries : triesOfOthers).merge(pair, 1, Integer::sum) > triesAPair) {
        return false;
      }
      (ran ? executed : others).add(candidate);
    }
    return looked < MOST_LOOKED_AT;
  }
}
