package dev.sooth.trace.generate;

import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import java.util.Arrays;

/**
 * Names and source lines of a synthetic program. A name gets its id when it is first used, as in a
 * trace that is read from a file, so that what never occurs is not counted.
 */
final class SyntheticNames {
  private static final int NONE = -1;
  private static final int LINES_PER_FIELD = 4; // two that read and two that write
  private static final int FIELDS_PER_CLASS = 8;
  private static final int FIELDS = 500; // of each class of variables

  private final TraceNames names = TraceNames.empty();
  private final int[] threads;
  private final int[] locks;
  private final int[] variables;
  private final int[] accessLines = unused(4 * FIELDS * LINES_PER_FIELD);
  private final int[] acquireLines;
  private final int[] releaseLines;
  private int forkLine = NONE;
  private int joinLine = NONE;

  SyntheticNames(int threads, int locks, int variables) {
    this.threads = unused(threads);
    this.locks = unused(locks);
    this.variables = unused(variables);
    acquireLines = unused(locks);
    releaseLines = unused(locks);
  }

  private static int[] unused(int n) {
    int[] ids = new int[n];
    Arrays.fill(ids, NONE);
    return ids;
  }

  TraceNames names() {
    return names;
  }

  int thread(int thread) {
    if (threads[thread] == NONE) {
      threads[thread] = names.threads().intern(thread == 0 ? "main" : "T" + thread);
    }
    return threads[thread];
  }

  int lock(int lock) {
    if (locks[lock] == NONE) {
      locks[lock] = names.locks().intern("lock" + lock);
    }
    return locks[lock];
  }

  int variable(VariableClass kind, int index, int first) {
    if (variables[first + index] == NONE) {
      variables[first + index] = names.variables().intern(kind.prefix() + index);
    }
    return variables[first + index];
  }

  /** The line of an access: objects of one field share their lines, as in a real program. */
  int accessLine(VariableClass kind, int index, boolean write, int variant) {
    int field = index % FIELDS;
    int line = (write ? 2 : 0) + variant;
    int slot = (kind.number() * FIELDS + field) * LINES_PER_FIELD + line;
    if (accessLines[slot] == NONE) {
      String file = kind.className() + field / FIELDS_PER_CLASS + ".java";
      int number = 10 + 20 * (field % FIELDS_PER_CLASS) + 4 * line;
      accessLines[slot] = names.locations().intern(file + ":" + number);
    }
    return accessLines[slot];
  }

  int lockLine(int lock, byte kind) {
    int[] lines = kind == Kind.ACQUIRE ? acquireLines : releaseLines;
    if (lines[lock] == NONE) {
      int number = kind == Kind.ACQUIRE ? 10 : 30;
      lines[lock] = names.locations().intern("Locked" + lock + ".java:" + number);
    }
    return lines[lock];
  }

  int mainLine(byte kind) {
    NameTable locations = names.locations();
    if (kind == Kind.FORK) {
      forkLine = forkLine == NONE ? locations.intern("Main.java:10") : forkLine;
      return forkLine;
    }
    if (kind == Kind.JOIN) {
      joinLine = joinLine == NONE ? locations.intern("Main.java:20") : joinLine;
      return joinLine;
    }
    return locations.intern("Main.java:30");
  }
}
