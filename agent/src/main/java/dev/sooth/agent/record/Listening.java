package dev.sooth.agent.record;

import dev.sooth.agent.bootstrap.AccessChecker;
import dev.sooth.agent.bootstrap.Cells;
import dev.sooth.agent.bootstrap.Inline;
import dev.sooth.agent.bootstrap.InlineListener;
import dev.sooth.agent.bootstrap.MethodSampler;
import dev.sooth.agent.bootstrap.Op;
import dev.sooth.agent.bootstrap.ThreadSamples;
import dev.sooth.agent.online.AtexRace;
import dev.sooth.agent.online.FastTrack;
import dev.sooth.agent.online.PairStore;
import dev.sooth.agent.record.RecordedEvent.Target;
import dev.sooth.race.Suppressions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The listener that {@code listener=} names, if it does, from its making to its report. */
final class Listening {
  private final InlineListener listener; // null for none
  private final String name;
  private boolean failureTaken; // the writer's

  private Listening(InlineListener listener, String name) {
    this.listener = listener;
    this.name = name;
  }

  /**
   * Makes the listener.
   *
   * @param className of a class that the agent's loader finds, empty for no listener
   * @throws IllegalArgumentException if there is no such listener, or if it fails from the start
   */
  static Listening to(String className) {
    if (className.isEmpty()) {
      return new Listening(null, className);
    }
    rehearse(make(className), className);
    return new Listening(make(className), className);
  }

  private static InlineListener make(String className) {
    try {
      return Class.forName(className, true, Listening.class.getClassLoader())
          .asSubclass(InlineListener.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new IllegalArgumentException(
          "listener=%s, expected a public class of the agent that extends %s and has a constructor without parameters: %s"
              .formatted(className, InlineListener.class.getSimpleName(), e),
          e);
    }
  }

  /**
   * Loads and links what the listener uses. Later that would happen while others wait for a stripe,
   * and could itself wait for a lock that one of them holds.
   */
  private static void rehearse(InlineListener spare, String className) {
    try {
      Object first = spare.threadMade(0, "first", false);
      spare.operation(0, first, Op.AFTER_ALL, 0, 0);
      Object second = spare.threadMade(1, "second", true);
      spare.operation(0, first, Op.FORK, 0, 1);
      rehearse(spare, 0, first);
      rehearse(spare, 1, second);
      rehearse(spare, 0, first);
      if (spare instanceof AccessChecker checker) {
        rehearse(checker, first, second);
      }
      spare.operation(1, second, Op.END, 0, 0);
      spare.operation(0, first, Op.JOIN, 0, 1);
      spare.report(named(site -> "?", (target, key) -> "?"));
    } catch (RuntimeException | Error e) {
      throw new IllegalArgumentException(
          "listener=%s fails before the program starts, expected one that works: %s"
              .formatted(className, e),
          e);
    }
  }

  /** Accesses that race, and some that do not. */
  private static void rehearse(AccessChecker spare, Object first, Object second) {
    Cells cells = new Cells(1);
    for (Object thread : List.of(first, second, first, second)) {
      for (boolean write : new boolean[] {false, true, true}) {
        long earlier = spare.check(thread, cells, 0, write, 1);
        if (earlier != 0) {
          spare.race(thread, earlier, Op.FIELD_WRITE, 1, 1, 1);
        }
      }
    }
    spare.dropped(first);
    MethodSampler sampler = spare.sampler();
    if (sampler != null) {
      ThreadSamples one = sampler.threadMade(0);
      ThreadSamples other = sampler.threadMade(1);
      for (int i = 0; i < 300; i++) {
        sampler.decide(i % 2 == 0 ? one : other, 0);
        sampler.again(one, 0);
      }
      sampler.ended(other);
      sampler.ended(one);
    }
    spare.news(named(site -> "?", (target, key) -> "?"));
  }

  /** All that a thread can do to a variable, under a lock of its own, so that there are races. */
  private static void rehearse(InlineListener spare, int thread, Object state) {
    long lock = Op.syncKey(thread + 1, 1, Op.PART_LOCK);
    spare.operation(thread, state, Op.ACQUIRE, 0, lock);
    for (int op = Op.FIELD_READ; op <= Op.AFTER_ALL; op++) {
      if (op != Op.ACQUIRE && op != Op.RELEASE) {
        spare.operation(thread, state, op, 0, op == Op.AFTER_ALL ? 0 : Op.syncKey(7, 1, 0));
      }
    }
    spare.operation(thread, state, Op.AFTER_LOCK, 0, lock);
    spare.operation(thread, state, Op.RELEASE, 0, lock);
  }

  /** Lets it know what not to say; before the first event. */
  void suppress(Suppressions suppressions) {
    if (listener instanceof FastTrack checker) {
      checker.suppress(suppressions);
    }
  }

  /** Lets it know what earlier executions have seen; before the first event. */
  void load(OnlineOptions options) {
    if (listener instanceof AtexRace atex) {
      try {
        atex.load(store(options), options.frequent());
      } catch (IOException e) {
        System.err.println(
            "sooth: no pairs of earlier executions are known: cannot read %s: %s"
                .formatted(PairStore.shown(options.pairs()), reason(e)));
      }
    }
  }

  /** Keeps what this execution has seen. */
  void save(OnlineOptions options) {
    if (listener instanceof AtexRace atex && Inline.failure() == null) {
      try {
        atex.save(store(options));
      } catch (IOException e) {
        System.err.println(
            "sooth: the pairs of this execution are lost: cannot write %s: %s"
                .formatted(PairStore.shown(options.pairs()), reason(e)));
      }
    }
  }

  private static String reason(IOException e) {
    return e.getClass() == IOException.class ? e.getMessage() : e.toString();
  }

  private static PairStore store(OnlineOptions options) {
    return PairStore.fromProgram(options.pairs(), text -> System.err.println("sooth: " + text));
  }

  /** Lets it listen; before the first event. */
  void install(boolean withLogs, boolean withRepeats, boolean running) {
    Inline.install(listener, withLogs, withRepeats, running);
  }

  /** Why the listening has ended early, once; otherwise null. */
  String takeFailure() {
    if (failureTaken || Inline.failure() == null) {
      return null;
    }
    failureTaken = true;
    return failure();
  }

  private String failure() {
    return name + " has failed: " + Inline.failure();
  }

  /** What the listener has to say now. */
  List<String> news(Names names) {
    List<String> lines = new ArrayList<>();
    for (String line : listener.news(named(names::site, names::of))) {
      lines.add(OneLine.of(line));
    }
    return lines;
  }

  /** The classes that deserve a recording; null if nobody asks that of the listener. */
  Set<String> worthRecording() {
    return listener instanceof FastTrack checker ? checker.worthRecording() : null;
  }

  /** What the listener says at the end. */
  List<String> report(Names names) {
    if (listener == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    try {
      for (String line : listener.report(named(names::site, names::of))) {
        lines.add(OneLine.of(line));
      }
    } catch (RuntimeException | Error e) {
      lines.add(name + " has no report: " + e);
    }
    if (Inline.failure() != null) {
      lines.add("listening stopped early: " + failure());
    }
    return lines;
  }

  private interface SiteNames {
    String of(int site);
  }

  private interface TargetNames {
    String of(Target target, long key);
  }

  private static InlineListener.Names named(SiteNames sites, TargetNames targets) {
    return new InlineListener.Names() {
      @Override
      public String site(int site) {
        return sites.of(site);
      }

      @Override
      public String target(int op, long key) {
        boolean lock = op == Op.ACQUIRE || op == Op.RELEASE || op == Op.AFTER_LOCK;
        return switch (Op.space(op)) {
          case Op.FIELDS -> targets.of(Target.FIELD, key);
          case Op.ELEMENTS -> targets.of(Target.ELEMENT, key);
          case Op.SYNC -> targets.of(lock ? Target.LOCK : Target.HIDDEN, key);
          default -> throw new IllegalArgumentException("no name of operation " + op);
        };
      }
    };
  }
}
