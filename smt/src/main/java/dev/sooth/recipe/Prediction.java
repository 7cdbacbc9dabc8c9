package dev.sooth.recipe;

import dev.sooth.detect.Stop;
import dev.sooth.recipe.Candidates.Candidate;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

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

  /** Is told how far it has got, for people who wait. */
  public interface Progress {
    /** So many windows are done of so many. */
    void windows(long done, long all);

    /** What is done now. */
    void phase(String name);
  }

  /** A part of a formula takes about a hundred bytes here, and more in the solver. */
  private static final long MOST_PARTS = 1_000_000;

  /** So many questions about one pair of lines may stay without an answer. */
  private static final int MOST_UNKNOWN = 2;

  /** So many pairs of accesses of two lines are asked about in the end. */
  private static final int MOST_TRIES = 1_000;

  /**
   * Windows grow by this, and then the pairs of accesses of two lines, as long as a round takes
   * less than this part of the time.
   */
  private static final int GROWTH = 4;

  /** Trials are of so many events that several threads have to do with. */
  private static final int MOST_TRIED = 10_000;

  /** So many nodes of ways that were not taken are looked at first; then more. */
  private static final int SHORT = 8;

  private final Trace trace;
  private final Program program;
  private final Level level;
  private final Limits limits;
  private final LongFunction<Solver> solvers;
  private final List<Constraint> constraints = new ArrayList<>();
  private final Branches branches;
  private final Map<String, Found> found = new LinkedHashMap<>(); // verified ones, by pair
  private final Map<String, Found> candidates = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<Long, String> pairs = new HashMap<>(); // names, by the numbers of both lines
  private final Map<Long, Integer> unknowns = new HashMap<>(); // by pair
  private final Set<Long> notAllTried = new HashSet<>(); // pairs of which some accesses were left
  private Stop stop = Stop.NEVER;
  private Progress progress;
  private Unfolding unfolding;
  private Description description;
  private long deadline;
  private boolean complete;

  /**
   * The function makes a solver for which all that was read before that position is as it was
   * recorded.
   */
  public Prediction(
      Trace trace, Program program, Level level, Limits limits, LongFunction<Solver> solvers) {
    this.trace = trace;
    this.program = program;
    this.level = level;
    this.limits = limits;
    this.solvers = solvers;
    branches = new Branches(level);
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

  /** Ends early when this says so; what is found by then stands. */
  public void stopWhen(Stop cancelled) {
    stop = cancelled;
  }

  private boolean isOver(long end) {
    long now = System.nanoTime();
    if (now < deadline && stop.now()) {
      deadline = now;
    }
    return now > end || now >= deadline;
  }

  /** Looks at the whole trace. */
  public void run(Progress listener) {
    progress = listener;
    deadline = System.nanoTime() + limits.totalMillis() * 1_000_000;
    progress.phase("walk");
    unfolding = Unfolding.of(trace, program, level == Level.RECIPE);
    description = new Description(trace, unfolding);
    List<Node> recorded = Order.fill(unfolding);
    reorder(recorded);
    tryOut(recorded);
    if (level == Level.RECIPE) {
      progress.phase("branches that were not taken");
      long half = System.nanoTime() + (deadline - System.nanoTime()) / 2;
      unfolding.follow(() -> isOver(half));
      recorded = Order.fill(unfolding);
    }
    List<Node> shared = shared(recorded);
    int size = limits.windowEvents();
    int tries = limits.triesAPair();
    long begin = System.nanoTime();
    boolean again = true;
    while (again) {
      boolean whole = round(recorded, shared, size, tries) == 1;
      size *= whole ? 1 : GROWTH;
      tries *= whole ? GROWTH : 1;
      again =
          (!whole || (!notAllTried.isEmpty() && tries <= MOST_TRIES))
              && (System.nanoTime() - begin) < (deadline - begin) / GROWTH;
    }
    countThoseNotTried();
  }

  private void countThoseNotTried() {
    if (!notAllTried.isEmpty()) {
      count("pairs of lines of which not all accesses were tried", notAllTried.size());
      complete = false;
    }
  }

  /** Looks at all windows of this size; returns how many there are. */
  private int round(List<Node> recorded, List<Node> shared, int size, int tries) {
    progress.phase("windows of " + size);
    notAllTried.clear();
    List<Long> begins = begins(shared, size);
    int all = begins.size();
    complete = all == 1;
    Windows windows = new Windows(unfolding, recorded);
    for (int i = 0; i < all; i++) {
      progress.windows(i, all);
      count("windows", 1);
      if (isOver(deadline)) {
        giveUp("windows left out");
      } else {
        long to = i == all - 1 ? Long.MAX_VALUE : begins.get(i + 1);
        search(windows.next(begins.get(i), to), tries);
      }
    }
    notAllTried.removeIf(this::isFound);
    return all;
  }

  /** The accesses to variables, and acquisitions of locks, that several threads use. */
  private List<Node> shared(List<Node> recorded) {
    Map<Integer, Integer> users = new HashMap<>(); // locks are below the variables
    BitSet variables = new BitSet();
    BitSet locks = new BitSet();
    for (Node node : unfolding.nodes) {
      if (node.isRead() || node.isWrite() || node.kind == Kind.ACQUIRE) {
        boolean lock = node.kind == Kind.ACQUIRE;
        Integer other = users.putIfAbsent(lock ? -1 - node.target : node.target, node.thread);
        if (other != null && other != node.thread) {
          (lock ? locks : variables).set(node.target);
        }
      }
    }
    List<Node> shared = new ArrayList<>();
    for (Node node : recorded) {
      boolean access = node.isRead() || node.isWrite();
      if (access
          ? variables.get(node.target)
          : node.kind == Kind.ACQUIRE && locks.get(node.target)) {
        shared.add(node);
      }
    }
    return shared;
  }

  /** Where windows of so many events begin. */
  private static List<Long> begins(List<Node> shared, int size) {
    List<Long> begins = new ArrayList<>();
    begins.add(0L);
    for (int i = size; i < shared.size(); i += size) {
      begins.add(shared.get(i).position);
    }
    return begins;
  }

  private void count(String what, int more) {
    counts.merge(what, more, Integer::sum);
  }

  /** Counts something for which nothing can be said about what was not reported. */
  private void giveUp(String what) {
    count(what, 1);
    complete = false;
  }

  private String key(long pair) {
    return pairs.computeIfAbsent(
        pair,
        p -> {
          String one = unfolding.place((int) (pair >> Integer.SIZE));
          String other = unfolding.place((int) pair);
          return one.compareTo(other) <= 0 ? one + " and " + other : other + " and " + one;
        });
  }

  private boolean isFound(long pair) {
    return found.containsKey(key(pair));
  }

  /**
   * What needs no other branches, or only the beginnings of them, is found without the rest, in a
   * fraction of the time, and where the rest is too much to ask about.
   */
  private void search(Window window, int tries) {
    int longest = window.longestUnexecuted();
    boolean small = true;
    for (int reach = 0; small && reach < longest; reach = reach == 0 ? SHORT : reach * GROWTH) {
      window.reach(reach);
      small = ask(window, Candidates.of(window, tries, this::isFound));
    }
    if (small) {
      window.reach(Integer.MAX_VALUE);
      Candidates all = Candidates.of(window, tries, this::isFound);
      notAllTried.addAll(all.left());
      small = ask(window, all);
    }
    if (!small) {
      giveUp("windows too large");
    }
  }

  /** Races of which another order is enough need no solver. */
  private void reorder(List<Node> recorded) {
    progress.phase("orders");
    long end = System.nanoTime() + (deadline - System.nanoTime()) / GROWTH;
    Reorderings reorderings = new Reorderings(trace, unfolding, recorded);
    for (Candidate candidate : reorderings.races(() -> isOver(end))) {
      if (isFound(candidate.pair()) || isOver(end)) {
        continue;
      }
      Optional<Schedule> schedule = reorderings.find(candidate);
      if (schedule.isPresent()) {
        List<String> walked = new ArrayList<>();
        String problem = problem(schedule.get(), walked);
        if (problem == null) {
          count("verified by order alone", 1);
          Found race = description.of(schedule.get(), null, walked);
          found.put(race.pair(), race);
        } else {
          count("orders not confirmed: " + problem, 1); // the solver is asked
        }
      }
    }
  }

  /** Races that are come to by trying need no solver either. */
  private void tryOut(List<Node> recorded) {
    progress.phase("trials");
    List<Long> begins = begins(shared(recorded), MOST_TRIED);
    Windows windows = new Windows(unfolding, recorded);
    for (int i = 0; i < begins.size(); i++) {
      long now = System.nanoTime();
      long end = now + (deadline - now) / (GROWTH + begins.size() - i - 1);
      long to = i == begins.size() - 1 ? Long.MAX_VALUE : begins.get(i + 1);
      Window window = windows.next(begins.get(i), to);
      Trials trials = new Trials(window, level, this::isFound, this::isTried, () -> isOver(end));
      count("executions tried", trials.all());
    }
  }

  private boolean isTried(Schedule schedule) {
    List<String> walked = new ArrayList<>();
    String problem = problem(schedule, walked);
    if (problem == null) {
      count("verified by trial", 1);
      Found race = description.of(schedule, null, walked);
      found.put(race.pair(), race);
    } else {
      count("trials not confirmed: " + problem, 1); // the solver is asked
    }
    return problem == null;
  }

  /** Asks about all of them; false, and nothing, if that is too much. */
  private boolean ask(Window window, Candidates some) {
    List<Candidate> wanted = some.all();
    if (wanted.isEmpty()) {
      return true;
    }
    window.restrictTo(racing(wanted));
    if (constraints.stream().mapToLong(c -> c.size(window)).sum() > MOST_PARTS) {
      return false;
    }
    count("candidates", wanted.size());
    count("nodes", window.nodes.size());
    Map<Long, List<Candidate>> byPair = new LinkedHashMap<>();
    wanted.forEach(c -> byPair.computeIfAbsent(c.pair(), p -> new ArrayList<>()).add(c));
    try (Solver solver = solvers.apply(window.from())) {
      for (Constraint constraint : constraints) {
        constraint.encode(window, formula -> add(solver, formula));
      }
      byPair.values().forEach(accesses -> ask(window, solver, accesses));
    } catch (OutOfTime e) {
      giveUp("windows left out");
    }
    return true;
  }

  private static Set<Node> racing(List<Candidate> wanted) {
    Set<Node> racing = new HashSet<>();
    for (Candidate candidate : wanted) {
      racing.add(candidate.first());
      racing.add(candidate.second());
    }
    return racing;
  }

  /** Thrown from the middle of the encoding of a window. */
  private static final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutOfTime() {
      super(null, null, false, false);
    }
  }

  private void add(Solver solver, Formula formula) {
    if (isOver(deadline)) {
      throw new OutOfTime();
    }
    solver.add(formula);
  }

  /** Asks for a race of two lines: of any of these accesses, since most pairs have none. */
  private void ask(Window window, Solver solver, List<Candidate> accesses) {
    List<Candidate> open = new ArrayList<>(accesses);
    long pair = open.get(0).pair();
    while (!open.isEmpty() && !isFound(pair)) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (unknowns.getOrDefault(pair, 0) >= MOST_UNKNOWN) {
        count("not asked, others of these lines were too hard", open.size());
        complete = false;
        return;
      } else if (left <= 0) {
        giveUp("not asked, out of time");
        return;
      }
      Formula question = Race.anyOf(window, branches, open);
      switch (solver.check(question, Math.min(left, limits.queryMillis()))) {
        case UNSATISFIABLE -> {
          count("refuted", open.size());
          return;
        }
        case UNKNOWN -> {
          giveUp("unknown");
          unknowns.merge(pair, 1, Integer::sum);
          open.subList((open.size() + 1) / 2, open.size()).clear();
        }
        case SATISFIABLE -> {
          Candidate racing =
              open.stream().filter(c -> solver.holds(Race.chosen(c))).findFirst().orElseThrow();
          open.remove(racing);
          prove(schedule(window, solver, racing));
        }
      }
    }
  }

  private static Schedule schedule(Window window, Solver solver, Candidate racing) {
    List<Node> order = new ArrayList<>();
    Map<Node, Long> places = new HashMap<>();
    for (Node node : window.nodes) {
      if (solver.holds(new Formula.Executed(node))) {
        order.add(node);
        Node ordered = window.lastOrdered(node);
        places.put(node, ordered == null ? Long.MIN_VALUE : solver.order(ordered));
      }
    }
    order.sort(
        Comparator.<Node>comparingLong(places::get)
            .thenComparingInt(node -> node.depth)
            .thenComparingInt(node -> node.id));
    return new Schedule(window, order, racing.first(), racing.second());
  }

  private void prove(Schedule schedule) {
    List<String> walked = new ArrayList<>();
    String problem = problem(schedule, walked);
    Found race = description.of(schedule, problem, walked);
    if (problem == null) {
      count("verified", 1);
      found.put(race.pair(), race);
      candidates.remove(race.pair());
    } else {
      count("not verified: " + problem, 1);
      candidates.putIfAbsent(race.pair(), race);
    }
  }

  /** Why the schedule is none that leads to the race, or null; tested without the solver. */
  private String problem(Schedule schedule, List<String> walked) {
    String problem = null;
    for (Constraint constraint : constraints) {
      problem = problem != null ? problem : constraint.violation(schedule);
    }
    problem = problem != null ? problem : Race.violation(schedule);
    return problem != null ? problem : Reexecution.violation(schedule, walked);
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

  /** What the trace has, for tables. */
  public Figures figures() {
    return Figures.of(unfolding, program.branches());
  }

  /** Whether all candidates were decided, in one window, so that what is not reported is none. */
  public boolean isComplete() {
    return complete;
  }

  /** The level that was looked at. */
  public Level level() {
    return level;
  }
}
