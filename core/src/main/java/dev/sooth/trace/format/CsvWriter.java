package dev.sooth.trace.format;

import dev.sooth.trace.Kind;
import dev.sooth.trace.NameTable;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceTooLargeException;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes CSV: the column of a thread is its id, so it is read back as {@code T<id>}. A comment at
 * the end gives the names. Locations are lost, since the format has none.
 */
final class CsvWriter extends TextWriter {
  /** Each event of the last thread takes a line of as many commas. */
  private static final int MOST_THREADS = 10_000;

  private final WrittenNames variables;
  private final WrittenNames locks;
  private final WrittenNames threads;

  CsvWriter(OutputStream out, TraceNames names) {
    super(out, names);
    WrittenNames.Rules cell = new WrittenNames.Rules(",", false, false, false);
    variables = new WrittenNames(names.variables(), cell);
    locks = new WrittenNames(names.locks(), cell);
    threads = new WrittenNames(names.threads(), cell);
  }

  @Override
  void putEvent(byte kind, int thread, int target, int location) {
    if (thread >= MOST_THREADS) {
      throw new TraceTooLargeException(
          "CSV has a column for each thread, and there are more than " + MOST_THREADS);
    }
    for (int i = 0; i < thread; i++) {
      put(',');
    }
    put(kind == Kind.FORK ? "start" : Kind.symbol(kind));
    put('(');
    if (Kind.isAccess(kind)) {
      put(variables, target);
    } else if (Kind.isLockOperation(kind)) {
      put(locks, target);
    } else if (Kind.isThreadOperation(kind)) {
      put('T');
      put(Integer.toString(target));
    }
    put(')');
  }

  @Override
  public void finish() throws IOException {
    NameTable table = names.threads();
    for (int id = 0; id < Math.min(table.size(), MOST_THREADS); id++) {
      put("# T" + id + " is ");
      put(threads, id);
      put('\n');
    }
    super.finish();
  }
}
