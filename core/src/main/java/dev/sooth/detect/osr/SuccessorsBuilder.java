package dev.sooth.detect.osr;

import dev.sooth.order.MemoryBudget;
import dev.sooth.order.TrfIndex;
import dev.sooth.trace.Kind;
import dev.sooth.trace.SharedUse;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

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
 * another thread where locks or data order the accesses.
 */
final class SuccessorsBuilder {
  private static final int NONE = -1;

  private final TrfIndex trf;
  private final Trace trace;
  private final byte[] kinds;
  private final int threads;

  private final long[][] edges;
  private final int[] edgeCounts;
  private final long[] leaving;
  private final MemoryBudget budget = new MemoryBudget("the edges between its threads");

  // Users: pairs of a variable or lock and a thread, those of one variable or lock linked.
  private final int[] firstUser; // per variable, then per lock
  private int users;
  private int[] userThread = new int[64];
  private int[] nextUser = new int[64];
  private int[] lastSource = new int[64]; // last access of the variable or release of the lock
  private int[] lastTarget = new int[64]; // last access of the variable or acquire of the lock
  private int[] lastWrite = new int[64]; // last write of the variable or acquire of the lock

  private final int[] previous; // per access or release: the one before it of the same user
  private final int[] writer; // per variable: position of the last write
  private final int[] finalWrite; // per variable: position of the last write of the trace
  private final int[] seen; // per thread: events so far

  private SuccessorsBuilder(TrfIndex trf) {
    this.trf = trf;
    trace = trf.trace();
    kinds = trace.relevantKinds();
    threads = trf.threads();
    int variables = trace.names().variables().size();
    edges = new long[threads * threads][];
    edgeCounts = new int[threads * threads];
    leaving = new long[(trace.size() >>> 6) + 1];
    firstUser = new int[variables + trace.names().locks().size()];
    previous = new int[trace.size()];
    writer = new int[variables];
    finalWrite = new int[variables];
    seen = new int[threads];
    Arrays.fill(firstUser, NONE);
    Arrays.fill(writer, NONE);
  }

  static Successors build(TrfIndex trf, BooleanSupplier stop) {
    SuccessorsBuilder builder = new SuccessorsBuilder(trf);
    builder.pass(stop);
    long[][] edges = builder.edges;
    for (int pair = 0; pair < edges.length; pair++) {
      if (edges[pair] != null) {
        edges[pair] = Arrays.copyOf(edges[pair], builder.edgeCounts[pair]);
        Arrays.sort(edges[pair]);
      }
    }
    return new Successors(builder.threads, edges, builder.leaving);
  }

  private void pass(BooleanSupplier stop) {
    int[] threadOf = trace.threads();
    int[] targets = trace.targets();
    SharedUse use = new SharedUse();
    use.add(kinds, threadOf, targets, 0, trace.size());
    for (int p = 0; p < trace.size(); p++) {
      if (kinds[p] == Kind.WRITE || kinds[p] == Kind.VOLATILE_WRITE) {
        finalWrite[targets[p]] = p;
      }
    }
    for (int p = 0; p < trace.size(); p++) {
      if ((p & 0xFFFF) == 0 && stop.getAsBoolean()) {
        throw new CancellationException();
      }
      int t = threadOf[p];
      int target = targets[p];
      switch (kinds[p]) {
        case Kind.READ, Kind.VOLATILE_READ -> {
          if (use.isShared(target)) {
            read(p, t, target);
          }
        }
        case Kind.WRITE, Kind.VOLATILE_WRITE -> {
          if (use.isShared(target)) {
            write(p, t, target);
          }
        }
        case Kind.ACQUIRE -> acquire(p, t, writer.length + target);
        case Kind.RELEASE -> source(user(t, writer.length + target), p);
        case Kind.FORK -> {
          if (trf.fork(target) == p && trf.forkedAt(target) < trf.events(target)) {
            edge(p, trf.position(target, trf.forkedAt(target)));
          }
        }
        case Kind.JOIN -> join(p, t, target);
        default -> {}
      }
      seen[t]++;
    }
  }

  private void read(int p, int t, int variable) {
    int write = writer[variable];
    if (write != NONE && trace.thread(write) != t && isNews(write, p, t)) {
      edge(write, p);
    }
    if (p < finalWrite[variable]) { // else no later write can have an edge from it
      int user = user(t, variable);
      source(user, p);
      lastTarget[user] = p;
    }
  }

  private void write(int p, int t, int variable) {
    int user = user(t, variable);
    incoming(p, t, user, firstUser[variable]);
    source(user, p);
    lastTarget[user] = p;
    lastWrite[user] = p;
    writer[variable] = p;
  }

  private void acquire(int p, int t, int lock) {
    int user = user(t, lock);
    incoming(p, t, user, firstUser[lock]);
    lastTarget[user] = p;
    lastWrite[user] = p;
  }

  /** Adds the edges into a write or acquire from all users of the same variable or lock. */
  private void incoming(int p, int t, int own, int first) {
    int vector = trf.vectorBefore(t, trf.index(p));
    for (int other = first; other != NONE; other = nextUser[other]) {
      if (other == own) {
        continue;
      }
      int known = trf.vectors().get(vector, userThread[other]);
      int source = lastSource[other];
      while (source > lastWrite[own] && trf.index(source) >= known) {
        // An earlier read of this thread is the first conflict of a write before that read.
        if (source > lastTarget[own] || isRead(source)) {
          edge(source, p);
        }
        source = previous[source];
      }
    }
  }

  private void join(int p, int t, int child) {
    if (t == child) {
      return;
    }
    if (seen[child] > 0) {
      int last = trf.position(child, seen[child] - 1);
      if (isNews(last, p, t)) {
        edge(last, p);
      }
    }
    int fork = trf.fork(child);
    if (fork != NONE && fork < p && trf.forkedAt(child) == seen[child]) { // it did nothing since
      if (trace.thread(fork) != t && isNews(fork, p, t)) {
        edge(fork, p);
      }
    }
  }

  private boolean isRead(int p) {
    return kinds[p] == Kind.READ || kinds[p] == Kind.VOLATILE_READ;
  }

  /** Whether this event is not yet in the TRF closure of what thread t did before position p. */
  private boolean isNews(int event, int p, int t) {
    int before = trf.vectorBefore(t, trf.index(p));
    return trf.index(event) >= trf.vectors().get(before, trace.thread(event));
  }

  private void source(int user, int p) {
    previous[p] = lastSource[user];
    lastSource[user] = p;
  }

  private void edge(int from, int to) {
    int pair = trace.thread(from) * threads + trace.thread(to);
    int count = edgeCounts[pair]++;
    if (edges[pair] == null) {
      edges[pair] = new long[16];
    } else if (count == edges[pair].length) {
      budget.take(4L * count);
      edges[pair] = Arrays.copyOf(edges[pair], count + (count >>> 1));
    }
    edges[pair][count] = ((long) trf.index(from) << 32) | trf.index(to);
    int slot = trf.slotOf(from);
    leaving[slot >>> 6] |= 1L << slot;
  }

  /**
   * The user with this thread, which is put first: a thread mostly comes several times in a row.
   */
  private int user(int t, int resource) {
    int first = firstUser[resource];
    int before = NONE;
    int user = first;
    while (user != NONE && userThread[user] != t) {
      before = user;
      user = nextUser[user];
    }
    if (user == NONE) {
      return addUser(t, resource);
    }
    if (before != NONE) {
      nextUser[before] = nextUser[user];
      nextUser[user] = first;
      firstUser[resource] = user;
    }
    return user;
  }

  private int addUser(int t, int resource) {
    if (users == userThread.length) {
      int capacity = users * 2;
      userThread = Arrays.copyOf(userThread, capacity);
      nextUser = Arrays.copyOf(nextUser, capacity);
      lastSource = Arrays.copyOf(lastSource, capacity);
      lastTarget = Arrays.copyOf(lastTarget, capacity);
      lastWrite = Arrays.copyOf(lastWrite, capacity);
    }
    userThread[users] = t;
    nextUser[users] = firstUser[resource];
    lastSource[users] = NONE;
    lastTarget[users] = NONE;
    lastWrite[users] = NONE;
    firstUser[resource] = users;
    return users++;
  }
}
