package dev.sooth.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Well-formed random traces for the tests of readers and writers. */
public final class RandomTraces {
  private RandomTraces() {}

  /** The size of a random trace. */
  public record Shape(int events, int threads, int locks, int variables, int locations) {}

  /** A well-formed trace in which every kind of event occurs, if it is long enough. */
  public static Trace wellFormed(long seed, Shape shape) {
    return wellFormed(seed, shape, NameStyle.PLAIN);
  }

  /** What the names look like. */
  public enum NameStyle {
    /** T0, x12, m3, 17: all of them can be written in all formats. */
    PLAIN,
    /** Long names, with parentheses, dots and letters beyond ASCII. */
    RICH
  }

  /** A well-formed trace with names of this style. */
  public static Trace wellFormed(long seed, Shape shape, NameStyle style) {
    Random random = new Random(seed);
    TraceNames names = TraceNames.empty();
    TraceBuilder builder = new TraceBuilder("random-" + seed, names);
    int[] holder = new int[shape.locks()]; // thread + 1
    List<List<Integer>> held = new ArrayList<>();
    boolean[] running = new boolean[shape.threads()];
    boolean[] done = new boolean[shape.threads()];
    for (int t = 0; t < shape.threads(); t++) {
      held.add(new ArrayList<>());
    }
    running[0] = true;
    for (int i = 1; i < shape.threads(); i++) {
      running[i] = random.nextInt(4) == 0; // some are never forked
    }
    while (builder.size() < shape.events()) {
      int t = random.nextInt(shape.threads());
      if (!running[t] || done[t]) {
        t = 0;
      }
      String thread = thread(style, t);
      String location = location(style, random.nextInt(shape.locations()));
      int choice = random.nextInt(100);
      if (choice < 8 && shape.locks() > 0) {
        int lock = random.nextInt(shape.locks());
        if (holder[lock] == 0 || holder[lock] == t + 1) {
          holder[lock] = t + 1;
          held.get(t).add(lock);
          builder.add(Kind.ACQUIRE, thread, lock(style, lock), location);
        }
      } else if (choice < 18 && !held.get(t).isEmpty()) {
        int lock = held.get(t).remove(held.get(t).size() - 1);
        if (!held.get(t).contains(lock)) {
          holder[lock] = 0;
        }
        builder.add(Kind.RELEASE, thread, lock(style, lock), location);
      } else if (choice < 20) {
        int child = random.nextInt(shape.threads());
        if (!running[child] && child != t) {
          running[child] = true;
          builder.add(Kind.FORK, thread, thread(style, child), location);
        }
      } else if (choice < 21) {
        int child = 1 + random.nextInt(shape.threads());
        if (child < shape.threads()
            && running[child]
            && names.threads().find(thread(style, child)) >= 0
            && child != t) {
          done[child] = true;
          builder.add(Kind.JOIN, thread, thread(style, child), location);
        }
      } else if (choice < 22) {
        byte[] markers = {Kind.BEGIN, Kind.END, Kind.NOP};
        builder.add(markers[random.nextInt(3)], thread, "", location);
      } else {
        byte[] accesses = {Kind.READ, Kind.READ, Kind.READ, Kind.WRITE, Kind.WRITE};
        byte[] volatiles = {Kind.VOLATILE_READ, Kind.VOLATILE_WRITE};
        byte kind = choice < 26 ? volatiles[random.nextInt(2)] : accesses[random.nextInt(5)];
        builder.add(kind, thread, variable(style, random.nextInt(shape.variables())), location);
      }
    }
    return builder.build();
  }

  private static String thread(NameStyle style, int i) {
    return style == NameStyle.PLAIN ? "T" + i : "worker thread (" + i + ") ü";
  }

  private static String variable(NameStyle style, int i) {
    return style == NameStyle.PLAIN ? "x" + i : "com.example.Foo.f()[" + i + "]";
  }

  private static String lock(NameStyle style, int i) {
    return style == NameStyle.PLAIN ? "m" + i : "lock@" + Integer.toHexString(i * 77777) + "(é)";
  }

  private static String location(NameStyle style, int i) {
    return style == NameStyle.PLAIN ? "" + i : "Foo.java:" + i + " | in run(), " + i;
  }
}
