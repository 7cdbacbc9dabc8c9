package dev.sooth.detect.prefix;

import dev.sooth.detect.Stop;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.TraceNames;

/** All guesses that are still possible, for some of the variables, moved along a trace. */
interface Automaton {
  /** Takes a pair when it is known to race, and the position at which that is known. */
  @FunctionalInterface
  interface Found {
    void race(FirstAccess first, SecondAccess second, long knownAt);
  }

  /** Makes room for all ids that have names. */
  void makeRoom(TraceNames names);

  /**
   * Takes events of a batch. If an event can take long, it asks whether to give up; what was found
   * since the call is worth nothing then, and neither is the automaton.
   *
   * @throws GivenUpException if the answer was yes
   */
  void process(EventBatch batch, int from, int to, Found found, Stop giveUp);

  /** How many guesses there are now. */
  long liveStates();

  /** The most guesses that there were after any event. */
  long mostStates();

  /**
   * The position of the earliest second access with which further races may be found; the largest
   * long if there is none.
   */
  long earliestPending();
}
