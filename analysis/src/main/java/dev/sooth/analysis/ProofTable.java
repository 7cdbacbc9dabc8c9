package dev.sooth.analysis;

import dev.sooth.race.Proof;
import dev.sooth.race.ValueSchedule;
import dev.sooth.race.Witness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Which races of a run are proved, by index. A witness can be as long as the trace and there can be
 * many, so only a bounded number of schedule entries is kept; the others are found and checked
 * again when they are printed.
 */
public final class ProofTable {
  private static final long KEEP_ENTRIES = 1 << 24; // 64 MB
  private static final int OBJECT_ENTRIES = 14; // of a witness without events
  private static final int CANDIDATE = -1;

  private final int[] witnessSize;
  private final int[] reason;
  private final List<String> reasons;
  private final boolean keepWitnesses;
  private final Witness[] kept;
  private final Map<Integer, ValueSchedule> valued;
  private long keptEntries;
  private IntFunction<Proof> again =
      race -> {
        throw new IllegalStateException("race " + race + " cannot be proved again");
      };

  /**
   * A table in which no race is proved yet.
   *
   * @param whyNot the reason that stands for each race until it is {@link #set}
   * @param keepWitnesses whether the witnesses will be printed
   */
  ProofTable(int races, String whyNot, boolean keepWitnesses) {
    witnessSize = new int[races];
    Arrays.fill(witnessSize, CANDIDATE);
    reason = new int[races];
    reasons = new ArrayList<>(List.of(whyNot));
    valued = new HashMap<>();
    this.keepWitnesses = keepWitnesses;
    kept = new Witness[keepWitnesses ? races : 0];
  }

  private ProofTable(ProofTable of) {
    witnessSize = of.witnessSize;
    reason = of.reason;
    reasons = of.reasons;
    valued = of.valued;
    keepWitnesses = false;
    kept = new Witness[0];
  }

  /** The same answers without the witnesses, and without the search, which holds the trace. */
  ProofTable withoutWitnesses() {
    return new ProofTable(this);
  }

  /** A table of proofs that are there, the first of the race with index 0. */
  public static ProofTable of(List<Proof> proofs) {
    ProofTable table = new ProofTable(proofs.size(), "", true);
    for (int race = 0; race < proofs.size(); race++) {
      table.set(race, proofs.get(race));
    }
    return table;
  }

  /** How to find a proof once more that was {@link #set} before. */
  void proveAgainWith(IntFunction<Proof> prover) {
    again = prover;
  }

  /** Records the proof of a race. */
  void set(int race, Proof proof) {
    if (proof instanceof Proof.Verified verified) {
      Witness witness = verified.witness();
      witnessSize[race] = Math.toIntExact(witness.size());
      long entries = OBJECT_ENTRIES + (long) witness.cutThreads() + witness.tail().length;
      if (keepWitnesses && keptEntries + entries <= KEEP_ENTRIES) {
        keptEntries += entries;
        kept[race] = witness;
      }
    } else if (proof instanceof Proof.Valued other) {
      witnessSize[race] = other.schedule().steps().size();
      valued.put(race, other.schedule());
    } else if (proof instanceof Proof.Candidate candidate) {
      int id = reasons.indexOf(candidate.reason());
      if (id < 0) {
        id = reasons.size();
        reasons.add(candidate.reason());
      }
      witnessSize[race] = CANDIDATE;
      reason[race] = id;
    }
  }

  /** Records that a race is verified as one of another table is. */
  void setAsIn(ProofTable other, int theirs, int race) {
    witnessSize[race] = other.witnessSize[theirs];
    if (keepWitnesses && other.keepWitnesses) {
      kept[race] = other.kept[theirs]; // one object for both
    }
  }

  /** How many races the table is about. */
  public int size() {
    return witnessSize.length;
  }

  /** Whether this race is proved: by a witness, or by a schedule with other values. */
  public boolean isVerified(int race) {
    return witnessSize[race] != CANDIDATE;
  }

  /** How many races are verified. */
  public int verified() {
    int count = 0;
    for (int size : witnessSize) {
      count += size == CANDIDATE ? 0 : 1;
    }
    return count;
  }

  /** What is known of this race. */
  public Proof proof(int race) {
    if (!isVerified(race)) {
      return new Proof.Candidate(reason(race));
    }
    ValueSchedule schedule = valued.get(race);
    return schedule != null ? new Proof.Valued(schedule) : new Proof.Verified(witness(race));
  }

  /** The schedule of a race that is verified with other values; it has no witness. */
  public Optional<ValueSchedule> values(int race) {
    return Optional.ofNullable(valued.get(race));
  }

  /** The length of a verified race's witness, or of its schedule with other values. */
  public int witnessSize(int race) {
    return witnessSize[race];
  }

  /** Why a race that is not verified is not. */
  public String reason(int race) {
    return reasons.get(reason[race]);
  }

  /** The witness of a verified race that has no {@link #values}. */
  public Witness witness(int race) {
    if (keepWitnesses && kept[race] != null) {
      return kept[race];
    }
    if (isVerified(race) && again.apply(race) instanceof Proof.Verified verified) {
      return verified.witness();
    }
    throw new IllegalStateException("race " + race + " was verified and now is not");
  }
}
