package dev.sooth.detect.osr;

import dev.sooth.trace.Kind;
import dev.sooth.trace.SharedUse;
import dev.sooth.trace.Trace;

/**
 * Resources are variables and locks, numbered in this order. Which of them matter to more than one
 * thread, and which belong to each part of the work. Immutable.
 */
final class SharedResources {
  private static final int NONE = -1;

  private final int variables;
  private final boolean[] isShared;
  private final int[] finalWrite; // per variable: position of the last write of the trace
  private final int[] uses; // per resource: how many events use it
  private long shared; // events that use a shared resource

  SharedResources(Trace trace) {
    byte[] kinds = trace.relevantKinds();
    int[] targets = trace.targets();
    variables = trace.names().variables().size();
    SharedUse use = new SharedUse();
    use.add(kinds, trace.threads(), targets, 0, trace.size());
    isShared = new boolean[variables + trace.names().locks().size()];
    uses = new int[isShared.length];
    finalWrite = new int[variables];
    for (int p = 0; p < trace.size(); p++) {
      switch (kinds[p]) {
        case Kind.READ, Kind.VOLATILE_READ -> uses[targets[p]]++;
        case Kind.WRITE, Kind.VOLATILE_WRITE -> {
          uses[targets[p]]++;
          finalWrite[targets[p]] = p;
        }
        case Kind.ACQUIRE, Kind.RELEASE -> uses[variables + targets[p]]++;
        default -> {}
      }
    }
    for (int r = 0; r < uses.length; r++) {
      if (uses[r] > 0) {
        isShared[r] = r < variables ? use.isShared(r) : use.isSharedLock(r - variables);
        shared += isShared[r] ? uses[r] : 0;
      }
    }
  }

  int count() {
    return isShared.length;
  }

  int variables() {
    return variables;
  }

  /** The shared resource that an event of this kind uses, or -1. */
  int of(byte kind, int target) {
    int resource =
        switch (kind) {
          case Kind.READ, Kind.VOLATILE_READ, Kind.WRITE, Kind.VOLATILE_WRITE -> target;
          case Kind.ACQUIRE, Kind.RELEASE -> variables + target;
          default -> NONE;
        };
    return resource != NONE && isShared[resource] ? resource : NONE;
  }

  boolean isShared(int resource) {
    return isShared[resource];
  }

  int finalWrite(int variable) {
    return finalWrite[variable];
  }

  /** How many events use a shared resource with {@code from <= resource < to}. */
  int uses(int from, int to) {
    int sum = 0;
    for (int r = from; r < to; r++) {
      sum += isShared[r] ? uses[r] : 0;
    }
    return sum;
  }

  /**
   * Cuts the resources into parts with about as many events each.
   *
   * @return the first resource of each part, and one more
   */
  int[] parts(int count) {
    int[] first = new int[count + 1];
    long seen = 0;
    int part = 1;
    for (int r = 0; r < uses.length && part < count; r++) {
      seen += isShared[r] ? uses[r] : 0;
      if (seen * count >= shared * part) {
        first[part++] = r + 1;
      }
    }
    while (part <= count) {
      first[part++] = uses.length;
    }
    return first;
  }
}
