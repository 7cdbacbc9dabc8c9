package dev.sooth.verify;

import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.Arrays;
import java.util.Optional;

/**
 * Gives the answers of {@link WitnessChecker} without executing a cut. Depends on the trace and on
 * nothing else: no engine has a part in it.
 *
 * <p>A cut, executed in the order of the trace, goes wrong in three ways only. A read sees another
 * write: then the write that it reads from is not in the cut, since there is none between the two
 * in the trace. A thread runs before its fork, or is joined before its end: then the fork, or what
 * the thread does before, is not in the cut. A lock is taken that is held: then a section is open
 * at the end of the cut and the cut has a later acquire of its lock. The first two are {@link
 * DirectNeeds}, the third is {@link HeldLocks}. {@code docs/soundness.md} has the argument in full.
 *
 * <p>A tail is executed, from the state after the cut. Of a schedule that comes without a cut, what
 * stands in the order of the trace at its beginning is checked as one.
 *
 * <p>Cost: O(events) for the trace; O(threads² + threads · log events) for a cut, and for each lock
 * that is held at its end a look at each thread that uses it; O(log events) for each event of a
 * tail. Memory: 4 bytes an event, 16 for each need, 40 a section; for tails up to 8 bytes an event
 * more. Not thread-safe.
 */
public final class CutChecker implements WitnessCheck {
  private static final int NONE = -1;

  private final Trace trace;
  private final byte[] kinds;
  private final int threads;
  private final int[] index; // by event: how many events of its thread come before it
  private final int[] events; // by thread
  private final int[] fork; // by thread: the event, or NONE
  private final DirectNeeds needs;
  private final HeldLocks locks;
  private final Optional<WitnessChecker> definition; // for a trace that breaks the rules
  private final int[] cut; // of the witness that is checked
  private TailExecution tails; // null until a witness has one

  public CutChecker(Trace trace) {
    this.trace = trace;
    kinds = trace.kinds();
    threads = trace.names().threads().size();
    index = new int[trace.size()];
    events = new int[threads];
    fork = new int[threads];
    Arrays.fill(fork, NONE);
    needs = new DirectNeeds(threads);
    locks = new HeldLocks(threads, trace.names().locks().size());
    cut = new int[threads];
    boolean wellFormed = read();
    definition = wellFormed ? Optional.empty() : Optional.of(new WitnessChecker(trace));
  }

  /** One pass; whether locks and forks are used as they can be. */
  private boolean read() {
    boolean wellFormed = true;
    int[] lastWrite = new int[trace.names().variables().size()];
    Arrays.fill(lastWrite, NONE);
    int[] threadOf = trace.threads();
    int[] targets = trace.targets();
    for (int i = 0; i < index.length; i++) {
      int t = threadOf[i];
      int at = events[t];
      int target = targets[i];
      index[i] = at;
      switch (kinds[i]) {
        case Kind.READ, Kind.VOLATILE_READ -> {
          int write = lastWrite[target];
          if (write != NONE && threadOf[write] != t) {
            needs.add(t, at, threadOf[write], index[write] + 1);
          }
        }
        case Kind.WRITE, Kind.VOLATILE_WRITE -> lastWrite[target] = i;
        case Kind.ACQUIRE -> locks.acquire(i, t, at, target);
        case Kind.RELEASE -> locks.release(i, t, at, target);
        case Kind.FORK -> {
          wellFormed &= fork[target] == NONE && target != t;
          fork[target] = i;
          needs.add(target, events[target], t, at + 1);
        }
        case Kind.JOIN -> {
          wellFormed &= target != t;
          needs.add(t, at, target, events[target]);
          if (fork[target] != NONE) {
            needs.add(t, at, threadOf[fork[target]], index[fork[target]] + 1);
          }
        }
        default -> {}
      }
      events[t]++;
    }
    return wellFormed && locks.wellFormed();
  }

  @Override
  public Optional<String> objection(int first, int second, Witness witness) {
    if (definition.isPresent()) {
      return definition.get().objection(first, second, witness);
    }
    String objection = WitnessChecker.objectionToPair(trace, first, second);
    if (objection == null) {
      objection = objectionToSchedule(witness);
    }
    if (objection == null) {
      objection = objectionToEnd(first);
    }
    return Optional.ofNullable(objection == null ? objectionToEnd(second) : objection);
  }

  /** Leaves in {@link #cut} what is executed at the end. */
  private String objectionToSchedule(Witness witness) {
    if (witness.cutThreads() > threads) {
      return WitnessChecker.NO_SUCH_CUT;
    }
    for (int t = 0; t < threads; t++) {
      cut[t] = witness.cut(t);
      if (cut[t] > events[t]) {
        return WitnessChecker.NO_SUCH_CUT;
      }
    }
    int[] tail = witness.tail();
    int from = 0;
    if (witness.cutThreads() == 0) {
      int last = NONE;
      while (from < tail.length && tail[from] > last && tail[from] < index.length) {
        last = tail[from++];
        if (index[last] != cut[trace.thread(last)]++) {
          return "event %d is not the next event of its thread".formatted(last);
        }
      }
    }
    String objection = needs.objection(cut);
    if (objection == null) {
      objection = locks.objection(cut);
    }
    if (objection == null && from < tail.length) {
      if (tails == null) {
        tails = new TailExecution(trace, index, events, fork, needs, locks);
      }
      objection = tails.run(cut, tail, from);
    }
    return objection;
  }

  private String objectionToEnd(int access) {
    int thread = trace.thread(access);
    if (cut[thread] != index[access]) {
      return "access %d is not the next event of its thread at the end".formatted(access);
    }
    int begin = fork[thread];
    return begin == NONE || begin > access || index[begin] < cut[trace.thread(begin)]
        ? null
        : "the thread of access %d is not forked".formatted(access);
  }
}
