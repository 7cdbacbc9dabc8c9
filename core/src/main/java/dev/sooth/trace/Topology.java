package dev.sooth.trace;

import com.carrotsearch.hppc.LongHashSet;
import java.util.Arrays;

/**
 * The communication topology of a trace: the graph of its threads with an edge between two that
 * conflict on a variable (one of them writes it) or use a common lock. On a tree, prediction is
 * tractable ([LICS20] section 5), so what matters is whether the graph has a cycle.
 *
 * <p>One pass. A forest has fewer edges than threads, and at the first cycle the answer is final
 * and everything is forgotten, so memory is bounded by threads, locks and variables, plus the
 * readers of variables that nobody has written yet. If those are more than {@value #MOST_READERS},
 * the answer is {@link Shape#UNKNOWN}.
 */
public final class Topology {
  /** The answers. */
  public enum Shape {
    /** No cycle, and all threads are connected. */
    TREE("a tree"),
    /** No cycle, several components. */
    FOREST("a forest"),
    CYCLIC("not a tree"),
    /** Too large to be found out in bounded memory. */
    UNKNOWN("unknown: too many readers of unwritten variables");

    private final String words;

    Shape(String words) {
      this.words = words;
    }

    /** For the user. */
    public String words() {
      return words;
    }
  }

  static final int MOST_READERS = 1 << 22;

  private static final int NONE = -1;

  // Per lock: its first two users; a third closes a cycle.
  private int[] lockUser1 = {};
  private int[] lockUser2 = {};

  // Per variable: its first two writers; with two, a third user closes a cycle.
  private int[] writer1 = {};
  private int[] writer2 = {};
  // Two users besides writer1, to know at the second writer whether there is a third user.
  private int[] other1 = {};
  private int[] other2 = {};
  private int[] lastReader = {};
  private int[] readers = {}; // head of the list of readers while there is no writer

  private int[] readerThread = new int[64];
  private int[] readerNext = new int[64];
  private int readerCount;
  private LongHashSet knownReaders = new LongHashSet(); // variable and thread

  private int[] parent = {}; // union-find of threads
  private LongHashSet edges = new LongHashSet();
  private Shape answer; // null while it can still change

  /** Takes the next events of a well-formed trace. */
  void add(EventBatch batch, TraceNames names) {
    if (answer != null) {
      return;
    }
    makeRoom(names);
    for (int i = batch.from; i < batch.to && answer == null; i++) {
      int thread = batch.thread[i];
      int target = batch.target[i];
      switch (batch.kind[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> read(thread, target);
        case Kind.WRITE, Kind.VOLATILE_WRITE -> write(thread, target);
        case Kind.ACQUIRE -> use(thread, target);
        default -> {}
      }
    }
  }

  /** The shape of what was added, for this number of threads. */
  Shape shape(int threads) {
    if (answer != null) {
      return answer;
    }
    return edges.size() == threads - 1 ? Shape.TREE : Shape.FOREST;
  }

  private void use(int thread, int lock) {
    if (lockUser1[lock] == NONE) {
      lockUser1[lock] = thread;
    } else if (lockUser1[lock] != thread && lockUser2[lock] != thread) {
      if (lockUser2[lock] == NONE) {
        lockUser2[lock] = thread;
        connect(lockUser1[lock], thread);
      } else {
        finish(Shape.CYCLIC);
      }
    }
  }

  private void read(int thread, int variable) {
    if (lastReader[variable] == thread || writer1[variable] == thread) {
      return;
    }
    lastReader[variable] = thread;
    if (writer1[variable] == NONE) {
      addReader(thread, variable);
    } else if (writer2[variable] == NONE) {
      noteOther(thread, variable);
      connect(writer1[variable], thread);
    } else if (writer2[variable] != thread) {
      finish(Shape.CYCLIC);
    }
  }

  private void write(int thread, int variable) {
    if (writer1[variable] == NONE) {
      writer1[variable] = thread;
      for (int r = readers[variable]; r != NONE && answer == null; r = readerNext[r]) {
        if (readerThread[r] != thread) {
          noteOther(readerThread[r], variable);
          connect(thread, readerThread[r]);
        }
      }
    } else if (writer1[variable] != thread && writer2[variable] != thread) {
      boolean third = other1[variable] != NONE && other1[variable] != thread;
      if (writer2[variable] != NONE || third || other2[variable] != NONE) {
        finish(Shape.CYCLIC);
      } else {
        writer2[variable] = thread;
        connect(writer1[variable], thread);
      }
    }
  }

  private void noteOther(int thread, int variable) {
    if (other1[variable] == NONE) {
      other1[variable] = thread;
    } else if (other1[variable] != thread) {
      other2[variable] = thread;
    }
  }

  private void addReader(int thread, int variable) {
    if (!knownReaders.add((long) variable << 32 | thread)) {
      return;
    }
    if (readerCount == MOST_READERS) {
      finish(Shape.UNKNOWN);
      return;
    }
    if (readerCount == readerThread.length) {
      readerThread = Arrays.copyOf(readerThread, 2 * readerCount);
      readerNext = Arrays.copyOf(readerNext, 2 * readerCount);
    }
    readerThread[readerCount] = thread;
    readerNext[readerCount] = readers[variable];
    readers[variable] = readerCount++;
  }

  private void connect(int a, int b) {
    if (edges.add((long) Math.min(a, b) << 32 | Math.max(a, b))) {
      int rootA = root(a);
      int rootB = root(b);
      if (rootA == rootB) {
        finish(Shape.CYCLIC);
      } else {
        parent[rootA] = rootB;
      }
    }
  }

  private int root(int thread) {
    int at = thread;
    while (parent[at] != NONE) {
      if (parent[parent[at]] != NONE) {
        parent[at] = parent[parent[at]];
      }
      at = parent[at];
    }
    return at;
  }

  /** The answer is final; what led to it is no longer needed. */
  private void finish(Shape shape) {
    answer = shape;
    edges = new LongHashSet();
    knownReaders = new LongHashSet();
    readerThread = new int[0];
  }

  private void makeRoom(TraceNames names) {
    int locks = names.locks().size();
    lockUser1 = grown(lockUser1, locks);
    lockUser2 = grown(lockUser2, locks);
    int variables = names.variables().size();
    writer1 = grown(writer1, variables);
    writer2 = grown(writer2, variables);
    other1 = grown(other1, variables);
    other2 = grown(other2, variables);
    lastReader = grown(lastReader, variables);
    readers = grown(readers, variables);
    parent = grown(parent, names.threads().size());
  }

  private static int[] grown(int[] array, int size) {
    if (size <= array.length) {
      return array;
    }
    int[] larger = Arrays.copyOf(array, Math.max(size, 2 * array.length));
    Arrays.fill(larger, array.length, larger.length, NONE);
    return larger;
  }
}
