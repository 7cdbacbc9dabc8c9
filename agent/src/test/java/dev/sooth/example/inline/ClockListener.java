package dev.sooth.example.inline;

import dev.sooth.agent.bootstrap.InlineListener;
import dev.sooth.agent.bootstrap.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An example of a listener: happens-before races by vector clocks, inside the running program. It
 * keeps one race for each variable and says all at the end. {@code
 * listener=dev.sooth.example.inline.ClockListener} is all that it takes, if the class is in the
 * agent's jar.
 *
 * <p>A thread's clock is its own. What belongs to a location is found by the stripe of its key,
 * which is locked while the listener works, so none of it needs a lock.
 */
public final class ClockListener extends InlineListener {
  /** The clock of a thread; others touch it too: its starter, and who comes after all. */
  private static final class Clock {
    private final int thread;
    private int[] times;

    Clock(int thread) {
      this.thread = thread;
      times = new int[thread + 1];
      times[thread] = 1;
    }

    synchronized int now() {
      return times[thread];
    }

    synchronized boolean knows(int other, int time) {
      return time == 0 || (other < times.length && times[other] >= time);
    }

    synchronized int[] copy() {
      return times.clone();
    }

    synchronized void join(int[] others) {
      times = joined(times, others);
    }

    synchronized void tick() {
      times[thread]++;
    }

    static int[] joined(int[] some, int[] others) {
      int[] result = Arrays.copyOf(some, Math.max(some.length, others.length));
      for (int i = 0; i < others.length; i++) {
        result[i] = Math.max(result[i], others[i]);
      }
      return result;
    }
  }

  /** What is known of a location; the next one has the same stripe. */
  private static final class Location {
    final int space;
    final long key;
    final Location next;
    int[] released = {}; // the clocks of those who have written or given it
    int writer;
    int written; // when, by the writer's clock; 0 for never
    int writeSite;
    int[] read = {}; // when, by thread
    int[] readSites = {};
    boolean racy;
    int racyOp;
    int firstSite;
    int secondSite;

    Location(int space, long key, Location next) {
      this.space = space;
      this.key = key;
      this.next = next;
    }
  }

  private final Location[] byStripe = new Location[Op.STRIPES];
  private volatile Clock[] clocks = {}; // by thread

  @Override
  public Object threadMade(int thread, String name, boolean forked) {
    Clock clock = new Clock(thread);
    Clock[] more = Arrays.copyOf(clocks, thread + 1);
    more[thread] = clock;
    clocks = more;
    return clock;
  }

  @Override
  public void operation(int thread, Object state, int op, int site, long key) {
    Clock clock = (Clock) state;
    switch (op) {
      case Op.FIELD_READ, Op.ELEMENT_READ -> read(clock, op, site, location(op, key));
      case Op.FIELD_WRITE, Op.ELEMENT_WRITE -> write(clock, op, site, location(op, key));
      case Op.FIELD_VOLATILE_READ, Op.ELEMENT_VOLATILE_READ, Op.HIDDEN_READ, Op.ACQUIRE ->
          clock.join(location(op, key).released);
      case Op.FIELD_VOLATILE_WRITE, Op.ELEMENT_VOLATILE_WRITE, Op.HIDDEN_WRITE, Op.RELEASE ->
          release(clock, location(op, key));
      case Op.FIELD_UPDATE,
          Op.ELEMENT_UPDATE,
          Op.HIDDEN_UPDATE,
          Op.FIELD_CHAIN,
          Op.ELEMENT_CHAIN -> {
        clock.join(location(op, key).released);
        release(clock, location(op, key));
      }
      case Op.FORK -> {
        clocks[(int) key].join(clock.copy());
        clock.tick();
      }
      case Op.JOIN -> clock.join(clocks[(int) key].copy());
      case Op.AFTER_ALL, Op.AFTER_LOCK -> comeAfterAll(clock); // of a lock's givers would do
      case Op.END -> {}
      default -> throw new IllegalArgumentException("operation " + op);
    }
  }

  private Location location(int op, long key) {
    int stripe = Op.stripe(key);
    int space = Op.space(op);
    Location location = byStripe[stripe];
    while (location != null && (location.key != key || location.space != space)) {
      location = location.next;
    }
    if (location == null) {
      location = new Location(space, key, byStripe[stripe]);
      byStripe[stripe] = location;
    }
    return location;
  }

  private static void release(Clock clock, Location location) {
    location.released = Clock.joined(location.released, clock.copy());
    clock.tick();
  }

  /** The others may go on meanwhile: then more is ordered than there is, and races are missed. */
  private void comeAfterAll(Clock clock) {
    for (Clock other : clocks) {
      if (other != clock) {
        clock.join(other.copy());
      }
    }
  }

  private static void read(Clock clock, int op, int site, Location location) {
    if (!clock.knows(location.writer, location.written)) {
      race(location, op, location.writeSite, site);
    }
    if (clock.thread >= location.read.length) {
      location.read = Arrays.copyOf(location.read, clock.thread + 1);
      location.readSites = Arrays.copyOf(location.readSites, clock.thread + 1);
    }
    location.read[clock.thread] = clock.now();
    location.readSites[clock.thread] = site;
  }

  private static void write(Clock clock, int op, int site, Location location) {
    if (!clock.knows(location.writer, location.written)) {
      race(location, op, location.writeSite, site);
    }
    for (int other = 0; other < location.read.length; other++) {
      if (!clock.knows(other, location.read[other])) {
        race(location, op, location.readSites[other], site);
      }
    }
    location.writer = clock.thread;
    location.written = clock.now();
    location.writeSite = site;
  }

  private static void race(Location location, int op, int firstSite, int secondSite) {
    if (!location.racy) {
      location.racy = true;
      location.racyOp = op;
      location.firstSite = firstSite;
      location.secondSite = secondSite;
    }
  }

  @Override
  public List<String> report(Names names) {
    List<String> lines = new ArrayList<>();
    for (Location first : byStripe) {
      for (Location location = first; location != null; location = location.next) {
        if (location.racy) {
          lines.add(
              "race on %s: %s ~ %s"
                  .formatted(
                      names.target(location.racyOp, location.key),
                      names.site(location.firstSite),
                      names.site(location.secondSite)));
        }
      }
    }
    return lines;
  }
}
