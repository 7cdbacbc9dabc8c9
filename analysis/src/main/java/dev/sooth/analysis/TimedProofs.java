package dev.sooth.analysis;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Proofs;
import dev.sooth.race.Races;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;

/**
 * Proves the races of one run within a budget of time: one of each pair of source lines first,
 * since these are the ones that a person looks at, then the others in the order of the report.
 */
final class TimedProofs {
  private final Engine engine;
  private final Trace trace;
  private final AnalysisProgress progress;

  TimedProofs(Engine engine, Trace trace, AnalysisProgress progress) {
    this.engine = engine;
    this.trace = trace;
    this.progress = progress;
  }

  /**
   * Proves what the deadline allows.
   *
   * @param overdue why a race that the deadline left out is not proved
   */
  ProofTable prove(
      Races races, TraceNames names, Deadline deadline, String overdue, boolean keepWitnesses) {
    ProofTable table = new ProofTable(races.size(), overdue, keepWitnesses);
    if (deadline.now()) {
      return table;
    }
    progress.phase("proving");
    Proofs proofs = new Proofs(engine, trace);
    table.proveAgainWith(race -> proofs.prove(races.get(race)));
    RaceGroups groups = RaceGroups.of(races, names);
    boolean[] done = new boolean[races.size()];
    for (int group = 0; group < groups.size() && !deadline.now(); group++) {
      int race = groups.race(group, 0);
      table.set(race, proofs.prove(races.get(race)));
      done[race] = true;
    }
    for (int race = 0; race < done.length && !deadline.now(); race++) {
      if (!done[race]) {
        table.set(race, proofs.prove(races.get(race)));
      }
    }
    return table;
  }
}
