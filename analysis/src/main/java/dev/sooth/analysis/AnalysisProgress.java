package dev.sooth.analysis;

/** Is told how far an analysis is, by the thread that runs it. Every method may do nothing. */
public interface AnalysisProgress {
  /** Is told and does nothing. */
  AnalysisProgress NONE = new AnalysisProgress() {};

  /** What is being done now: an engine's name, {@code reading}, {@code proving}. */
  default void phase(String name) {}

  /** So many events are to be expected in each pass over the trace. */
  default void expect(long total) {}

  /** So many events of the current pass have been read. */
  default void events(long count) {}
}
