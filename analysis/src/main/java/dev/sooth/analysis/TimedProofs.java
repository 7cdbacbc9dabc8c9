package dev.sooth.analysis;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Proofs;
import dev.sooth.detect.Stop;
import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.race.Races;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import java.util.function.Supplier;

/**
 * Proves the races of one run within a budget of time, in the order in which a person asks: one
 * race of each pair of source lines and field; then others of those of which none is proved yet;
 * then the rest in the order of the report, but not all where they are very many: ten thousand
 * proofs of one pair of lines say no more than the first.
 */
final class TimedProofs {
  private final Supplier<Proofs> prover;
  private final EarlierProofs earlier;
  private Proofs proofs; // null until something has to be searched for
  private final Races races;
  private final ProofTable table;
  private final boolean[] tried;
  private final RaceGroups lines;
  private final boolean[] isProved; // by pair of lines and field

  private TimedProofs(
      Supplier<Proofs> prover,
      EarlierProofs earlier,
      Races races,
      TraceNames names,
      ProofTable table) {
    this.prover = prover;
    this.earlier = earlier;
    this.races = races;
    this.table = table;
    tried = new boolean[races.size()];
    lines = RaceGroups.byField(races, names);
    isProved = new boolean[lines.size()];
  }

  /**
   * Why a race is not proved that time ran out for.
   *
   * @param overdue if none of its lines and field is proved
   * @param oneIsProved if one is
   */
  record Reasons(String overdue, String oneIsProved) {}

  /**
   * How long to go on: for one race of each kind, and for the rest after that, of which so many of
   * each kind are proved at most.
   */
  record Limits(Stop all, Supplier<Stop> rest, int mostOfAKind) {}

  /**
   * Proves what the limits allow.
   *
   * @param earlier what other engines have proved on this trace
   */
  static ProofTable prove(
      Engine engine,
      Trace trace,
      EarlierProofs earlier,
      Races races,
      TraceNames names,
      Limits limits,
      Reasons reasons,
      boolean keepWitnesses) {
    ProofTable table = new ProofTable(races.size(), reasons.overdue(), keepWitnesses);
    if (!limits.all().now()) {
      TimedProofs timed =
          new TimedProofs(() -> new Proofs(engine, trace), earlier, races, names, table);
      table.proveAgainWith(timed::again);
      timed.run(limits, reasons.oneIsProved());
    }
    return table;
  }

  private void run(Limits limits, String oneIsProved) {
    for (int group = 0; group < lines.size() && !limits.all().now(); group++) {
      prove(lines.race(group, 0));
    }
    Stop rest = limits.rest().get();
    Stop stop = () -> limits.all().now() || rest.now();
    for (int group = 0; group < lines.size(); group++) {
      for (int m = 0; m < lines.size(group) && !isProved[group] && !stop.now(); m++) {
        prove(lines.race(group, m));
      }
    }
    int[] ofKind = new int[lines.size()];
    for (int race = 0; race < tried.length && !stop.now(); race++) {
      int group = lines.groupOf(race);
      if (ofKind[group] < limits.mostOfAKind()) {
        ofKind[group]++;
        prove(race);
      }
    }
    Proof notOneByOne = new Proof.Candidate(oneIsProved);
    for (int race = 0; race < tried.length; race++) {
      if (!tried[race] && isProved[lines.groupOf(race)]) {
        table.set(race, notOneByOne);
      }
    }
  }

  private void prove(int race) {
    if (tried[race]) {
      return;
    }
    tried[race] = true;
    Race pair = races.get(race);
    if (earlier.copy(pair, table, race)) {
      isProved[lines.groupOf(race)] = true;
      return;
    }
    if (proofs == null) {
      proofs = prover.get();
    }
    Proof proof = proofs.prove(pair);
    table.set(race, proof);
    isProved[lines.groupOf(race)] |= proof instanceof Proof.Verified;
  }

  /** The same proof once more: what an earlier engine has proved it can find again. */
  private Proof again(int race) {
    Race pair = races.get(race);
    return earlier.proof(pair).orElseGet(() -> proofs.prove(pair)); // it was searched for before
  }
}
