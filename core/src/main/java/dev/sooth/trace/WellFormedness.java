package dev.sooth.trace;

import java.util.Arrays;

/**
 * The rules that the events of a trace obey, checked one event after the other:
 *
 * <ul>
 *   <li>a thread acquires a lock only while no other thread holds it (it may hold it itself), and
 *       releases only a lock that it holds;
 *   <li>a thread is forked at most once, by another thread, and before its first event; a thread
 *       that is never forked just runs. One exception: a thread may be forked late by a thread that
 *       descends from it. No thread does that; it is the artificial first thread of some recorders,
 *       which has the name of a real one. What it does after that fork follows the fork;
 *   <li>a thread has no event after it was joined; a thread that is joined was forked or had an
 *       event, and does not join itself. Joining twice is fine, and so are locks still held at the
 *       end.
 * </ul>
 *
 * <p>Markers and {@link Kind#NOP} have no effect and are never an offence: in traces of other tools
 * they mark transactions and come in any number and at any place.
 *
 * <p>After an offence the state is as if the offending event were not there, which is what {@code
 * --lenient} makes of it. So a release whose acquire was dropped is an offence in its turn. Cost:
 * O(1) an event, arrays indexed by thread and lock.
 */
final class WellFormedness {
  /** The ways to break the rules. */
  enum Offence {
    RELEASE_NOT_HELD("release of a lock that its thread does not hold"),
    ACQUIRE_HELD("acquire of a lock that another thread holds"),
    AFTER_JOIN("event of a thread that was joined"),
    FORK_SELF("fork of the forking thread itself"),
    FORK_TWICE("fork of a thread that was forked or joined before"),
    FORK_LATE("fork of a thread that already has events"),
    JOIN_SELF("join of the joining thread itself"),
    JOIN_UNKNOWN("join of a thread that was never forked and has no events");

    private final String rule;

    Offence(String rule) {
      this.rule = rule;
    }

    String rule() {
      return rule;
    }
  }

  // The life of a thread. From ACTIVE on it may perform events without a change of state.
  private static final byte UNKNOWN = 0;
  private static final byte MARKED = 1; // known from markers only
  private static final byte FORKED = 2; // forked, no event yet
  private static final byte JOINED = 3;
  private static final byte ACTIVE = 4; // has events, never forked
  private static final byte ACTIVE_FORKED = 5;

  private static final int FREE = -1;

  private byte[] life = new byte[0];
  private int[] root = new int[0]; // per thread: the thread without a fork that it descends from
  private long reusedNames; // late forks that were accepted
  private int[] holder = new int[0]; // per lock
  private int[] depth = new int[0]; // per lock: how often its holder has acquired it
  private Offence offence = Offence.RELEASE_NOT_HELD; // meaningful after firstOffence() found one

  /** Makes room for the ids of these names. */
  void prepare(TraceNames names) {
    int threads = names.threads().size();
    if (threads > life.length) {
      int old = life.length;
      life = Arrays.copyOf(life, Math.max(threads, 2 * old));
      root = Arrays.copyOf(root, life.length);
      for (int thread = old; thread < root.length; thread++) {
        root[thread] = thread;
      }
    }
    int locks = names.locks().size();
    if (locks > holder.length) {
      int old = holder.length;
      holder = Arrays.copyOf(holder, Math.max(locks, 2 * old));
      Arrays.fill(holder, old, holder.length, FREE);
      depth = Arrays.copyOf(depth, holder.length);
    }
  }

  /** These ids are those of other locks from now on. */
  void forgetLocks(IdRanges locks) {
    for (int range = 0; range < locks.count(); range++) {
      int to = Math.min(holder.length, locks.to(range));
      for (int lock = locks.from(range); lock < to; lock++) {
        holder[lock] = FREE;
        depth[lock] = 0;
      }
    }
  }

  /**
   * Takes the events of the batch from index {@code from} on, up to and including the first
   * offending one.
   *
   * @return its index, or {@code batch.to} if there is none
   */
  int firstOffence(EventBatch batch, int from) {
    byte[] kinds = batch.kind;
    int[] threads = batch.thread;
    int[] targets = batch.target;
    int to = batch.to;
    for (int i = from; i < to; i++) {
      int thread = threads[i];
      switch (kinds[i]) {
        case Kind.READ, Kind.WRITE, Kind.VOLATILE_READ, Kind.VOLATILE_WRITE -> {
          if (life[thread] < ACTIVE && !isAwake(thread)) {
            return i;
          }
        }
        case Kind.ACQUIRE, Kind.RELEASE, Kind.FORK, Kind.JOIN -> {
          if (!synchronise(kinds[i], thread, targets[i])) {
            return i;
          }
        }
        default -> {
          if (life[thread] == UNKNOWN) {
            life[thread] = MARKED;
          }
        }
      }
    }
    return to;
  }

  /** How many forks so far were accepted although their thread had events. */
  long reusedNames() {
    return reusedNames;
  }

  /** What was wrong with the event that {@link #firstOffence} found. */
  Offence offence() {
    return offence;
  }

  /** The complaint about that event, in words. */
  String complaint(EventBatch batch, int index, TraceNames names) {
    byte kind = batch.kind[index];
    int target = batch.target[index];
    String thread = Quoted.plain(names.threads().get(batch.thread[index]));
    String object = Quoted.plain(names.target(kind, target));
    return switch (offence) {
      case RELEASE_NOT_HELD ->
          holder[target] == FREE
              ? thread + " releases " + object + ", which it does not hold"
              : thread + " releases " + object + ", which " + holderName(target, names) + " holds";
      case ACQUIRE_HELD ->
          thread + " acquires " + object + ", which " + holderName(target, names) + " holds";
      case AFTER_JOIN -> "event of " + thread + " after it was joined";
      case FORK_SELF -> thread + " forks itself";
      case FORK_TWICE ->
          thread
              + " forks "
              + object
              + (life[target] == JOINED
                  ? ", which was joined before"
                  : ", which was forked before");
      case FORK_LATE ->
          thread + " forks " + object + ", which already has events; a fork comes before them";
      case JOIN_SELF -> thread + " joins itself";
      case JOIN_UNKNOWN ->
          thread + " joins " + object + ", a thread that was never forked and has no events";
    };
  }

  private String holderName(int lock, TraceNames names) {
    return Quoted.plain(names.threads().get(holder[lock]));
  }

  private boolean synchronise(byte kind, int thread, int target) {
    if (life[thread] == JOINED) {
      return offends(Offence.AFTER_JOIN);
    }
    boolean allowed =
        switch (kind) {
          case Kind.ACQUIRE -> acquire(thread, target);
          case Kind.RELEASE -> release(thread, target);
          case Kind.FORK -> fork(thread, target);
          default -> join(thread, target);
        };
    return allowed && (life[thread] >= ACTIVE || isAwake(thread));
  }

  /** Whether the thread may perform an event, which may be its first. */
  private boolean isAwake(int thread) {
    if (life[thread] == JOINED) {
      return offends(Offence.AFTER_JOIN);
    }
    life[thread] = life[thread] == FORKED ? ACTIVE_FORKED : ACTIVE;
    return true;
  }

  private boolean offends(Offence found) {
    offence = found;
    return false;
  }

  private boolean acquire(int thread, int lock) {
    if (holder[lock] == FREE) {
      holder[lock] = thread;
    } else if (holder[lock] != thread) {
      return offends(Offence.ACQUIRE_HELD);
    }
    depth[lock]++;
    return true;
  }

  private boolean release(int thread, int lock) {
    if (holder[lock] != thread) {
      return offends(Offence.RELEASE_NOT_HELD);
    }
    if (--depth[lock] == 0) {
      holder[lock] = FREE;
    }
    return true;
  }

  private boolean fork(int thread, int child) {
    if (child == thread) {
      return offends(Offence.FORK_SELF);
    }
    switch (life[child]) {
      case UNKNOWN, MARKED -> {
        life[child] = FORKED;
        root[child] = root[thread];
      }
      case ACTIVE -> {
        if (root[thread] != child) {
          return offends(Offence.FORK_LATE);
        }
        life[child] = ACTIVE_FORKED;
        reusedNames++;
      }
      default -> {
        return offends(Offence.FORK_TWICE);
      }
    }
    return true;
  }

  private boolean join(int thread, int child) {
    if (child == thread) {
      return offends(Offence.JOIN_SELF);
    }
    if (life[child] == UNKNOWN) {
      return offends(Offence.JOIN_UNKNOWN);
    }
    life[child] = JOINED;
    return true;
  }
}
