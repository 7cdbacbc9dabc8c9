package dev.sooth.verify;

import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.Optional;

/**
 * Checks a witness from the definition of a predictable race, by executing it on the input trace.
 * Depends on the trace and on nothing else, so that a bug in a clock or a closure cannot hide here.
 *
 * <p>A schedule ρ proves that the accesses e1 and e2 of the trace σ race when
 *
 * <ol>
 *   <li>e1 and e2 are plain accesses to one variable by different threads, and one is a write;
 *   <li>the events of each thread in ρ are a prefix of that thread's events in σ, in order;
 *   <li>every read in ρ, plain or volatile, reads from the same write as in σ, or the initial value
 *       if it does so in σ;
 *   <li>no lock is acquired while another thread holds it, nor released by a thread that does not;
 *   <li>what a thread does after its fork in σ it does after its fork in ρ, and {@code join(t)}
 *       comes after all that t does before it in σ, which is all but markers;
 *   <li>after ρ the next event of e1's thread is e1 and that of e2's thread is e2, and both threads
 *       have been forked if they are forked before that in σ.
 * </ol>
 *
 * <p>Cost: O(events) once for the trace, O(schedule) a witness. Not thread-safe.
 */
public final class WitnessChecker implements WitnessCheck {
  /** Said of a cut that is none of this trace. */
  static final String NO_SUCH_CUT = "the trace has not all events of the cut";

  private static final int NONE = -1;

  private final Trace trace;
  private final byte[] kinds;
  private final int[] writerOf; // for each read of σ: position of the write it reads from, or NONE
  private final int[] endOfJoined; // for each join of σ: how many events its thread has before it
  private final int[] indexInThread;
  private final int[] forkOf; // for each thread: position of its fork in σ, or NONE

  // State of one execution; reset in O(schedule) after it.
  private final int[] executed; // per thread: number of events executed
  private final int[] lastWrite; // per variable: position of the last write executed, or NONE
  private final int[] holder; // per lock: thread that holds it, or NONE
  private final int[] depth; // per lock: how often the holder has acquired it
  private final boolean[] forked; // per thread: whether its fork has been executed

  public WitnessChecker(Trace trace) {
    this.trace = trace;
    this.kinds = trace.kinds();
    int threads = trace.names().threads().size();
    int variables = trace.names().variables().size();
    int locks = trace.names().locks().size();
    writerOf = new int[trace.size()];
    indexInThread = new int[trace.size()];
    forkOf = filled(threads);
    executed = new int[threads];
    lastWrite = filled(variables);
    holder = filled(locks);
    depth = new int[locks];
    forked = new boolean[threads];
    // No read is a join: the two share one column, four bytes an event.
    endOfJoined = writerOf;
    int[] eventsOfThread = new int[threads];
    for (int i = 0; i < trace.size(); i++) {
      indexInThread[i] = eventsOfThread[trace.thread(i)]++;
      switch (kinds[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> writerOf[i] = lastWrite[trace.target(i)];
        case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[trace.target(i)] = i;
        case Kind.FORK -> {
          if (forkOf[trace.target(i)] == NONE) {
            forkOf[trace.target(i)] = i;
          }
        }
        case Kind.JOIN -> endOfJoined[i] = eventsOfThread[trace.target(i)];
        default -> {}
      }
    }
    Arrays.fill(lastWrite, NONE);
  }

  private static int[] filled(int n) {
    int[] array = new int[n];
    Arrays.fill(array, NONE);
    return array;
  }

  @Override
  public Optional<String> objection(int first, int second, Witness witness) {
    int[] schedule;
    try {
      schedule = witness.schedule(trace);
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.of(NO_SUCH_CUT);
    }
    String objection = objectionToPair(trace, first, second);
    int done = 0;
    while (objection == null && done < schedule.length) {
      int event = schedule[done];
      objection = event == first || event == second ? "it executes event " + event : execute(event);
      if (objection == null) {
        done++;
      }
    }
    if (objection == null) {
      objection = objectionToEnd(first);
    }
    if (objection == null) {
      objection = objectionToEnd(second);
    }
    for (int i = 0; i < done; i++) {
      undo(schedule[i]);
    }
    return Optional.ofNullable(objection);
  }

  /** Why no witness can prove that these two accesses race, or null. */
  static String objectionToPair(Trace trace, int first, int second) {
    byte[] kinds = trace.kinds();
    if (first < 0 || second < 0 || first >= trace.size() || second >= trace.size()) {
      return "the trace has no events %d and %d".formatted(first, second);
    }
    if (!Kind.isPlainAccess(kinds[first]) || !Kind.isPlainAccess(kinds[second])) {
      return "both events must be plain reads or writes";
    }
    if (trace.target(first) != trace.target(second)) {
      return "they access different variables";
    }
    if (trace.thread(first) == trace.thread(second)) {
      return "one thread performs both accesses";
    }
    if (kinds[first] == Kind.READ && kinds[second] == Kind.READ) {
      return "both accesses are reads";
    }
    return null;
  }

  /** Executes one event, or says why it cannot be executed now. */
  private String execute(int event) {
    if (event < 0 || event >= trace.size()) {
      return "the trace has no event " + event;
    }
    int thread = trace.thread(event);
    int target = trace.target(event);
    if (indexInThread[event] != executed[thread]) {
      return "event %d is not the next event of its thread".formatted(event);
    }
    if (!isForked(thread, event)) {
      return "event %d runs before the fork of its thread".formatted(event);
    }
    switch (kinds[event]) {
      case Kind.READ, Kind.VOLATILE_READ -> {
        if (lastWrite[target] != writerOf[event]) {
          return "read %d reads from %s instead of %s"
              .formatted(event, writer(lastWrite[target]), writer(writerOf[event]));
        }
      }
      case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = event;
      case Kind.ACQUIRE -> {
        if (holder[target] != NONE && holder[target] != thread) {
          return "event %d acquires a lock that another thread holds".formatted(event);
        }
        holder[target] = thread;
        depth[target]++;
      }
      case Kind.RELEASE -> {
        if (holder[target] != thread) {
          return "event %d releases a lock that its thread does not hold".formatted(event);
        }
        if (--depth[target] == 0) {
          holder[target] = NONE;
        }
      }
      case Kind.FORK -> forked[target] = true;
      case Kind.JOIN -> {
        if (executed[target] < endOfJoined[event] || !isForked(target, event)) {
          return "event %d joins a thread that has not ended".formatted(event);
        }
      }
      default -> {}
    }
    executed[thread]++;
    return null;
  }

  private String objectionToEnd(int access) {
    int thread = trace.thread(access);
    if (executed[thread] != indexInThread[access]) {
      return "access %d is not the next event of its thread at the end".formatted(access);
    }
    return isForked(thread, access)
        ? null
        : "the thread of access %d is not forked".formatted(access);
  }

  /** Whether the thread's fork has been executed, if it comes before this event in σ. */
  private boolean isForked(int thread, int event) {
    return forkOf[thread] == NONE || forkOf[thread] > event || forked[thread];
  }

  private static String writer(int position) {
    return position == NONE ? "the initial value" : "write " + position;
  }

  private void undo(int event) {
    int target = trace.target(event);
    executed[trace.thread(event)] = 0;
    switch (kinds[event]) {
      case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = NONE;
      case Kind.ACQUIRE, Kind.RELEASE -> {
        holder[target] = NONE;
        depth[target] = 0;
      }
      case Kind.FORK -> forked[target] = false;
      default -> {}
    }
  }
}
