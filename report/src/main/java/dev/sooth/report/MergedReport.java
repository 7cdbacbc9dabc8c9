package dev.sooth.report;

import dev.sooth.analysis.RunResult;
import java.io.IOException;

/** A report that has one list of races for each trace, whatever engine found them. */
abstract class MergedReport implements Report {
  private Findings open;

  @Override
  public final void add(RunResult result) throws IOException {
    if (open != null && !open.file().equals(result.file())) {
      write(open);
      open = null;
    }
    if (open == null) {
      open = new Findings(result.file());
    }
    open.add(result);
  }

  @Override
  public final void finish() throws IOException {
    if (open != null) {
      write(open);
      open = null;
    }
    close();
  }

  /** Writes what was found in one trace. */
  abstract void write(Findings trace) throws IOException;

  /** Writes what comes after the last trace, and flushes; does not close the stream. */
  abstract void close() throws IOException;
}
