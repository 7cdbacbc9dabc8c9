package dev.sooth.detect.osr;

import com.carrotsearch.hppc.IntArrayList;
import dev.sooth.order.TrfIndex;

/**
 * Which threads use which shared resource. A <em>user</em> is a resource and a thread; the users of
 * a resource have consecutive numbers, in the order of their threads, so that what is kept for them
 * stands side by side.
 *
 * <p>Cost: O(events) time, 4 bytes a resource and a user. Immutable.
 */
final class Users {
  private static final int FEW = 16;

  private final int[] first; // per resource, and one more
  private final int[] thread; // per user

  /** Finds the resources that each thread uses; threads may be dealt to workers. */
  static final class Finder {
    private final TrfIndex trf;
    private final SharedResources resources;
    private final IntArrayList[] usedBy;
    private final int[][] lastUser; // per worker and resource: thread + 1

    Finder(TrfIndex trf, SharedResources resources, int workers) {
      this.trf = trf;
      this.resources = resources;
      usedBy = new IntArrayList[trf.threads()];
      lastUser = new int[workers][];
    }

    void find(int worker, int t) {
      if (lastUser[worker] == null) {
        lastUser[worker] = new int[resources.count()];
      }
      usedBy[t] = usedBy(t, trf, resources, lastUser[worker]);
    }

    /** When all threads have been looked at. */
    Users users() {
      return new Users(resources, usedBy);
    }
  }

  private Users(SharedResources resources, IntArrayList[] usedBy) {
    first = new int[resources.count() + 1];
    int count = 0;
    for (IntArrayList used : usedBy) {
      for (int k = 0; k < used.size(); k++) {
        first[used.get(k)]++;
      }
      count += used.size();
    }
    int next = 0;
    for (int r = 0; r < first.length; r++) {
      int users = first[r];
      first[r] = next;
      next += users;
    }
    thread = new int[count];
    for (int t = 0; t < usedBy.length; t++) {
      for (int k = 0; k < usedBy[t].size(); k++) {
        thread[first[usedBy[t].get(k)]++] = t;
      }
    }
    for (int r = first.length - 1; r > 0; r--) {
      first[r] = first[r - 1];
    }
    first[0] = 0;
  }

  private static IntArrayList usedBy(
      int t, TrfIndex trf, SharedResources resources, int[] lastUser) {
    byte[] kinds = trf.trace().relevantKinds();
    int[] targets = trf.trace().targets();
    IntArrayList used = new IntArrayList();
    for (int i = 0; i < trf.events(t); i++) {
      int p = trf.position(t, i);
      int resource = resources.of(kinds[p], targets[p]);
      if (resource >= 0 && lastUser[resource] != t + 1) {
        lastUser[resource] = t + 1;
        used.add(resource);
      }
    }
    return used;
  }

  int count() {
    return thread.length;
  }

  /** The first user of a resource. */
  int first(int resource) {
    return first[resource];
  }

  /** One past the last user of a resource. */
  int end(int resource) {
    return first[resource + 1];
  }

  int thread(int user) {
    return thread[user];
  }

  /** The user with this resource and thread, which must be one. */
  int of(int resource, int t) {
    int low = first[resource];
    int high = first[resource + 1];
    while (high - low > FEW) {
      int middle = (low + high) >>> 1;
      if (thread[middle] <= t) {
        low = middle;
      } else {
        high = middle;
      }
    }
    while (thread[low] != t) {
      low++;
    }
    return low;
  }
}
