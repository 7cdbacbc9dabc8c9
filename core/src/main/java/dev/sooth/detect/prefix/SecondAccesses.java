package dev.sooth.detect.prefix;

import com.carrotsearch.hppc.ObjectArrayList;
import dev.sooth.detect.prefix.GuessTable.Partition;
import dev.sooth.trace.Kind;
import java.util.Arrays;

/**
 * Compares second accesses with guesses and reports races: at once where the prefix can end there,
 * and else when its threads have given back the locks that the grain acquired.
 */
final class SecondAccesses {
  private static final int NOBODY = TraceSoFar.NOBODY;

  /** Puts a guess into a partition. */
  @FunctionalInterface
  interface Adding {
    void add(Partition partition, Guess guess);
  }

  private final TraceSoFar trace;
  private final GuessTable table;
  private final boolean all;
  private final boolean rememberCuts;
  private final Adding adding;

  /** By variable: guesses whose prefix has still to give locks back. */
  private Partition[] pendingByVariable = new Partition[16];

  /** Those of these that are not empty. */
  private final ObjectArrayList<Partition> pending = new ObjectArrayList<>();

  private Automaton.Found found;
  private long[] accepted;

  /**
   * Compares with guesses of this table.
   *
   * @param all whether all pairs are asked for
   * @param rememberCuts whether somebody will ask for {@link #accepted}
   */
  SecondAccesses(
      TraceSoFar trace, GuessTable table, boolean all, boolean rememberCuts, Adding adding) {
    this.trace = trace;
    this.table = table;
    this.all = all;
    this.rememberCuts = rememberCuts;
    this.adding = adding;
  }

  void makeRoom(int variables) {
    if (variables > pendingByVariable.length) {
      pendingByVariable =
          Arrays.copyOf(pendingByVariable, Math.max(variables, 2 * pendingByVariable.length));
    }
  }

  void reportTo(Automaton.Found races) {
    found = races;
  }

  /**
   * For each thread the position of its first event outside the prefix, in the guess that showed
   * the last race.
   */
  long[] accepted() {
    return accepted;
  }

  long earliestPending() {
    long earliest = Long.MAX_VALUE;
    for (int k = 0; k < pending.size(); k++) {
      int count = table.findAll(pending.get(k));
      for (int i = 0; i < count; i++) {
        earliest = Math.min(earliest, table.guess(table.foundSlot(i)).second.position);
      }
    }
    return earliest;
  }

  /** Reports the first accesses with which this second access races. */
  void compare(Partition guesses, byte kind, int thread, int variable, int location) {
    int count = table.findInside(guesses, thread);
    SecondAccess second = null;
    Guess latest = null;
    boolean anyLate = false;
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      if (kind != Kind.WRITE && guess.firstKind != Kind.WRITE) {
        continue;
      }
      if (second == null) {
        second = new SecondAccess(variable, trace.position, kind, thread, location);
      }
      if (!canEnd(guess, thread)) {
        anyLate = true;
      } else if (all) {
        report(guess, second);
      } else if (latest == null || guess.firstPosition > latest.firstPosition) {
        latest = guess;
      }
    }
    if (latest != null) {
      report(latest, second);
    }
    if (anyLate && (all || latest == null)) {
      for (int i = 0; i < count; i++) {
        Guess guess = table.guess(table.foundSlot(i));
        if ((kind == Kind.WRITE || guess.firstKind == Kind.WRITE) && !canEnd(guess, thread)) {
          waitForLocks(guess, second);
        }
      }
    }
  }

  /**
   * Keeps a guess that shows a race with this access as soon as threads of the prefix have given
   * back the locks that the grain acquired. Nothing else of Def. 5.4 asks for events after e2.
   */
  private void waitForLocks(Guess guess, SecondAccess second) {
    SmallSet held = trace.points[second.thread].held();
    if (!held.intersects(guess.taken)) {
      Guess late = table.copy(guess);
      late.second = second;
      table.leave(late, second.thread, second.position, held);
      adding.add(pending(second.variable), late);
    }
  }

  private Partition pending(int variable) {
    if (pendingByVariable[variable] == null) {
      pendingByVariable[variable] = new Partition();
    }
    Partition partition = pendingByVariable[variable];
    if (partition.size() == 0) {
      pending.add(partition);
    }
    return partition;
  }

  /** Whether the prefix may end here: it must not keep a lock that the grain acquired. */
  private boolean canEnd(Guess guess, int secondThread) {
    for (int i = 0; i < guess.taken.size(); i++) {
      int owner = trace.holder[guess.taken.get(i)];
      if (owner != NOBODY
          && guess.isInPrefix(owner)
          && (owner == secondThread || freePoint(guess, owner) < 0)) {
        return false;
      }
    }
    return true;
  }

  /** The latest point at which a thread that holds such a lock can have stopped, or -1. */
  private int freePoint(Guess guess, int thread) {
    for (int k = trace.points[thread].size() - 1; k >= 0; k--) {
      if (!trace.points[thread].get(k).heldBefore().intersects(guess.taken)) {
        return k;
      }
    }
    return -1;
  }

  private void report(Guess guess, SecondAccess second) {
    if (all) {
      guess.firsts.forEach(
          first -> {
            if (second.addReported(first.position)) {
              found.race(first, second, trace.position);
            }
          });
    } else if (second.addReported(guess.firstPosition)) {
      if (rememberCuts) {
        remember(guess);
      }
      found.race(guess.first(), second, trace.position);
    }
  }

  private void remember(Guess guess) {
    accepted = new long[trace.threads];
    for (int t = 0; t < trace.threads; t++) {
      accepted[t] = guess.cut(t);
    }
    for (int i = 0; i < guess.taken.size(); i++) {
      int owner = trace.holder[guess.taken.get(i)];
      if (owner != NOBODY && guess.isInPrefix(owner)) {
        accepted[owner] = trace.points[owner].get(freePoint(guess, owner)).position();
      }
    }
  }

  /** After each event: reports the guesses whose prefix can end now. */
  void checkPending() {
    for (int i = pending.size() - 1; i >= 0; i--) {
      checkPending(pending.get(i));
      if (pending.get(i).size() == 0) {
        pending.removeAt(i);
      }
    }
  }

  private void checkPending(Partition partition) {
    int count = table.findAll(partition);
    for (int i = 0; i < count; i++) {
      Guess guess = table.guess(table.foundSlot(i));
      boolean done = !all && guess.second.isReported();
      if (!done && canEnd(guess, guess.second.thread)) {
        report(guess, guess.second);
        done = true;
      }
      if (done) {
        table.remove(guess);
      }
    }
  }
}
