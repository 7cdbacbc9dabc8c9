package dev.sooth.verify;

import dev.sooth.race.Refutation;
import dev.sooth.race.Refutation.Rule;
import dev.sooth.race.Refutation.Step;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Checks a refutation from the definition of a correct reordering. Shares nothing with the engines:
 * it computes reads-from, critical sections and what must precede what from the trace itself.
 *
 * <p>A derivation is about statements "event p is in ρ" and "a comes before b in ρ". True by
 * definition: what precedes e1 or e2 in its thread is in ρ, e1 and e2 are not; with an event all
 * that it needs by thread order, reads-from, fork and join is in ρ; events in the wrong order of
 * these are not "before". Each step adds a clause: a rule of the trace, which is rebuilt here from
 * the events that it names, a cycle, whose links are checked, or a learned clause, which must
 * follow by unit propagation. At the end there must be a contradiction.
 *
 * <p>Cost: O(events · threads), and unit propagation for each learned clause.
 */
public final class RefutationChecker {
  private static final int NONE = -1;

  private final Trace trace;
  private final byte[] kinds;
  private final int threads;
  private final int[] indexInThread;
  private final int[] partner; // of a read: its writer; of an acquire: its release

  public RefutationChecker(Trace trace) {
    this.trace = trace;
    kinds = Arrays.copyOf(trace.kinds(), trace.size());
    threads = trace.names().threads().size();
    indexInThread = new int[trace.size()];
    partner = new int[trace.size()];
    Arrays.fill(partner, NONE);
    int[] executed = new int[threads];
    int[] lastWrite = new int[trace.names().variables().size()];
    Arrays.fill(lastWrite, NONE);
    int[] depth = new int[trace.names().locks().size()];
    int[] acquire = new int[depth.length];
    for (int i = 0; i < trace.size(); i++) {
      indexInThread[i] = executed[trace.thread(i)]++;
      int target = trace.target(i);
      switch (kinds[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> partner[i] = lastWrite[target];
        case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = i;
        case Kind.ACQUIRE -> {
          if (depth[target]++ == 0) {
            acquire[target] = i;
          } else {
            kinds[i] = Kind.NOP;
          }
        }
        case Kind.RELEASE -> {
          if (--depth[target] == 0) {
            partner[acquire[target]] = i;
          } else {
            kinds[i] = Kind.NOP;
          }
        }
        default -> {}
      }
    }
  }

  /** Why this does not show that the two accesses cannot race; empty if it does. */
  public Optional<String> objection(int first, int second, Refutation refutation) {
    if (first < 0 || second < 0 || first >= trace.size() || second >= trace.size()) {
      return Optional.of("the trace has no events %d and %d".formatted(first, second));
    }
    try {
      if (refutation instanceof Refutation.Contained contained) {
        checkContained(first, second, contained);
      } else if (refutation instanceof Refutation.CommonLock common) {
        checkHeld(first, common.firstAcquire());
        checkHeld(second, common.secondAcquire());
        require(
            trace.target(common.firstAcquire()) == trace.target(common.secondAcquire())
                && trace.thread(first) != trace.thread(second),
            "the two threads hold different locks");
      } else if (refutation instanceof Refutation.Derivation derivation) {
        new Run(first, second, derivation.steps()).check();
      }
      return Optional.empty();
    } catch (Objection e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Ends the check. */
  private static final class Objection extends Exception {
    private static final long serialVersionUID = 1;

    Objection(String message) {
      super(message, null, false, false);
    }
  }

  private static void require(boolean holds, String otherwise) throws Objection {
    if (!holds) {
      throw new Objection(otherwise);
    }
  }

  private void checkContained(int first, int second, Refutation.Contained contained)
      throws Objection {
    int event = contained.event();
    int other = contained.other();
    require(
        (event == first && other == second) || (event == second && other == first),
        "it is about other events");
    int[] needed = new Needs(new TreeMap<>(), other, other).beforeFirst;
    require(
        needed[trace.thread(event)] > indexInThread[event],
        "event %d does not need event %d".formatted(other, event));
  }

  private void checkHeld(int access, int acquire) throws Objection {
    require(
        acquire >= 0
            && acquire < access
            && kinds[acquire] == Kind.ACQUIRE
            && trace.thread(acquire) == trace.thread(access)
            && (partner[acquire] == NONE || partner[acquire] > access),
        "event %d is not in a section that event %d begins".formatted(access, acquire));
  }

  /** How many events of each thread must be in ρ with an event: one pass by the definition. */
  private final class Needs {
    final int[] beforeFirst = new int[threads];
    final int[] beforeSecond = new int[threads];

    /** Fills in the vector of each event that is a key; events after all these do not matter. */
    Needs(NavigableMap<Integer, int[]> wanted, int first, int second) {
      int[][] now = new int[threads][threads];
      int[][] ofWrite = new int[trace.names().variables().size()][];
      Iterator<Map.Entry<Integer, int[]>> entries = wanted.entrySet().iterator();
      Map.Entry<Integer, int[]> next = entries.hasNext() ? entries.next() : null;
      int last = Math.max(Math.max(first, second), wanted.isEmpty() ? NONE : wanted.lastKey());
      for (int i = 0; i <= last; i++) {
        int t = trace.thread(i);
        int target = trace.target(i);
        int[] own = now[t];
        if (i == first) {
          max(beforeFirst, own);
        }
        if (i == second) {
          max(beforeSecond, own);
        }
        own[t] = indexInThread[i] + 1;
        switch (kinds[i]) {
          case Kind.READ, Kind.VOLATILE_READ -> {
            if (ofWrite[target] != null) {
              max(own, ofWrite[target]);
            }
          }
          case Kind.WRITE, Kind.VOLATILE_WRITE -> {
            if (ofWrite[target] == null) {
              ofWrite[target] = new int[threads];
            }
            System.arraycopy(own, 0, ofWrite[target], 0, threads);
          }
          case Kind.FORK -> max(now[target], own);
          case Kind.JOIN -> max(own, now[target]);
          default -> {}
        }
        if (next != null && next.getKey() == i) {
          max(next.getValue(), own);
          next = entries.hasNext() ? entries.next() : null;
        }
      }
    }

    private static void max(int[] into, int[] other) {
      for (int t = 0; t < into.length; t++) {
        into[t] = Math.max(into[t], other[t]);
      }
    }
  }

  /** The check of one derivation. */
  private final class Run {
    private final int first;
    private final int second;
    private final Step[] steps;
    private final Map<Long, Integer> variables = new HashMap<>(); // event and other event, or NONE
    private final NavigableMap<Integer, int[]> needs =
        new TreeMap<>(); // by event that is spoken of
    private final List<int[]> clauses = new ArrayList<>();

    Run(int first, int second, Step[] steps) {
      this.first = first;
      this.second = second;
      this.steps = steps;
    }

    void check() throws Objection {
      needs.put(first, new int[threads]);
      needs.put(second, new int[threads]);
      for (Step step : steps) {
        clauses.add(clause(step));
      }
      Needs cones = new Needs(needs, first, second);
      UnitPropagation known = new UnitPropagation(variables.size());
      addDefinitions(known, cones);
      for (int i = 0; i < steps.length && !known.contradiction(); i++) {
        if (steps[i].rule() == Rule.CYCLE) {
          checkCycle(steps[i].data());
        } else if (steps[i].rule() == Rule.LEARNED) {
          require(known.implies(clauses.get(i)), "step %d does not follow".formatted(i));
        }
        known.add(clauses.get(i));
      }
      require(known.contradiction(), "the steps do not contradict each other");
    }

    private int[] clause(Step step) throws Objection {
      int[] data = step.data();
      for (int i = 0; i < data.length; i++) {
        boolean isEvent =
            step.rule() != Rule.LEARNED || i % 3 == 1 || (i % 3 == 2 && data[i] != NONE);
        require(
            !isEvent || (data[i] >= 0 && data[i] < trace.size()), "the trace has no such event");
      }
      return switch (step.rule()) {
        case LOCK -> lockClause(data);
        case READ -> readClause(data);
        case CYCLE -> {
          require(data.length > 0 && data.length % 2 == 0, "a cycle of loose ends");
          int[] clause = new int[data.length / 2];
          for (int k = 0; k < clause.length; k++) {
            clause[k] = 2 * variable(data[2 * k], data[2 * k + 1]) + 1;
          }
          yield clause;
        }
        case LEARNED -> {
          require(data.length % 3 == 0, "a clause of loose ends");
          int[] clause = new int[data.length / 3];
          for (int k = 0; k < clause.length; k++) {
            int variable = variable(data[3 * k + 1], data[3 * k + 2]);
            clause[k] = 2 * variable + (data[3 * k] == 1 ? 0 : 1);
          }
          yield clause;
        }
      };
    }

    private int[] lockClause(int[] data) throws Objection {
      require(
          data.length == 2
              && data[0] != data[1]
              && kinds[data[0]] == Kind.ACQUIRE
              && kinds[data[1]] == Kind.ACQUIRE
              && trace.target(data[0]) == trace.target(data[1]),
          "these are not two sections on one lock");
      int[] clause = new int[4];
      int size = 0;
      clause[size++] = 2 * variable(data[0], NONE) + 1;
      clause[size++] = 2 * variable(data[1], NONE) + 1;
      for (int k = 0; k < 2; k++) {
        int release = partner[data[k]];
        if (release != NONE) {
          clause[size++] = 2 * variable(release, data[1 - k]);
        }
      }
      return Arrays.copyOf(clause, size);
    }

    private int[] readClause(int[] data) throws Objection {
      require(data.length == 2 && isRead(data[0]) && isWrite(data[1]), "not a read and a write");
      int writer = partner[data[0]];
      require(
          trace.target(data[0]) == trace.target(data[1]) && writer != data[1],
          "the write is no other write of the same variable");
      int[] clause = new int[writer == NONE ? 3 : 4];
      clause[0] = 2 * variable(data[0], NONE) + 1;
      clause[1] = 2 * variable(data[1], NONE) + 1;
      clause[2] = 2 * variable(data[0], data[1]);
      if (writer != NONE) {
        clause[3] = 2 * variable(data[1], writer);
      }
      return clause;
    }

    private boolean isRead(int event) {
      return kinds[event] == Kind.READ || kinds[event] == Kind.VOLATILE_READ;
    }

    private boolean isWrite(int event) {
      return kinds[event] == Kind.WRITE || kinds[event] == Kind.VOLATILE_WRITE;
    }

    /** The number of "event is in ρ", or of "event comes before the other". */
    private int variable(int event, int other) {
      needs.computeIfAbsent(event, e -> new int[threads]);
      if (other != NONE) {
        variable(event, NONE);
        variable(other, NONE);
      }
      return number(event, other);
    }

    private int number(int event, int other) {
      return variables.computeIfAbsent((long) event << 32 | (other + 1), k -> variables.size());
    }

    private void checkCycle(int[] data) throws Objection {
      for (int k = 0; k < data.length; k += 2) {
        int end = data[k + 1];
        int next = data[(k + 2) % data.length];
        require(needs(next, end), "event %d need not come after event %d".formatted(next, end));
      }
    }

    /** Whether the other event is the event, or must come before it. */
    private boolean needs(int event, int other) {
      return needs.get(event)[trace.thread(other)] > indexInThread[other];
    }

    private void addDefinitions(UnitPropagation known, Needs cones) {
      int[][] spokenOf = new int[threads][0]; // by thread: events with a variable, in order
      for (int event : needs.keySet()) {
        if (variables.containsKey((long) event << 32)) {
          int t = trace.thread(event);
          spokenOf[t] = Arrays.copyOf(spokenOf[t], spokenOf[t].length + 1);
          spokenOf[t][spokenOf[t].length - 1] = event;
        }
      }
      for (Map.Entry<Long, Integer> entry : variables.entrySet()) {
        int event = (int) (entry.getKey() >>> 32);
        int other = (int) (long) entry.getKey() - 1;
        int literal = 2 * entry.getValue();
        if (other != NONE) {
          known.add(literal + 1, 2 * number(event, NONE));
          known.add(literal + 1, 2 * number(other, NONE));
          if (needs(event, other)) {
            known.add(literal + 1);
          }
        } else {
          int t = trace.thread(event);
          int index = indexInThread[event];
          if (cones.beforeFirst[t] > index || cones.beforeSecond[t] > index) {
            known.add(literal);
          }
          if (needs(event, first) || needs(event, second)) {
            known.add(literal + 1);
          }
          addNeeded(known, event, spokenOf);
        }
      }
    }

    /** With the event, ρ holds the last event of each thread that it needs, if spoken of. */
    private void addNeeded(UnitPropagation known, int event, int[][] spokenOf) {
      int[] vector = needs.get(event);
      for (int t = 0; t < threads; t++) {
        int limit = t == trace.thread(event) ? indexInThread[event] : vector[t];
        int last = NONE;
        for (int low = 0, high = spokenOf[t].length; low < high; ) {
          int middle = (low + high) >>> 1;
          if (indexInThread[spokenOf[t][middle]] < limit) {
            last = spokenOf[t][middle];
            low = middle + 1;
          } else {
            high = middle;
          }
        }
        if (last != NONE) {
          known.add(2 * number(event, NONE) + 1, 2 * number(last, NONE));
        }
      }
    }
  }
}
