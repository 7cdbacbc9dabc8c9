package dev.sooth.detect.osr;

import dev.sooth.detect.Workers;
import dev.sooth.order.MemoryBudget;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;

/**
 * Finds the edges between threads of the optimistic reordering graph, in one pass: reads-from,
 * fork, join, conflicts, and releases to later acquires of the same lock.
 *
 * <p>The graph of a closed set S must order all conflicting accesses in S, and S need not hold what
 * stands between two of them. So, other than in [OSR24] section 4.1, the conflict edges of an event
 * go to the first conflicting event of <em>each</em> thread: S is a prefix of each thread, and if
 * it holds any conflicting event of a thread then it holds the first. The same for locks. An edge
 * is left out when every closed set that holds its target has a path anyway:
 *
 * <ul>
 *   <li>from e to f if e is in the TRF closure of f: the path is made of the edges kept for that;
 *   <li>from a write to a read that reads another write: that one is in S, and ordered.
 * </ul>
 *
 * <p>Cost: O(events × threads) time and edges at worst; about one edge for each read-from of
 * another thread where locks or data order the accesses; 8 bytes an event until it is done. Each
 * worker has a builder for its resources, and all go over the trace at the same time.
 */
final class SuccessorsBuilder {
  private static final int NONE = -1;

  private static final int LAST_SOURCE = 0; // last access of the variable or release of the lock
  private static final int SOURCE_INDEX = 1; // its index in its thread
  private static final int LAST_TARGET = 2; // last access of the variable or acquire of the lock
  private static final int LAST_WRITE = 3; // last write of the variable or acquire of the lock
  private static final int STRIDE = 4;

  private static final int READ = 1 << 31;

  private final TrfIndex trf;
  private final Trace trace;
  private final SharedResources resources;
  private final Users users;
  private final byte[] kinds;
  private final int[] threadOf;
  private final Edges edges;
  private final int[] state; // per user, see above; all builders have the same array
  private final long[] writer; // per variable: thread << 32 | index of the last write; the same

  // The events of this builder's resources, numbered in trace order from 1.
  private int size = 1;
  private int[] index; // in its thread; with the sign bit if it is a read that may be a source
  private int[] previous; // the source before it of the same user

  private SuccessorsBuilder(
      TrfIndex trf,
      SharedResources resources,
      Users users,
      int[] state,
      long[] writer,
      MemoryBudget budget) {
    this.trf = trf;
    this.resources = resources;
    this.users = users;
    this.state = state;
    this.writer = writer;
    trace = trf.trace();
    kinds = trace.relevantKinds();
    threadOf = trace.threads();
    edges = new Edges(trf.threads(), budget);
  }

  /**
   * Builders for so many parts of the resources. Each has its own edges, and the first one also
   * those of forks and joins.
   */
  static SuccessorsBuilder[] of(TrfIndex trf, SharedResources resources, Users users, int parts) {
    int[] state = new int[STRIDE * users.count()];
    long[] writer = new long[resources.variables()];
    Arrays.fill(writer, NONE);
    MemoryBudget budget = new MemoryBudget("the edges between its threads");
    SuccessorsBuilder[] builders = new SuccessorsBuilder[parts];
    for (int part = 0; part < parts; part++) {
      builders[part] = new SuccessorsBuilder(trf, resources, users, state, writer, budget);
    }
    return builders;
  }

  /** Finds the edges of the resources with {@code from <= resource < to}. */
  void find(int from, int to, Workers crew) {
    index = new int[resources.uses(from, to) + 1];
    previous = new int[index.length];
    int[] targets = trace.targets();
    for (int p = 0; p < trace.size(); p++) {
      if ((p & 0xFFFF) == 0) {
        crew.check();
      }
      int resource = resources.of(kinds[p], targets[p]);
      if (resource >= from && resource < to) {
        event(p, resource);
      }
    }
    if (from == 0) {
      addForksAndJoins();
    }
    index = null; // what was needed to find them
    previous = null;
  }

  Edges edges() {
    return edges;
  }

  private void event(int p, int resource) {
    int t = threadOf[p];
    int i = trf.index(p);
    int at = STRIDE * users.of(resource, t);
    int e = number(i);
    switch (kinds[p]) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        addReadFrom(t, i, writer[resource]);
        if (p < resources.finalWrite(resource)) { // else no later write can have an edge from it
          index[e] |= READ;
          addSource(at, e, i);
          state[at + LAST_TARGET] = e;
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> {
        addIncoming(resource, t, i, at);
        addSource(at, e, i);
        state[at + LAST_TARGET] = e;
        state[at + LAST_WRITE] = e;
        writer[resource] = ((long) t << 32) | i;
      }
      case Kind.ACQUIRE -> {
        addIncoming(resource, t, i, at);
        state[at + LAST_TARGET] = e;
        state[at + LAST_WRITE] = e;
      }
      default -> addSource(at, e, i); // a release
    }
  }

  private int number(int i) {
    index[size] = i;
    return size++;
  }

  private void addSource(int at, int e, int i) {
    previous[e] = state[at + LAST_SOURCE];
    state[at + LAST_SOURCE] = e;
    state[at + SOURCE_INDEX] = i;
  }

  private void addReadFrom(int t, int i, long write) {
    int u = (int) (write >>> 32);
    int j = (int) write;
    if (write != NONE && u != t && j >= trf.vectors().get(trf.vectorBefore(t, i), u)) {
      edges.add(u, j, t, i);
    }
  }

  /** Adds the edges into a write or acquire from all users of the same variable or lock. */
  private void addIncoming(int resource, int t, int i, int own) {
    int write = state[own + LAST_WRITE];
    int target = state[own + LAST_TARGET];
    int vector = trf.vectorBefore(t, i);
    int end = users.end(resource);
    for (int user = users.first(resource); user < end; user++) {
      int at = STRIDE * user;
      int source = state[at + LAST_SOURCE];
      if (source <= write || at == own) {
        continue;
      }
      int u = users.thread(user);
      int known = trf.vectors().get(vector, u);
      int j = state[at + SOURCE_INDEX];
      while (j >= known) {
        // An earlier read of this thread is the first conflict of a write before that read.
        if (source > target || index[source] < 0) {
          edges.add(u, j, t, i);
        }
        source = previous[source];
        if (source <= write) {
          break;
        }
        j = index[source] & ~READ;
      }
    }
  }

  /** Adds the edges from forks to the first events of threads, and from last events to joins. */
  private void addForksAndJoins() {
    for (int p = 0; p < trace.size(); p++) {
      if (kinds[p] == Kind.FORK) {
        int child = trace.target(p);
        if (trf.fork(child) == p && trf.forkedAt(child) < trf.events(child)) {
          edges.add(threadOf[p], trf.index(p), child, trf.forkedAt(child));
        }
      } else if (kinds[p] == Kind.JOIN && threadOf[p] != trace.target(p)) {
        addJoin(p, threadOf[p], trace.target(p));
      }
    }
  }

  private void addJoin(int p, int t, int child) {
    int before = trf.vectorBefore(t, trf.index(p));
    int done = eventsBefore(p, child);
    if (done > trf.vectors().get(before, child)) {
      edges.add(child, done - 1, t, trf.index(p));
    }
    int fork = trf.fork(child);
    if (fork != NONE && fork < p && trf.forkedAt(child) == done) { // it did nothing since
      int parent = threadOf[fork];
      if (parent != t && trf.index(fork) >= trf.vectors().get(before, parent)) {
        edges.add(parent, trf.index(fork), t, trf.index(p));
      }
    }
  }

  private int eventsBefore(int position, int t) {
    int low = 0;
    int high = trf.events(t);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (trf.position(t, middle) < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
