package dev.sooth.report;

import dev.sooth.race.Race;
import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What is drawn of a witness: its order and the order that was observed, each as rows of events
 * with folds between them, and the critical sections whose order differs. Events are indices of the
 * trace.
 */
final class WitnessPicture {
  private static final int LONGEST_SECTION = 256; // events of its thread
  private static final int LOOKED_AT = 64; // events after the first access, for its sections
  private static final int MOVED = 4; // sections of the first thread that come too late
  private static final int SMALL = 60; // events between the accesses that are all shown

  /** How a critical section stands in the witness. */
  enum Order {
    /** As observed. */
    KEPT(0),
    /** It comes before one of the same lock that came before it. */
    EARLIER(1),
    /** It came before one of the same lock, and now comes after it, or after the race. */
    LATER(2);

    private final int number;

    Order(int number) {
      this.number = number;
    }

    /** For the script of the page. */
    int number() {
      return number;
    }
  }

  /**
   * A critical section that is drawn.
   *
   * @param release -1 if it is open at the race
   */
  record Section(int acquire, int release, Order order) {}

  /**
   * A row.
   *
   * @param event -1 for a fold
   * @param from of a fold: where it begins, in the window of the witness or in the trace
   * @param count of a fold: how many events it has
   */
  record Row(int event, int from, long count) {
    static Row of(int event) {
      return new Row(event, 0, 1);
    }

    boolean isFold() {
      return event < 0;
    }
  }

  private final Trace trace;
  private final Schedules schedules;
  private final int first;
  private final int second;
  private final int[] window; // the last events of the witness
  private final long before; // events of the witness before the window
  private final TreeSet<Integer> shown = new TreeSet<>();
  private final Map<Integer, int[]> sections = new LinkedHashMap<>(); // by acquire

  private WitnessPicture(Trace trace, Schedules schedules, Race race, int[] window, long before) {
    this.trace = trace;
    this.schedules = schedules;
    this.first = trace.index(race.first().position());
    this.second = trace.index(race.second().position());
    this.window = window;
    this.before = before;
  }

  /**
   * The picture of a witness.
   *
   * @param most how many events of its end are looked at
   */
  static WitnessPicture of(Trace trace, Schedules schedules, Race race, Witness witness, int most) {
    schedules.choose(witness);
    int[] window = schedules.last(most);
    WitnessPicture picture =
        new WitnessPicture(trace, schedules, race, window, witness.size() - window.length);
    picture.choose(race);
    return picture;
  }

  private void choose(Race race) {
    BitSet told = WitnessText.shown(trace, window, race);
    for (int i = told.nextSetBit(0); i >= 0; i = told.nextSetBit(i + 1)) {
      shown.add(window[i]);
    }
    shown.add(first);
    shown.add(second);
    moved();
    if (second - first <= SMALL) {
      for (int event = first; event <= second; event++) {
        if (trace.kind(event) != Kind.NOP) {
          shown.add(event);
        }
      }
    }
    for (int event : List.copyOf(shown)) {
      int[] section = section(event);
      if (section != null) {
        sections.put(section[0], section);
      }
    }
    for (int[] section : sections.values()) {
      shown.add(section[0]);
      if (section[1] >= 0 && (schedules.has(section[1]) || !schedules.has(section[0]))) {
        shown.add(section[1]);
      }
    }
  }

  /** Sections that the first thread had after its access, and those that now come before them. */
  private void moved() {
    int looked = 0;
    int found = 0;
    for (int event = schedules.next(first);
        event >= 0 && event < second && looked < LOOKED_AT && found < MOVED;
        event = schedules.next(event)) {
      looked++;
      if (trace.kind(event) == Kind.ACQUIRE && !schedules.has(event)) {
        int other = lastOn(trace.target(event), event);
        if (other >= 0) {
          found++;
          shown.add(event);
          shown.add(other);
        }
      }
    }
  }

  /** The last acquire of a lock in the witness that was observed after this event, or -1. */
  private int lastOn(int lock, int after) {
    for (int i = window.length - 1; i >= 0; i--) {
      int event = window[i];
      if (trace.kind(event) == Kind.ACQUIRE
          && trace.target(event) == lock
          && event > after
          && trace.thread(event) != trace.thread(after)) {
        return event;
      }
    }
    return -1;
  }

  /** The section that begins or ends with this event, or null. */
  private int[] section(int event) {
    byte kind = trace.kind(event);
    if (kind == Kind.ACQUIRE) {
      return new int[] {event, match(event, Kind.RELEASE)};
    }
    int acquire = kind == Kind.RELEASE ? match(event, Kind.ACQUIRE) : -1;
    return acquire < 0 ? null : new int[] {acquire, event};
  }

  /** The other end of a section. */
  private int match(int event, byte other) {
    int open = 1;
    int looked = 0;
    int at = event;
    while (looked++ < LONGEST_SECTION) {
      at = other == Kind.RELEASE ? schedules.next(at) : schedules.previous(at);
      if (at < 0) {
        return -1;
      }
      if (trace.target(at) == trace.target(event) && Kind.isLockOperation(trace.kind(at))) {
        open += trace.kind(at) == other ? -1 : 1;
        if (open == 0) {
          return at;
        }
      }
    }
    return -1;
  }

  /** The sections that are drawn, with how they have moved. */
  List<Section> sections() {
    List<Section> drawn = new ArrayList<>();
    Collection<int[]> all = sections.values();
    for (int[] section : all) {
      Order order = Order.KEPT;
      for (int[] other : all) {
        if (trace.target(section[0]) == trace.target(other[0])
            && trace.thread(section[0]) != trace.thread(other[0])) {
          if (section[0] > other[0] && isBefore(section[0], other[0])) {
            order = Order.EARLIER;
          } else if (section[0] < other[0] && isBefore(other[0], section[0])) {
            order = Order.LATER;
          }
        }
      }
      drawn.add(new Section(section[0], section[1], order));
    }
    return drawn;
  }

  private boolean isBefore(int event, int other) {
    return schedules.has(event)
        && (!schedules.has(other) || schedules.rank(event) < schedules.rank(other));
  }

  /** The rows of the witness, without the two accesses that come after it. */
  List<Row> witness() {
    List<Row> rows = new ArrayList<>();
    long folded = before;
    int from = 0;
    for (int i = 0; i < window.length; i++) {
      if (shown.contains(window[i])) {
        if (folded == 1 && from < i) {
          rows.add(Row.of(window[from])); // a fold would take as much room
        } else {
          fold(rows, from, folded);
        }
        rows.add(Row.of(window[i]));
        folded = 0;
        from = i + 1;
      } else {
        folded++;
      }
    }
    fold(rows, from, folded);
    return rows;
  }

  /** The rows of the order that was observed: events of the witness, the accesses, and others. */
  List<Row> observed() {
    List<Row> rows = new ArrayList<>();
    int from = 0;
    for (int event : shown) {
      if (event - from == 1) {
        rows.add(Row.of(from));
      } else {
        fold(rows, from, event - from);
      }
      rows.add(Row.of(event));
      from = event + 1;
    }
    return rows;
  }

  private static void fold(List<Row> rows, int from, long count) {
    if (count > 0) {
      rows.add(new Row(-1, from, count));
    }
  }

  int[] window() {
    return window;
  }

  /** How many events of the witness come before the window. */
  long before() {
    return before;
  }

  int first() {
    return first;
  }

  int second() {
    return second;
  }

  /** Whether the witness executes this event. */
  boolean executes(int event) {
    return schedules.has(event);
  }
}
