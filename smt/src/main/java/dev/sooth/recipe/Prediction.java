package dev.sooth.recipe;

import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** One engine on one trace: windows, candidates, questions to the solver, and proofs. */
public final class Prediction {
  /** How far to go. */
  public record Limits(int windowEvents, long queryMillis, long totalMillis, int triesAPair) {
    public static Limits defaults() {
      return new Limits(1_000, 5_000, 60_000, 50);
    }

    /** The same with another time for all. */
    public Limits withTotal(long millis) {
      return new Limits(windowEvents, queryMillis, millis, triesAPair);
    }
  }

  /**
   * A race.
   *
   * @param verified whether the schedule was checked and executed again without the solver
   * @param problem why it is not verified, or null
   */
  public record Found(
      String firstPlace,
      String secondPlace,
      String variable,
      boolean unexecuted,
      boolean verified,
      String problem,
      List<String> schedule,
      List<String> changedReads) {
    /** The pair of lines, in the order of their names. */
    public String pair() {
      return firstPlace.compareTo(secondPlace) <= 0
          ? firstPlace + " and " + secondPlace
          : secondPlace + " and " + firstPlace;
    }
  }

  /** A part of a formula takes about a hundred bytes here, and more in the solver. */
  private static final long MOST_PARTS = 1_500_000;

  /** So many questions about one pair of lines may stay without an answer. */
  private static final int MOST_UNKNOWN = 2;

  private final Trace trace;
  private final Program program;
  private final Level level;
  private final Limits limits;
  private final Supplier<Solver> solvers;
  private final List<Constraint> constraints = new ArrayList<>();
  private final Branches branches;
  private final Map<String, Found> found = new LinkedHashMap<>(); // verified ones, by pair
  private final Map<String, Found> candidates = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, Integer> unknowns = new HashMap<>(); // by pair
  private Unfolding unfolding;
  private long deadline;

  public Prediction(
      Trace trace, Program program, Level level, Limits limits, Supplier<Solver> solvers) {
    this.trace = trace;
    this.program = program;
    this.level = level;
    this.limits = limits;
    this.solvers = solvers;
    branches = new Branches(level == Level.RV);
    constraints.add(new ProgramOrder());
    constraints.add(new Threads());
    constraints.add(new Sections());
    constraints.add(branches);
    constraints.add(new ReadWrite());
  }

  /** Races of a level below, which are races of this one. */
  public void startWith(List<Found> races) {
    races.forEach(race -> found.put(race.pair(), race));
  }

  /** Looks at the whole trace. */
  public void run() {
    deadline = System.nanoTime() + limits.totalMillis() * 1_000_000;
    unfolding = Unfolding.of(trace, program, level == Level.RECIPE);
    List<Node> recorded = Order.fill(unfolding);
    List<Node> shared = new ArrayList<>();
    Set<Integer> sharedVariables = sharedVariables();
    for (Node node : recorded) {
      if (node.isPlain() && sharedVariables.contains(node.target)) {
        shared.add(node);
      }
    }
    int window = limits.windowEvents();
    for (int from = 0; from == 0 || from < shared.size(); from += window) {
      boolean last = from + window >= shared.size();
      long begin = from == 0 ? 0 : shared.get(from).position;
      long end = last ? Long.MAX_VALUE : shared.get(from + window).position;
      count("windows", 1);
      if (System.nanoTime() > deadline) {
        count("windows left out", 1);
      } else {
        search(new Window(unfolding, recorded, begin, end));
      }
    }
  }

  private Set<Integer> sharedVariables() {
    Map<Integer, Integer> users = new HashMap<>();
    Set<Integer> shared = new HashSet<>();
    for (Node node : unfolding.nodes) {
      if (node.isPlain()) {
        Integer other = users.putIfAbsent(node.target, node.thread);
        if (other != null && other != node.thread) {
          shared.add(node.target);
        }
      }
    }
    return shared;
  }

  private void count(String what, int more) {
    counts.merge(what, more, Integer::sum);
  }

  private record Candidate(Node first, Node second) {}

  private List<Candidate> candidates(Window window) {
    Map<Integer, List<Node>> byVariable = new TreeMap<>();
    for (Node node : window.nodes) {
      if (node.isPlain()) {
        byVariable.computeIfAbsent(node.target, v -> new ArrayList<>()).add(node);
      }
    }
    List<Candidate> result = new ArrayList<>();
    Map<String, Integer> tries = new HashMap<>();
    for (List<Node> nodes : byVariable.values()) {
      for (int i = 0; i < nodes.size(); i++) {
        for (int j = i + 1; j < nodes.size(); j++) {
          Node first = nodes.get(i);
          Node second = nodes.get(j);
          boolean possible =
              first.thread != second.thread
                  && (first.isWrite() || second.isWrite())
                  && !first.mustPrecede(second)
                  && !second.mustPrecede(first)
                  && !Order.shareLock(first, second);
          if (possible && tries.merge(key(first, second), 1, Integer::sum) <= limits.triesAPair()) {
            result.add(new Candidate(first, second));
          }
        }
      }
    }
    result.sort(Comparator.comparing(c -> !(c.first().isExecuted() && c.second().isExecuted())));
    return result;
  }

  private String key(Node first, Node second) {
    return first.place.compareTo(second.place) <= 0
        ? first.place + " and " + second.place
        : second.place + " and " + first.place;
  }

  private void search(Window window) {
    List<Candidate> wanted = candidates(window);
    wanted.removeIf(c -> found.containsKey(key(c.first(), c.second())));
    count("candidates", wanted.size());
    if (wanted.isEmpty()) {
      return;
    }
    Set<Node> racing = new HashSet<>();
    for (Candidate candidate : wanted) {
      racing.add(candidate.first());
      racing.add(candidate.second());
    }
    window.restrictTo(racing);
    count("nodes", window.nodes.size());
    if (ReadWrite.size(window) > MOST_PARTS) {
      count("windows too large", 1);
      wanted.removeIf(c -> !c.first().isExecuted() || !c.second().isExecuted());
      racing.removeIf(node -> !node.isExecuted());
      window.leaveOutUnexecuted();
      window.restrictTo(racing);
      if (wanted.isEmpty() || ReadWrite.size(window) > MOST_PARTS) {
        return;
      }
    }
    List<Formula> formulas = new ArrayList<>();
    for (Constraint constraint : constraints) {
      constraint.encode(window, formulas);
    }
    try (Solver solver = solvers.get()) {
      formulas.forEach(solver::add);
      for (Candidate candidate : wanted) {
        String key = key(candidate.first(), candidate.second());
        if (found.containsKey(key)) {
          count("found already", 1);
          continue;
        }
        if (unknowns.getOrDefault(key, 0) >= MOST_UNKNOWN) {
          count("not asked, others of these lines were too hard", 1);
          continue;
        }
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          count("not asked, out of time", 1);
          continue;
        }
        ask(window, solver, candidate, Math.min(left, limits.queryMillis()));
      }
    }
  }

  private void ask(Window window, Solver solver, Candidate candidate, long millis) {
    Formula race = Race.of(window, branches, candidate.first(), candidate.second());
    switch (solver.check(race, millis)) {
      case UNSATISFIABLE -> count("refuted", 1);
      case UNKNOWN -> {
        count("unknown", 1);
        unknowns.merge(key(candidate.first(), candidate.second()), 1, Integer::sum);
      }
      case SATISFIABLE -> {
        List<Node> order = new ArrayList<>();
        for (Node node : window.nodes) {
          if (solver.isExecuted(node)) {
            order.add(node);
          }
        }
        Map<Node, Long> places = new HashMap<>();
        order.forEach(node -> places.put(node, solver.order(node)));
        order.sort(
            Comparator.<Node>comparingLong(places::get)
                .thenComparingInt(node -> node.depth)
                .thenComparingInt(node -> node.id));
        Schedule schedule = new Schedule(window, order, candidate.first(), candidate.second());
        add(schedule, violation(schedule));
      }
    }
  }

  /** Why the schedule proves nothing, or null. */
  private String violation(Schedule schedule) {
    for (Constraint constraint : constraints) {
      String violation = constraint.violation(schedule);
      if (violation != null) {
        return violation;
      }
    }
    String violation = Race.violation(schedule);
    return violation != null ? violation : Reexecution.violation(schedule);
  }

  private void add(Schedule schedule, String problem) {
    Node first = schedule.first;
    Node second = schedule.second;
    Found race =
        new Found(
            first.place,
            second.place,
            variable(first.target),
            !first.isExecuted() || !second.isExecuted(),
            problem == null,
            problem,
            schedule.order.stream().map(node -> line(node)).toList(),
            schedule.changedReads().stream()
                .map(
                    node ->
                        line(node)
                            + " sees "
                            + schedule.symbols[node.value.symbol()]
                            + ", recorded "
                            + node.value.recorded())
                .toList());
    String key = key(first, second);
    if (problem == null) {
      count("verified", 1);
      found.put(key, race);
      candidates.remove(key);
    } else {
      count("not verified: " + problem, 1);
      candidates.putIfAbsent(key, race);
    }
  }

  private String variable(int target) {
    return target < trace.names().variables().size()
        ? trace.names().variables().get(target)
        : unfolding.facts.newName(target);
  }

  private String line(Node node) {
    String name =
        node.isRead() || node.isWrite()
            ? variable(node.target)
            : node.isExecuted() && node.position < trace.size()
                ? trace.names().target(node.kind, node.target)
                : "";
    return trace.names().threads().get(node.thread)
        + "|"
        + dev.sooth.trace.Kind.symbol(node.kind)
        + "("
        + name
        + ")|"
        + node.place;
  }

  /** The verified races, one for each pair of lines. */
  public List<Found> verified() {
    return List.copyOf(found.values());
  }

  /** Models that were not confirmed, one for each pair of lines without a verified race. */
  public List<Found> unverified() {
    return List.copyOf(candidates.values());
  }

  /** How many windows, candidates and answers there were, and what was pinned or given up. */
  public Map<String, Integer> counts() {
    Map<String, Integer> all = new TreeMap<>(counts);
    unfolding.pinned.forEach((reason, n) -> all.put("guards, " + reason, n));
    unfolding.lost.forEach((reason, n) -> all.put("threads lost: " + reason, n));
    unfolding.stopped.forEach((reason, n) -> all.put("branches ended: " + reason, n));
    if (unfolding.branchesFollowed > 0) {
      all.put("branches followed", (int) unfolding.branchesFollowed);
    }
    return all;
  }

  /** Whether all candidates were decided, in one window, so that what is not reported is none. */
  public boolean isComplete() {
    return counts.getOrDefault("windows", 0) == 1
        && !counts.containsKey("windows too large")
        && !counts.containsKey("windows left out")
        && !counts.containsKey("unknown")
        && !counts.containsKey("not asked, out of time");
  }

  /** The level that was looked at. */
  public Level level() {
    return level;
  }

  /** Nodes, for tables: threads, reads, writes, branches. */
  public long branchesExecuted() {
    return program.branches();
  }
}
