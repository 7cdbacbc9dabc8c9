package dev.sooth.detect.prefix;

import dev.sooth.trace.Kind;

/**
 * What an event does to one guess of {@link AnyGrainAutomaton}: the guess goes on with it in the
 * prefix, in the grain or without it, new guesses for the other choices are added, or it is not
 * possible any more.
 */
final class GrainStep {
  private static final int NOBODY = -1;

  private final int roomInGrain;

  // Of the antichain that is advanced.
  private StateLayout layout;
  private long[][] held;
  private long position;
  private Antichain states;
  private int partitionVariable;
  private boolean grainsGoOn;
  private boolean anyStopped;

  /** At most so many events in a grain. */
  GrainStep(int roomInGrain) {
    this.roomInGrain = roomInGrain;
  }

  /**
   * Begins to advance the guesses of an antichain.
   *
   * @param locksHeld by thread, before the event
   * @param variable of their first access, or -1
   * @param mayGoOn whether grains can still become longer
   */
  void begin(
      StateLayout of,
      long[][] locksHeld,
      long eventPosition,
      Antichain chain,
      int variable,
      boolean mayGoOn) {
    layout = of;
    held = locksHeld;
    position = eventPosition;
    states = chain;
    partitionVariable = variable;
    grainsGoOn = mayGoOn;
    anyStopped = false;
  }

  /** Whether a thread was stopped in some guess since {@link #begin}. */
  boolean anyStopped() {
    return anyStopped;
  }

  /** Advances one guess; false if it is not possible any more. */
  boolean advance(PackedState state, byte kind, int thread, int target) {
    return switch (kind) {
      case Kind.READ, Kind.VOLATILE_READ -> read(state, thread, target);
      case Kind.WRITE, Kind.VOLATILE_WRITE -> write(state, thread, target);
      case Kind.ACQUIRE -> acquire(state, thread, target);
      case Kind.RELEASE -> release(state, thread, target);
      case Kind.FORK -> fork(state, thread, target);
      case Kind.JOIN -> join(state, thread, target);
      default -> true;
    };
  }

  private boolean mayGrow(PackedState state) {
    return state.grainSize < roomInGrain && grainsGoOn;
  }

  /** Stops a thread of the prefix, which must be able to leave it. */
  private boolean stopFromPrefix(PackedState state, int thread) {
    if (!state.canLeave(layout, held[thread])) {
      return false;
    }
    anyStopped = true;
    state.stop(layout, thread, held[thread], position, grainsGoOn);
    return true;
  }

  /** Stops a thread of the grain, which is always possible. */
  private boolean stopFromGrain(PackedState state, int thread) {
    anyStopped = true;
    state.stop(layout, thread, held[thread], position, grainsGoOn);
    return true;
  }

  /** Adds the guess in which the thread stops before this event. */
  private PackedState branchOut(PackedState state, int thread) {
    PackedState stopped = state.copy();
    anyStopped = true;
    stopped.stop(layout, thread, held[thread], position, grainsGoOn);
    states.add(stopped);
    return stopped;
  }

  private boolean read(PackedState state, int thread, int variable) {
    if (state.isOut(layout, thread)) {
      return true;
    }
    boolean dependsOnFirst = variable == partitionVariable && state.first.kind == Kind.WRITE;
    if (state.isInGrain(layout, thread)) {
      if (dependsOnFirst || !mayGrow(state)) {
        return stopFromGrain(state, thread);
      }
      if (!state.isLastWriteInGrain(layout, variable)) {
        if (state.isLastWriteOutsidePrefix(layout, variable)
            || state.hasGrainWritten(layout, variable)) {
          return stopFromGrain(state, thread);
        }
        if (!state.hasGrainReadPrefix(layout, variable)) {
          branchOut(state, thread);
          state.readPrefixInGrain(layout, variable);
        }
      }
      state.grainSize++;
      return true;
    }
    if (!state.isLastWriteOutsidePrefix(layout, variable)) {
      return true; // in the prefix
    }
    if (state.isLastWriteInGrain(layout, variable)
        && !dependsOnFirst
        && mayGrow(state)
        && state.canLeave(layout, held[thread])) {
      state.leave(layout, thread, held[thread], position);
      state.grainSize++;
      return true;
    }
    return stopFromPrefix(state, thread);
  }

  private boolean write(PackedState state, int thread, int variable) {
    if (state.isOut(layout, thread)) {
      state.writeOutside(layout, variable);
      return true;
    }
    boolean dependsOnFirst = variable == partitionVariable;
    if (state.isInGrain(layout, thread)) {
      if (dependsOnFirst || !mayGrow(state)) {
        boolean possible = stopFromGrain(state, thread);
        state.writeOutside(layout, variable);
        return possible;
      }
      if (!state.hasGrainWritten(layout, variable) && !state.hasGrainReadPrefix(layout, variable)) {
        branchOut(state, thread).writeOutside(layout, variable);
      }
      state.writeInGrain(layout, variable);
      state.grainSize++;
      return true;
    }
    boolean toGrain = !dependsOnFirst && mayGrow(state) && state.canLeave(layout, held[thread]);
    if (!state.hasGrainReadPrefix(layout, variable)) {
      if (toGrain) {
        PackedState left = state.copy();
        left.leave(layout, thread, held[thread], position);
        left.writeInGrain(layout, variable);
        left.grainSize++;
        states.add(left);
      }
      state.writeInPrefix(layout, variable);
      return true;
    }
    if (toGrain) {
      state.leave(layout, thread, held[thread], position);
      state.writeInGrain(layout, variable);
      state.grainSize++;
      return true;
    }
    boolean possible = stopFromPrefix(state, thread);
    state.writeOutside(layout, variable);
    return possible;
  }

  private boolean acquire(PackedState state, int thread, int lock) {
    if (state.isOut(layout, thread)) {
      return true;
    }
    if (state.isInGrain(layout, thread)) {
      if (state.isOpenAtEnd(layout, lock) || !mayGrow(state)) {
        return stopFromGrain(state, thread);
      }
      branchOut(state, thread);
      state.takeInGrain(layout, lock);
      state.grainSize++;
      return true;
    }
    boolean canLeave = state.canLeave(layout, held[thread]);
    if (canLeave && !state.isOpenAtEnd(layout, lock) && mayGrow(state)) {
      PackedState left = state.copy();
      left.leave(layout, thread, held[thread], position);
      left.takeInGrain(layout, lock);
      left.grainSize++;
      states.add(left);
    }
    if (!state.isOpenInPrefix(layout, lock)) {
      if (canLeave) {
        branchOut(state, thread);
      }
      return true;
    }
    return stopFromPrefix(state, thread);
  }

  /** Only counts: a release is always possible, and better done than not. */
  private boolean release(PackedState state, int thread, int lock) {
    return !state.isInGrain(layout, thread) || grow(state, thread, lock);
  }

  private boolean grow(PackedState state, int thread, int unreleased) {
    if (mayGrow(state)) {
      state.grainSize++;
      return true;
    }
    if (unreleased < 0) {
      return stopFromGrain(state, thread);
    }
    // The lock is not held any more where this is asked, but it is in this guess.
    held[thread][unreleased >>> 6] |= 1L << unreleased;
    boolean possible = stopFromGrain(state, thread);
    held[thread][unreleased >>> 6] &= ~(1L << unreleased);
    return possible;
  }

  /** The child is where its parent is, or further. */
  private boolean fork(PackedState state, int thread, int child) {
    boolean possible = !state.isInGrain(layout, thread) || grow(state, thread, NOBODY);
    if (state.isOut(layout, child)) {
      return possible;
    }
    boolean childInGrain = state.isInGrain(layout, child);
    if (state.isOut(layout, thread)) {
      return possible
          && (childInGrain ? stopFromGrain(state, child) : stopFromPrefix(state, child));
    }
    if (state.isInGrain(layout, thread) && !childInGrain) {
      possible &= state.canLeave(layout, held[child]);
      state.leave(layout, child, held[child], position);
    }
    return possible;
  }

  private boolean join(PackedState state, int thread, int child) {
    if (state.isOut(layout, thread)) {
      return true;
    }
    boolean childIsOut = state.isOut(layout, child);
    if (state.isInGrain(layout, thread)) {
      return childIsOut ? stopFromGrain(state, thread) : grow(state, thread, NOBODY);
    }
    if (!childIsOut && !state.isInGrain(layout, child)) {
      return true;
    }
    if (!childIsOut && mayGrow(state) && state.canLeave(layout, held[thread])) {
      state.leave(layout, thread, held[thread], position);
      state.grainSize++;
      return true;
    }
    return stopFromPrefix(state, thread);
  }
}
