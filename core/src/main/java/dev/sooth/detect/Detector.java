package dev.sooth.detect;

import dev.sooth.race.RaceSink;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.util.Optional;

/**
 * A race detector. How to add one:
 *
 * <ol>
 *   <li>Make a package {@code detect.<name>} that uses {@code trace}, {@code order} and {@code
 *       race} only. Open the class with what it computes, its cost, its guarantee and where it
 *       departs from the paper, which is cited by its key in {@code docs/papers.md}.
 *   <li>A streaming engine extends {@link StreamingDetector}: batches of columns are pushed to it,
 *       no object per event, state that does not grow with the length of the trace. Any other
 *       engine calls {@link dev.sooth.trace.Trace#load} and reads {@link
 *       dev.sooth.trace.Trace#relevantKinds()}. In both cases nested re-entrant locking and
 *       filtered events come as {@link dev.sooth.trace.Kind#NOP} and keep their position, and kinds
 *       that the engine does not know are ignored.
 *   <li>Report each race to the sink: exactly the pairs of the engine's class for {@link
 *       Pairs#ALL}, and for {@link Pairs#FIRST_PER_EVENT} exactly one pair for each second access
 *       that has one. Second accesses come in trace order, unless later events were needed to know
 *       that they race. Accesses of kind {@code VOLATILE_*} order threads and are never reported.
 *   <li>Ask {@code stop} at least every 65,536 events, and return when it says so.
 *   <li>Name a {@link WitnessSearch} for its reports, one that is there or one of its own: what it
 *       finds is checked, and only then is a report called verified.
 *   <li>Register it in {@link Engines}: an {@link Engine} with name, guarantee and cost, which are
 *       what the user reads, and its options if it has any.
 *   <li>Add a class to the test kit's contract test and an oracle by definition. The contract
 *       checks the engine against the oracle on golden, exhaustive and random traces, renamed,
 *       reordered, filtered and streamed.
 * </ol>
 *
 * <p>An instance serves one run.
 */
public interface Detector {
  /**
   * Analyses the trace.
   *
   * @throws IOException if the trace cannot be read
   * @throws dev.sooth.trace.TraceTooLargeException if it does not fit
   */
  void run(TraceSource source, Pairs pairs, RaceSink sink, Stop stop) throws IOException;

  /** What else there is to say about the run, after it: a limit that it met. */
  default Optional<String> remark() {
    return Optional.empty();
  }
}
