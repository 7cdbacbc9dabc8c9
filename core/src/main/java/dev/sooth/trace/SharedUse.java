package dev.sooth.trace;

import java.util.Arrays;

/**
 * Which variables and locks can matter at all: a variable must be used by two threads and written,
 * a lock must be used by two threads. Whatever else happens to the others has no effect on another
 * thread, so blanking those events changes no result; an engine to which such a lock matters all
 * the same takes it back with {@link Trace#withAllLocks()}.
 */
public final class SharedUse {
  private static final int UNUSED = -1;
  private static final int SHARED = -2;

  private int[] variableUser = new int[0];
  private boolean[] written = new boolean[0];
  private int[] lockUser = new int[0];

  /** Takes note of the events at {@code from <= i < to}. */
  public void add(byte[] kinds, int[] threads, int[] targets, int from, int to) {
    for (int i = from; i < to; i++) {
      int target = targets[i];
      switch (kinds[i]) {
        case Kind.WRITE, Kind.VOLATILE_WRITE -> {
          ensureVariable(target);
          written[target] = true;
          variableUser[target] = use(variableUser[target], threads[i]);
        }
        case Kind.READ, Kind.VOLATILE_READ -> {
          ensureVariable(target);
          variableUser[target] = use(variableUser[target], threads[i]);
        }
        case Kind.ACQUIRE, Kind.RELEASE -> {
          ensureLock(target);
          lockUser[target] = use(lockUser[target], threads[i]);
        }
        default -> {}
      }
    }
  }

  /**
   * Writes NOP over the kinds of the events that cannot matter; all were {@link #add}ed before. An
   * event that was not, since the file grew between two passes, is left alone.
   */
  public void blank(byte[] kinds, int[] targets, int from, int to) {
    for (int i = from; i < to; i++) {
      switch (kinds[i]) {
        case Kind.READ, Kind.WRITE, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE -> {
          int variable = targets[i];
          if (variable < variableUser.length && !isShared(variable)) {
            kinds[i] = Kind.NOP;
          }
        }
        case Kind.ACQUIRE, Kind.RELEASE -> {
          int lock = targets[i];
          if (lock < lockUser.length && lockUser[lock] != SHARED) {
            kinds[i] = Kind.NOP;
          }
        }
        default -> {}
      }
    }
  }

  /** Whether two threads use the variable and one writes it. */
  public boolean isShared(int variable) {
    return variableUser[variable] == SHARED && written[variable];
  }

  /** Whether two threads use the lock. */
  public boolean isSharedLock(int lock) {
    return lockUser[lock] == SHARED;
  }

  /** Whether one thread alone uses the variable. */
  public boolean isThreadLocal(int variable) {
    return variableUser[variable] >= 0;
  }

  private static int use(int user, int thread) {
    if (user == UNUSED) {
      return thread;
    }
    return user == thread ? user : SHARED;
  }

  private void ensureVariable(int variable) {
    if (variable >= variableUser.length) {
      int old = variableUser.length;
      int capacity = Math.max(variable + 1, Math.max(64, old * 2));
      variableUser = Arrays.copyOf(variableUser, capacity);
      Arrays.fill(variableUser, old, capacity, UNUSED);
      written = Arrays.copyOf(written, capacity);
    }
  }

  private void ensureLock(int lock) {
    if (lock >= lockUser.length) {
      int old = lockUser.length;
      lockUser = Arrays.copyOf(lockUser, Math.max(lock + 1, Math.max(64, old * 2)));
      Arrays.fill(lockUser, old, lockUser.length, UNUSED);
    }
  }
}
