package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.race.Proof;
import dev.sooth.race.Witness;
import org.junit.jupiter.api.Test;

class ProofTableTest {
  private static final Proof PROOF = new Proof.Verified(new Witness(new int[] {1, 2}));

  @Test
  void everyRaceIsACandidateUntilProved() {
    ProofTable table = new ProofTable(2, "not tried", false);
    table.set(1, PROOF);
    assertThat(table.isVerified(0)).isFalse();
    assertThat(table.reason(0)).isEqualTo("not tried");
    assertThat(table.isVerified(1)).isTrue();
    assertThat(table.witnessSize(1)).isEqualTo(2);
    assertThat(table.verified()).isEqualTo(1);
  }

  @Test
  void findsAgainTheWitnessesThatItDidNotKeep() {
    ProofTable table = new ProofTable(1, "", false);
    table.set(0, PROOF);
    table.proveAgainWith(race -> PROOF);
    assertThat(table.witness(0).tail()).containsExactly(1, 2);
    table.proveAgainWith(race -> new Proof.Candidate("gone"));
    assertThatThrownBy(() -> table.witness(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void keepsABoundedNumberOfEntries() {
    int large = 6_000_000; // a third one does not fit
    ProofTable table = new ProofTable(3, "", true);
    int[] askedAgain = new int[1];
    table.proveAgainWith(
        race -> {
          askedAgain[0]++;
          return PROOF;
        });
    int[] schedule = new int[large];
    for (int race = 0; race < 3; race++) {
      table.set(race, new Proof.Verified(new Witness(schedule)));
    }
    assertThat(table.witness(0).size()).isEqualTo(large);
    assertThat(table.witness(1).size()).isEqualTo(large);
    assertThat(askedAgain[0]).isZero();
    table.witness(2);
    assertThat(askedAgain[0]).isEqualTo(1);
  }

  @Test
  void aCandidateHasNoWitness() {
    ProofTable table = new ProofTable(1, "", true);
    assertThatThrownBy(() -> table.witness(0)).isInstanceOf(IllegalStateException.class);
  }
}
