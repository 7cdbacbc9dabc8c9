package dev.sooth.detect.osr;

import com.carrotsearch.hppc.LongIntHashMap;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * The critical sections of a trace, numbered in the order of their acquires; which of them are open
 * after each event of a thread, as linked lists that share their tails; and for each lock and
 * thread the sections in order. Sections need not be nested in each other. Immutable.
 *
 * <p>Cost: O(events + sections × depth) time and space.
 */
final class CriticalSections {
  static final int NONE = -1;

  private final TrfIndex trf;
  private int size;
  private int[] lock = new int[64];
  private int[] thread = new int[64];
  private int[] acquire = new int[64]; // position
  private int[] release = new int[64]; // position, NONE if never released

  private final int[] open; // per slot: list of the open sections after the event, or NONE
  private int nodes;
  private int[] nodeSection = new int[64];
  private int[] nodeNext = new int[64];
  private int[] nodeLockSet = new int[64];
  private final LockSets lockSets = new LockSets();

  // Users: pairs of a lock and a thread, those of one lock together.
  private int[] firstUser; // per lock, and one more
  private int[] userThread;
  private int[] firstClosed; // per user, and one more: its part of the next array
  private int[] closedBefore; // indices in its thread of the releases of a user, in order

  CriticalSections(TrfIndex trf, BooleanSupplier stop) {
    this.trf = trf;
    open = new int[trf.trace().size()];
    number(stop);
    sortByUser();
  }

  private void number(BooleanSupplier stop) {
    Trace trace = trf.trace();
    byte[] kinds = trace.relevantKinds();
    int[] threads = trace.threads();
    int[] targets = trace.targets();
    int[] current = filled(trace.names().locks().size()); // open section of each lock
    int[] held = filled(trf.threads());
    for (int p = 0; p < trace.size(); p++) {
      if ((p & 0xFFFF) == 0 && stop.getAsBoolean()) {
        throw new CancellationException();
      }
      int t = threads[p];
      int l = targets[p];
      if (kinds[p] == Kind.ACQUIRE) {
        current[l] = add(l, t, p);
        held[t] = push(current[l], held[t]);
      } else if (kinds[p] == Kind.RELEASE && current[l] != NONE) {
        release[current[l]] = p;
        held[t] = remove(current[l], held[t]);
        current[l] = NONE;
      }
      open[trf.slotOf(p)] = held[t];
    }
  }

  private int add(int ofLock, int byThread, int position) {
    if (size == lock.length) {
      lock = Arrays.copyOf(lock, size * 2);
      thread = Arrays.copyOf(thread, size * 2);
      acquire = Arrays.copyOf(acquire, size * 2);
      release = Arrays.copyOf(release, size * 2);
    }
    lock[size] = ofLock;
    thread[size] = byThread;
    acquire[size] = position;
    release[size] = NONE;
    return size++;
  }

  private int push(int section, int next) {
    if (nodes == nodeSection.length) {
      nodeSection = Arrays.copyOf(nodeSection, nodes * 2);
      nodeNext = Arrays.copyOf(nodeNext, nodes * 2);
      nodeLockSet = Arrays.copyOf(nodeLockSet, nodes * 2);
    }
    nodeSection[nodes] = section;
    nodeNext[nodes] = next;
    nodeLockSet[nodes] = lockSets.with(lockSetOf(next), lock[section]);
    return nodes++;
  }

  /** Sections that were opened after this one get new list nodes; mostly there are none. */
  private int remove(int section, int list) {
    if (list == NONE) {
      return NONE;
    }
    if (nodeSection[list] == section) {
      return nodeNext[list];
    }
    int rest = remove(section, nodeNext[list]);
    return rest == nodeNext[list] ? list : push(nodeSection[list], rest);
  }

  private void sortByUser() {
    int locks = trf.trace().names().locks().size();
    LongIntHashMap numbers = new LongIntHashMap();
    int[] userOf = new int[size];
    int[] lockOfUser = new int[64];
    int[] threadOfUser = new int[64];
    int[] closedOfUser = new int[64];
    int users = 0;
    for (int s = 0; s < size; s++) {
      long key = ((long) lock[s] << 32) | thread[s];
      int user = numbers.getOrDefault(key, NONE);
      if (user == NONE) {
        user = users++;
        numbers.put(key, user);
        if (user == lockOfUser.length) {
          lockOfUser = Arrays.copyOf(lockOfUser, user * 2);
          threadOfUser = Arrays.copyOf(threadOfUser, user * 2);
          closedOfUser = Arrays.copyOf(closedOfUser, user * 2);
        }
        lockOfUser[user] = lock[s];
        threadOfUser[user] = thread[s];
      }
      userOf[s] = user;
      if (release[s] != NONE) {
        closedOfUser[user]++;
      }
    }
    firstUser = new int[locks + 1];
    for (int u = 0; u < users; u++) {
      firstUser[lockOfUser[u] + 1]++;
    }
    for (int l = 0; l < locks; l++) {
      firstUser[l + 1] += firstUser[l];
    }
    int[] rank = new int[users];
    int[] next = Arrays.copyOf(firstUser, locks);
    userThread = new int[users];
    firstClosed = new int[users + 1];
    for (int u = 0; u < users; u++) {
      rank[u] = next[lockOfUser[u]]++;
      userThread[rank[u]] = threadOfUser[u];
      firstClosed[rank[u] + 1] = closedOfUser[u];
    }
    for (int u = 0; u < users; u++) {
      firstClosed[u + 1] += firstClosed[u];
    }
    int[] fill = Arrays.copyOf(firstClosed, users);
    closedBefore = new int[firstClosed[users]];
    for (int s = 0; s < size; s++) {
      if (release[s] != NONE) {
        closedBefore[fill[rank[userOf[s]]]++] = trf.index(release[s]);
      }
    }
  }

  private static int[] filled(int n) {
    int[] array = new int[n];
    Arrays.fill(array, NONE);
    return array;
  }

  int lock(int section) {
    return lock[section];
  }

  int thread(int section) {
    return thread[section];
  }

  /** Position of the acquire. */
  int acquire(int section) {
    return acquire[section];
  }

  /** Position of the release, or NONE. */
  int release(int section) {
    return release[section];
  }

  /** The list of sections that are open after the first {@code count} events of this thread. */
  int openAfter(int ofThread, int count) {
    return count == 0 ? NONE : open[trf.slot(ofThread, count - 1)];
  }

  /** The section at the head of a list, the one opened last. */
  int section(int list) {
    return nodeSection[list];
  }

  /** The rest of a list, or NONE. */
  int next(int list) {
    return nodeNext[list];
  }

  /** The number of the set of locks that this list of open sections holds. */
  int lockSetOf(int list) {
    return list == NONE ? LockSets.EMPTY : nodeLockSet[list];
  }

  LockSets lockSets() {
    return lockSets;
  }

  /**
   * The last release of this lock, in trace order, among the first {@code prefix[t]} events of each
   * thread t: its position, or NONE. [OSR24] lastRel(S, l).
   */
  int lastRelease(int ofLock, int[] prefix) {
    int last = NONE;
    for (int u = firstUser[ofLock]; u < firstUser[ofLock + 1]; u++) {
      int t = userThread[u];
      int lo = firstClosed[u];
      int hi = firstClosed[u + 1];
      while (lo < hi) {
        int mid = (lo + hi) >>> 1;
        if (closedBefore[mid] < prefix[t]) {
          lo = mid + 1;
        } else {
          hi = mid;
        }
      }
      if (lo > firstClosed[u]) {
        last = Math.max(last, trf.position(t, closedBefore[lo - 1]));
      }
    }
    return last;
  }
}
