package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.race.RaceList;
import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which races are proved first, and what is said of those that time ran out for. */
class TimedProofsTest {
  private static final TimedProofs.Reasons REASONS = new TimedProofs.Reasons("late", "enough");

  private int mostOfAKind = 100;
  private final List<Integer> asked = new ArrayList<>();
  private final Trace trace = trace();
  private final RaceList races = races();

  /** T1 writes at line 1 and T2 at line 2, or 3 for the last: x@1, x@2, y, x@3, x@4. */
  private static Trace trace() {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    String[] variables = {"x@1", "x@2", "y", "x@3", "x@4"};
    for (int i = 0; i < variables.length; i++) {
      builder.add(Kind.WRITE, "T1", variables[i], "1");
      builder.add(Kind.WRITE, "T2", variables[i], i == 4 ? "3" : "2");
    }
    return builder.build();
  }

  private RaceList races() {
    RaceList list = new RaceList();
    for (int i = 0; i < trace.size(); i += 2) {
      list.race(trace, i, i + 1);
    }
    return list;
  }

  /** An engine whose searches are noted, and find nothing for the second access at this event. */
  private Engine engine(int withoutWitness) {
    return Engine.named("noted")
        .guarantee("none", Engine.Trust.NEEDS_PROOF)
        .cost("none", Engine.Growth.LINEAR)
        .detector(() -> Engines.HB.create())
        .witnesses(
            t ->
                (first, second) -> {
                  asked.add(first / 2);
                  return second == withoutWitness
                      ? Optional.empty()
                      : Optional.of(Witness.ofCut(new int[] {first / 2, first / 2}));
                });
  }

  private ProofTable prove(int withoutWitness, int most, int mostOfTheRest) {
    return prove(EarlierProofs.NOTHING, withoutWitness, most, mostOfTheRest);
  }

  private ProofTable prove(EarlierProofs earlier, int withoutWitness, int most, int mostOfTheRest) {
    int[] before = new int[1];
    TimedProofs.Limits limits =
        new TimedProofs.Limits(
            () -> asked.size() >= most,
            () -> {
              before[0] = asked.size();
              return () -> asked.size() >= before[0] + mostOfTheRest;
            },
            mostOfAKind);
    return TimedProofs.prove(
        engine(withoutWitness), trace, earlier, races, trace.names(), limits, REASONS, false);
  }

  @Test
  void oneOfEachPairOfLinesAndFieldComesFirst() {
    ProofTable table = prove(-1, 100, 100);
    assertThat(asked).containsExactly(0, 2, 4, 1, 3);
    assertThat(table.verified()).isEqualTo(5);
  }

  @Test
  void linesOfWhichNoneIsProvedComeBeforeTheRest() {
    prove(1, 100, 1); // y at the same lines is proved
    assertThat(asked).containsExactly(0, 2, 4, 1);
    asked.clear();
    ProofTable table = prove(9, 100, 0);
    assertThat(asked).containsExactly(0, 2, 4);
    assertThat(table.reason(4)).isEqualTo("no sync-preserving reordering shows it");
  }

  @Test
  void theRestOfProvedLinesIsSaidToBeThat() {
    ProofTable table = prove(-1, 100, 1);
    assertThat(asked).containsExactly(0, 2, 4, 1);
    assertThat(table.isVerified(3)).isFalse();
    assertThat(table.reason(3)).isEqualTo("enough");
  }

  @Test
  void withoutTimeLinesAreCandidates() {
    ProofTable table = prove(-1, 1, 100);
    assertThat(table.verified()).isEqualTo(1);
    assertThat(table.reason(4)).isEqualTo("late");
    assertThat(table.reason(1)).isEqualTo("enough");
    assertThat(prove(-1, 0, 100).verified()).isZero();
  }

  /** What one engine has proved of a trace in memory the next one does not search again. */
  @Test
  void whatIsProvedIsNotSearchedAgain() {
    EarlierProofs earlier = EarlierProofs.NOTHING.orMore(trace, races, prove(3, 100, 100));
    asked.clear();
    ProofTable table = prove(earlier.on(trace), -1, 100, 100);
    assertThat(asked).containsExactly(1); // the one that was not proved
    assertThat(table.verified()).isEqualTo(5);
    assertThat(table.witnessSize(4)).isEqualTo(8);
    asked.clear();
    assertThat(table.witness(4).size()).isEqualTo(8);
    assertThat(asked).containsExactly(4); // by the one who has found it
    asked.clear();
    ProofTable other = prove(earlier.on(trace()), -1, 100, 100);
    assertThat(asked).hasSize(5); // another trace
    assertThat(earlier.orMore(trace, races, prove(3, 1, 0)).on(trace)).isSameAs(earlier);
    assertThat(other.verified()).isEqualTo(5);
  }

  @Test
  void ofVeryManyOfOneKindNotAllAreProved() {
    mostOfAKind = 1; // of x three are at the same lines, y and the last stand alone
    ProofTable table = prove(-1, 100, 100);
    assertThat(asked).containsExactly(0, 2, 4);
    assertThat(table.reason(1)).isEqualTo("enough");
    asked.clear();
    mostOfAKind = 2;
    assertThat(prove(-1, 100, 100).verified()).isEqualTo(4);
    assertThat(asked).containsExactly(0, 2, 4, 1);
  }
}
