package dev.sooth.detect.osr;

import dev.sooth.trace.Kind;
import dev.sooth.trace.SharedUse;
import dev.sooth.trace.Trace;

/**
 * Resources are variables and locks, numbered in this order. Which of them matter to more than one
 * thread, and to which worker each belongs. Immutable.
 */
final class SharedResources {
  private static final int NONE = -1;
  private static final int BLOCK_BITS = 6; // so that workers do not write to one cache line
  private static final long SPREAD = 0x9E3779B9L;

  private final int variables;
  private final boolean[] isShared;
  private final int[] finalWrite; // per variable: position of the last write of the trace

  SharedResources(Trace trace) {
    byte[] kinds = trace.relevantKinds();
    int[] targets = trace.targets();
    variables = trace.names().variables().size();
    SharedUse use = new SharedUse();
    use.add(kinds, trace.threads(), targets, 0, trace.size());
    isShared = new boolean[variables + trace.names().locks().size()];
    finalWrite = new int[variables];
    for (int p = 0; p < trace.size(); p++) {
      switch (kinds[p]) {
        case Kind.READ, Kind.VOLATILE_READ -> isShared[targets[p]] = use.isShared(targets[p]);
        case Kind.WRITE, Kind.VOLATILE_WRITE -> {
          isShared[targets[p]] = use.isShared(targets[p]);
          finalWrite[targets[p]] = p;
        }
        case Kind.ACQUIRE -> isShared[variables + targets[p]] = use.isSharedLock(targets[p]);
        default -> {}
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

  /** The number of the worker, of so many, to which this resource belongs. */
  static int owner(int resource, int workers) {
    return (int) ((((resource >>> BLOCK_BITS) * SPREAD & 0xFFFFFFFFL) * workers) >>> 32);
  }
}
