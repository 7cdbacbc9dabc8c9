package dev.sooth.report;

import dev.sooth.analysis.RunResult;
import java.io.IOException;

/** Writes the results of the runs, each as soon as it is there. */
public interface Report {
  /** Writes one run. */
  void add(RunResult result) throws IOException;

  /** Writes what comes after the last run, and flushes; does not close the stream. */
  void finish() throws IOException;
}
