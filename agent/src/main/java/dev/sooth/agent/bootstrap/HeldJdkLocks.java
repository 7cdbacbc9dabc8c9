package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * The locks that a thread holds because the JDK's own code took them, innermost last; one entry for
 * each acquisition, so that a lock taken twice stands here twice. Only the thread touches it.
 *
 * <p>Inside a method that is modelled as a whole a lock is <em>silent</em>: it is noted here and
 * not in the trace. It is told after all as soon as the thread records anything while it holds it:
 * then code of the program runs under it, and the lock orders that code.
 */
final class HeldJdkLocks {
  private Object[] locks = new Object[8];
  private int[] sites = new int[8];
  private boolean[] told = new boolean[8];
  private int size;

  /** How many of them are silent. */
  int silent;

  void push(Object lock, int site, boolean isTold) {
    if (size == locks.length) {
      grow();
    }
    locks[size] = lock;
    sites[size] = site;
    told[size++] = isTold;
    if (!isTold) {
      silent++;
    }
  }

  private void grow() {
    Object[] moreLocks = Arrays.copyOf(locks, 2 * size);
    int[] moreSites = Arrays.copyOf(sites, 2 * size);
    told = Arrays.copyOf(told, 2 * size);
    sites = moreSites;
    locks = moreLocks;
  }

  int size() {
    return size;
  }

  Object lock(int i) {
    return locks[i];
  }

  int site(int i) {
    return sites[i];
  }

  boolean isTold(int i) {
    return told[i];
  }

  /** The innermost acquisition of this lock, or -1. */
  int find(Object lock) {
    for (int i = size - 1; i >= 0; i--) {
      if (locks[i] == lock) {
        return i;
      }
    }
    return -1;
  }

  /** Whether an acquisition of this lock is in the trace. */
  boolean holdsTold(Object lock) {
    for (int i = 0; i < size; i++) {
      if (locks[i] == lock && told[i]) {
        return true;
      }
    }
    return false;
  }

  void tell(int i) {
    told[i] = true;
    silent--;
  }

  /** Forgets an acquisition; true if it was told. */
  boolean remove(int i) {
    boolean wasTold = told[i];
    size--;
    System.arraycopy(locks, i + 1, locks, i, size - i);
    System.arraycopy(sites, i + 1, sites, i, size - i);
    System.arraycopy(told, i + 1, told, i, size - i);
    locks[size] = null;
    if (!wasTold) {
      silent--;
    }
    return wasTold;
  }
}
