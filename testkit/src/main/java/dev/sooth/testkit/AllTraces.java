package dev.sooth.testkit;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All well-formed traces of up to some size over a small alphabet, up to renaming of threads,
 * variables and locks: names are used in order of first use. Traces without two conflicting plain
 * accesses are left out, since no class of races has a pair there.
 */
public final class AllTraces {
  /**
   * What the events may be.
   *
   * @param events at most this many events
   * @param kinds the kinds of events
   */
  public record Alphabet(int events, int threads, int variables, int locks, List<Byte> kinds) {}

  private static final List<Byte> CORE = List.of(Kind.READ, Kind.WRITE, Kind.ACQUIRE, Kind.RELEASE);

  private final Alphabet alphabet;
  private final Consumer<Trace> consumer;
  private final TraceNames names = TraceNames.empty();
  private final byte[] kinds;
  private final int[] threads;
  private final int[] targets;
  private int size;

  private AllTraces(Alphabet alphabet, Consumer<Trace> consumer) {
    this.alphabet = alphabet;
    this.consumer = consumer;
    kinds = new byte[alphabet.events];
    threads = new int[alphabet.events];
    targets = new int[alphabet.events];
    for (int i = 0; i < 4; i++) {
      names.threads().intern("T" + (i + 1));
      names.variables().intern("x" + i);
      names.locks().intern("l" + i);
    }
    for (int i = 0; i < alphabet.events; i++) {
      names.locations().intern(String.valueOf(i));
    }
  }

  /** All traces over this alphabet. */
  public static void forEach(Alphabet alphabet, Consumer<Trace> consumer) {
    new AllTraces(alphabet, consumer).extend(0, 0, 0);
  }

  /** The traces for the contract of an engine. */
  public static List<Alphabet> small() {
    List<Byte> locking = List.of(Kind.WRITE, Kind.ACQUIRE, Kind.RELEASE);
    List<Byte> forking = List.of(Kind.WRITE, Kind.FORK, Kind.JOIN);
    return List.of(
        new Alphabet(6, 2, 1, 1, CORE),
        new Alphabet(5, 3, 1, 1, CORE),
        new Alphabet(5, 2, 2, 1, CORE),
        new Alphabet(5, 2, 1, 2, CORE),
        new Alphabet(7, 2, 1, 1, locking),
        new Alphabet(6, 2, 1, 2, locking),
        new Alphabet(5, 3, 1, 0, forking),
        new Alphabet(4, 3, 1, 0, plus(forking, Kind.READ)),
        new Alphabet(6, 2, 1, 1, plus(locking, Kind.FORK, Kind.JOIN)),
        new Alphabet(5, 2, 1, 1, plus(locking, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE)),
        new Alphabet(
            4, 2, 2, 0, List.of(Kind.READ, Kind.WRITE, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE)));
  }

  private static List<Byte> plus(List<Byte> kinds, byte... more) {
    List<Byte> all = new ArrayList<>(kinds);
    for (byte kind : more) {
      all.add(kind);
    }
    return List.copyOf(all);
  }

  private void extend(int usedThreads, int usedVariables, int usedLocks) {
    if (size > 0 && hasConflict()) {
      Trace trace = build();
      if (!WellFormed.holds(trace)) {
        return;
      }
      consumer.accept(trace);
    } else if (size > 0 && !WellFormed.holds(build())) {
      return; // no extension of it is well-formed
    }
    if (size == alphabet.events) {
      return;
    }
    for (int thread = 0; thread <= Math.min(usedThreads, alphabet.threads - 1); thread++) {
      int nowThreads = Math.max(usedThreads, thread + 1);
      for (byte kind : alphabet.kinds) {
        boolean access = Kind.isAccess(kind);
        boolean lock = Kind.isLockOperation(kind);
        int used = access ? usedVariables : lock ? usedLocks : nowThreads;
        int most = access ? alphabet.variables : lock ? alphabet.locks : alphabet.threads;
        for (int target = 0; target <= Math.min(used, most - 1); target++) {
          kinds[size] = kind;
          threads[size] = thread;
          targets[size] = target;
          size++;
          extend(
              access || lock ? nowThreads : Math.max(nowThreads, target + 1),
              access ? Math.max(usedVariables, target + 1) : usedVariables,
              lock ? Math.max(usedLocks, target + 1) : usedLocks);
          size--;
        }
      }
    }
  }

  private Trace build() {
    TraceBuilder builder = new TraceBuilder("test trace", names);
    for (int i = 0; i < size; i++) {
      builder.add(kinds[i], threads[i], targets[i], i);
    }
    return builder.build();
  }

  private boolean hasConflict() {
    for (int j = 0; j < size; j++) {
      for (int i = 0; i < j; i++) {
        if (Kind.isPlainAccess(kinds[i])
            && Kind.isPlainAccess(kinds[j])
            && targets[i] == targets[j]
            && threads[i] != threads[j]
            && (kinds[i] == Kind.WRITE || kinds[j] == Kind.WRITE)) {
          return true;
        }
      }
    }
    return false;
  }
}
