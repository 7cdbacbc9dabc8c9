package dev.sooth.trace.format;

import dev.sooth.trace.Kind;
import dev.sooth.trace.TraceNames;
import java.io.OutputStream;

/** Writes STD: {@code thread|operation(target)|location}. */
final class StdWriter extends TextWriter {
  private final WrittenNames threads;
  private final WrittenNames variables;
  private final WrittenNames locks;
  private final WrittenNames locations;

  StdWriter(OutputStream out, TraceNames names) {
    super(out, names);
    WrittenNames.Rules field = new WrittenNames.Rules("|", false, false, true);
    threads = new WrittenNames(names.threads(), field);
    variables = new WrittenNames(names.variables(), field);
    locks = new WrittenNames(names.locks(), field);
    locations = new WrittenNames(names.locations(), new WrittenNames.Rules("", false, true, false));
  }

  @Override
  void putEvent(byte kind, int thread, int target, int location) {
    put(threads, thread);
    put('|');
    put(Kind.symbol(kind));
    put('(');
    if (Kind.isAccess(kind)) {
      put(variables, target);
    } else if (Kind.isLockOperation(kind)) {
      put(locks, target);
    } else if (Kind.isThreadOperation(kind)) {
      putThreadTarget(thread, target);
    }
    put(')');
    put('|');
    put(locations, location);
  }

  /**
   * A thread whose name is a number, forked by one that is called T and a number: a reader would
   * take it for T and that number, unless it has seen the name before.
   */
  private void putThreadTarget(int by, int target) {
    if (!threads.isChosen(target)
        && isNumber(names.threads().get(target))
        && threads.get(by).startsWith("T")) {
      threads.prefix(target, "_");
    }
    put(threads, target);
  }

  private static boolean isNumber(String name) {
    return !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
