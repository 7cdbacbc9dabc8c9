package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Seeded random traces, well-formed by construction: a scheduler runs threads that take their next
 * action at random. Few variables and locks and bursts of one thread make most traces hold
 * conflicts, and critical sections that pass from thread to thread.
 */
public final class ContendedTraces {
  /**
   * What the traces look like; the numbers are upper bounds, of which each trace takes its share.
   *
   * @param events about how many events
   * @param threads how many threads
   * @param locks how many locks
   * @param variables how many variables
   * @param forkJoin probability that a thread is forked by another one, and then often joined
   * @param nesting probability that a thread with a lock may take another one
   * @param crossing probability that a release is of any lock held and not of the latest:
   *     hand-over-hand locking
   * @param reentrancy probability that an acquire is of a lock that the thread holds
   * @param volatiles probability that an access is volatile; half of the traces keep volatile
   *     variables apart from plain ones, the others mix them
   * @param markers probability of an event without effect
   * @param neverReleased probability that an acquire has no release
   */
  public record Shape(
      int events,
      int threads,
      int locks,
      int variables,
      double forkJoin,
      double nesting,
      double crossing,
      double reentrancy,
      double volatiles,
      double markers,
      double neverReleased) {
    /** For oracles that search exhaustively: every feature, at most 18 events. */
    public static Shape small() {
      return new Shape(18, 4, 3, 3, 0.25, 0.3, 0.3, 0.08, 0.08, 0.04, 0.03);
    }

    /** Reads, writes, acquires and releases only. */
    public Shape withoutExtras() {
      return new Shape(
          events, threads, locks, variables, 0, nesting, crossing, 0, 0, 0, neverReleased);
    }

    public Shape withEvents(int other) {
      return new Shape(
          other,
          threads,
          locks,
          variables,
          forkJoin,
          nesting,
          crossing,
          reentrancy,
          volatiles,
          markers,
          neverReleased);
    }
  }

  private final Random random;
  private final Shape shape;

  public ContendedTraces(Shape shape, long seed) {
    this.shape = shape;
    this.random = new Random(seed);
  }

  /** The next trace. */
  public Trace next() {
    return Traces.of(Traces.withDefaultLocations(new Run(shape, random).events()));
  }

  /**
   * One run of the scheduler. A thread plans a block (an access, a critical section with what is in
   * it, a fork, a join) and executes it step by step, alone or interleaved with the others.
   */
  private static final class Run {
    private final Shape shape;
    private final Random random;
    private final List<NamedEvent> events = new ArrayList<>();
    private final List<Deque<NamedEvent>> plans = new ArrayList<>();
    private final int threads;
    private final int variables;
    private final int locks;
    private final double writes; // share of writes among the accesses of this trace
    private final double burst; // probability that a thread goes on inside a block
    private final double sections; // share of critical sections among the blocks
    private final boolean mixed; // volatile and plain accesses to one variable
    private final boolean[] unforked;
    private final boolean[] runs; // has an event or was forked
    private final boolean[] joined;
    private final String[] holder; // per lock: name of the thread, or null
    private final int[] depth; // per lock

    Run(Shape shape, Random random) {
      this.shape = shape;
      this.random = random;
      threads = shape.threads <= 2 ? shape.threads : 2 + random.nextInt(shape.threads - 1);
      variables = 1 + random.nextInt(shape.variables);
      locks = shape.locks == 0 ? 0 : 1 + random.nextInt(shape.locks);
      writes = 0.3 + 0.6 * random.nextDouble();
      burst = 0.5 + 0.5 * random.nextDouble();
      sections = locks == 0 ? 0 : 0.3 + 0.4 * random.nextDouble();
      mixed = random.nextBoolean();
      unforked = new boolean[threads];
      runs = new boolean[threads];
      joined = new boolean[threads];
      holder = new String[locks];
      depth = new int[locks];
      for (int t = 0; t < threads; t++) {
        plans.add(new ArrayDeque<>());
        unforked[t] = t > 0 && chance(shape.forkJoin);
      }
    }

    List<NamedEvent> events() {
      int wanted = shape.events / 2 + random.nextInt(shape.events / 2 + 1);
      int thread = 0;
      int stuck = 0;
      while (events.size() < wanted && stuck < 4 * threads) {
        if (!isAlive(thread) || plans.get(thread).isEmpty() || !chance(burst)) {
          thread = aliveThread();
        }
        Deque<NamedEvent> plan = plans.get(thread);
        if (plan.isEmpty()) {
          planBlock(thread, plan);
        }
        if (execute(plan.peek())) {
          plan.remove();
          stuck = 0;
        } else {
          stuck++; // the thread waits for a lock; when all do, the trace ends here
          thread = aliveThread();
        }
      }
      return events;
    }

    private void planBlock(int thread, Deque<NamedEvent> plan) {
      if (chance(aliveThreads() == 1 ? 0.6 : 0.25) && planForkOrJoin(thread, plan)) {
        return;
      }
      if (chance(sections)) {
        planSection(thread, random.nextInt(locks), plan, 0);
      } else {
        planAccess(thread, plan);
      }
    }

    private void planAccess(int thread, Deque<NamedEvent> plan) {
      if (chance(shape.markers)) {
        byte[] kinds = {Kind.BEGIN, Kind.END, Kind.NOP};
        plan.add(event(kinds[random.nextInt(3)], thread, ""));
      }
      int variable = random.nextInt(variables);
      boolean write = chance(writes);
      if (chance(shape.volatiles)) {
        byte kind = write ? Kind.VOLATILE_WRITE : Kind.VOLATILE_READ;
        plan.add(event(kind, thread, (mixed ? "x" : "v") + variable));
      } else {
        plan.add(event(write ? Kind.WRITE : Kind.READ, thread, "x" + variable));
      }
    }

    private void planSection(int thread, int lock, Deque<NamedEvent> plan, int nested) {
      plan.add(event(Kind.ACQUIRE, thread, "l" + lock));
      planBody(thread, plan);
      NamedEvent release = event(Kind.RELEASE, thread, "l" + lock);
      if (nested < 2 && chance(shape.reentrancy)) {
        planSection(thread, lock, plan, nested + 1);
      } else if (nested < 2 && locks > 1 && chance(shape.nesting)) {
        int inner = (lock + 1 + random.nextInt(locks - 1)) % locks;
        if (chance(shape.crossing)) {
          plan.add(event(Kind.ACQUIRE, thread, "l" + inner));
          planBody(thread, plan);
          plan.add(release);
          planBody(thread, plan);
          release = event(Kind.RELEASE, thread, "l" + inner);
        } else {
          planSection(thread, inner, plan, nested + 1);
          planBody(thread, plan);
        }
      }
      if (!chance(shape.neverReleased)) {
        plan.add(release);
      }
    }

    private void planBody(int thread, Deque<NamedEvent> plan) {
      for (int accesses = random.nextInt(5); accesses > 2; accesses--) {
        planAccess(thread, plan);
      }
    }

    private boolean planForkOrJoin(int thread, Deque<NamedEvent> plan) {
      int other = random.nextInt(threads);
      if (other == thread) {
        return false;
      }
      if (unforked[other]) {
        plan.add(event(Kind.FORK, thread, name(other)));
        return true;
      }
      // A thread may be joined twice, and by a thread that did not fork it.
      if (runs[other] && chance(shape.forkJoin) && plans.get(other).isEmpty()) {
        plan.add(event(Kind.JOIN, thread, name(other)));
        return true;
      }
      return false;
    }

    /** Executes the event if that is possible now; false if its thread has to wait. */
    private boolean execute(NamedEvent event) {
      switch (event.kind()) {
        case Kind.ACQUIRE -> {
          int lock = index(event.target());
          if (depth[lock] > 0 && !event.thread().equals(holder[lock])) {
            return false;
          }
          holder[lock] = event.thread();
          depth[lock]++;
        }
        case Kind.RELEASE -> depth[index(event.target())]--;
        case Kind.FORK -> {
          int forked = index(event.target()) - 1;
          if (runs[forked]) {
            return true; // another thread has forked it since this was planned
          }
          unforked[forked] = false;
          runs[forked] = true;
        }
        case Kind.JOIN -> {
          int target = index(event.target()) - 1;
          if (!joined[target] && aliveThreads() == 1) {
            return true;
          }
          joined[target] = true;
        }
        default -> {}
      }
      runs[index(event.thread()) - 1] = true;
      events.add(event);
      return true;
    }

    private boolean isAlive(int thread) {
      return !unforked[thread] && !joined[thread];
    }

    private int aliveThreads() {
      int alive = 0;
      for (int t = 0; t < threads; t++) {
        alive += isAlive(t) ? 1 : 0;
      }
      return alive;
    }

    private int aliveThread() {
      int thread = random.nextInt(threads);
      while (!isAlive(thread)) {
        thread = (thread + 1) % threads;
      }
      return thread;
    }

    private boolean chance(double probability) {
      return random.nextDouble() < probability;
    }

    private static NamedEvent event(byte kind, int thread, String target) {
      return new NamedEvent(kind, name(thread), target, "");
    }

    private static String name(int thread) {
      return "T" + (thread + 1);
    }

    private static int index(String name) {
      return Integer.parseInt(name.substring(1));
    }
  }
}
