package dev.sooth.trace;

import java.util.Arrays;

/**
 * Which variables and locks can matter at all: a variable must be used by two threads and written,
 * a lock must be used by two threads. Whatever else happens to the others has no effect on another
 * thread, so blanking those events changes no result; an engine to which such a lock matters all
 * the same takes it back with {@link Trace#withAllLocks()}.
 */
public final class SharedUse {
  private final Users variables = new Users();
  private final Users locks = new Users();
  private long[] written = {}; // bits of variables

  /** Takes note of the events at {@code from <= i < to}. */
  public void add(byte[] kinds, int[] threads, int[] targets, int from, int to) {
    for (int i = from; i < to; i++) {
      int target = targets[i];
      switch (kinds[i]) {
        case Kind.WRITE, Kind.VOLATILE_WRITE -> {
          variables.add(target, threads[i]);
          write(target);
        }
        case Kind.READ, Kind.VOLATILE_READ -> variables.add(target, threads[i]);
        case Kind.ACQUIRE, Kind.RELEASE -> locks.add(target, threads[i]);
        default -> {}
      }
    }
  }

  private void write(int variable) {
    int word = variable >> 6;
    if (word >= written.length) {
      written = Arrays.copyOf(written, Math.max(word + 1, 2 * written.length));
    }
    written[word] |= 1L << variable;
  }

  /**
   * Writes NOP over the kinds of the events that cannot matter; all were {@link #add}ed before. An
   * event that was not, since the file grew between two passes, is left alone.
   */
  public void blank(byte[] kinds, int[] targets, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!canMatter(kinds[i], targets[i])) {
        kinds[i] = Kind.NOP;
      }
    }
  }

  /** The first event that {@link #blank} would write over, or the end. */
  int firstBlank(byte[] kinds, int[] targets, int from, int to) {
    int i = from;
    while (i < to && canMatter(kinds[i], targets[i])) {
      i++;
    }
    return i;
  }

  private boolean canMatter(byte kind, int target) {
    return switch (kind) {
      case Kind.READ, Kind.WRITE, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE -> {
        yield target >= variables.end() || isShared(target);
      }
      case Kind.ACQUIRE, Kind.RELEASE -> target >= locks.end() || isSharedLock(target);
      default -> true;
    };
  }

  /** Whether two threads use the variable and one writes it. */
  public boolean isShared(int variable) {
    return variables.several(variable)
        && variable >> 6 < written.length
        && (written[variable >> 6] & 1L << variable) != 0;
  }

  /** Whether two threads use the lock. */
  public boolean isSharedLock(int lock) {
    return locks.several(lock);
  }

  /** Whether one thread alone uses the variable. */
  public boolean isThreadLocal(int variable) {
    return variables.one(variable);
  }

  /** The variables that two threads use and one writes, in the order of their ids. */
  DenseIds sharedVariables() {
    return DenseIds.of(variables.end(), variables::mayHaveSeveral, this::isShared);
  }

  /** The locks that two threads use. */
  DenseIds sharedLocks() {
    return DenseIds.of(locks.end(), locks::mayHaveSeveral, this::isSharedLock);
  }
}
