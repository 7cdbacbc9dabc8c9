package dev.sooth.analysis;

import dev.sooth.race.Proof;
import dev.sooth.race.Race;
import dev.sooth.race.Races;
import dev.sooth.trace.Trace;
import java.util.Optional;

/**
 * The proofs of an engine that ran before on the same trace in memory. A witness that the checker
 * has accepted for two accesses proves them, whichever engine reports them, so it is not searched
 * and checked again. Of several engines the one is kept that has proved most.
 */
final class EarlierProofs {
  private static final int NONE = -1;

  /** What is known before the first engine has run. */
  static final EarlierProofs NOTHING = new EarlierProofs(null, null, null, new int[0]);

  private final Trace trace;
  private final Races races;
  private final ProofTable proofs;
  private final int[] slots; // of races that are verified, by their positions; index + 1

  private EarlierProofs(Trace trace, Races races, ProofTable proofs, int[] slots) {
    this.trace = trace;
    this.races = races;
    this.proofs = proofs;
    this.slots = slots;
  }

  /** What is known of this trace. */
  EarlierProofs on(Trace asked) {
    return trace == asked ? this : NOTHING;
  }

  /** This, or what another engine has proved on this trace, if that is more. */
  EarlierProofs orMore(Trace provedOn, Races found, ProofTable table) {
    int verified = table.verified();
    if (verified == 0 || (trace == provedOn && verified <= proofs.verified())) {
      return this;
    }
    int[] free = new int[Integer.highestOneBit(verified) * 4];
    EarlierProofs more = new EarlierProofs(provedOn, found, table, free);
    for (int race = 0; race < table.size(); race++) {
      if (table.isVerified(race)) {
        free[more.slot(found.get(race))] = race + 1;
      }
    }
    return more;
  }

  /** Says in a table that this race is proved, if it was; whether it was. */
  boolean copy(Race race, ProofTable into, int index) {
    int known = find(race);
    if (known == NONE) {
      return false;
    }
    into.setAsIn(proofs, known, index);
    return true;
  }

  /** The proof of this race, if there is one; its witness is found again if it was not kept. */
  Optional<Proof> proof(Race race) {
    int known = find(race);
    return known == NONE
        ? Optional.empty()
        : Optional.of(new Proof.Verified(proofs.witness(known)));
  }

  private int find(Race race) {
    return slots.length == 0 ? NONE : slots[slot(race)] - 1;
  }

  /** The slot of the pair, or the free one where it would be. */
  private int slot(Race race) {
    long first = race.first().position();
    long second = race.second().position();
    long mixed = (first * 0x9E3779B97F4A7C15L ^ second) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & slots.length - 1;
    while (slots[slot] != 0 && !isOf(races.get(slots[slot] - 1), first, second)) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private static boolean isOf(Race known, long first, long second) {
    return known.first().position() == first && known.second().position() == second;
  }
}
