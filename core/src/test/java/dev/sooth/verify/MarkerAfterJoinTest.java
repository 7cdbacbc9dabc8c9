package dev.sooth.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.race.Witness;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import org.junit.jupiter.api.Test;

/** A reader lets markers of a thread stand after its join, so a witness need not hold them. */
class MarkerAfterJoinTest {
  private static TraceBuilder joined() {
    return new TraceBuilder("in", TraceNames.empty())
        .add(Kind.FORK, "A", "B", "")
        .add(Kind.WRITE, "B", "y", "")
        .add(Kind.JOIN, "A", "B", "");
  }

  @Test
  void aMarkerAfterTheJoinIsNotWaitedFor() {
    for (byte marker : new byte[] {Kind.BEGIN, Kind.END, Kind.NOP}) {
      Trace trace =
          joined()
              .add(marker, "B", "", "")
              .add(Kind.WRITE, "A", "x", "")
              .add(Kind.WRITE, "C", "x", "")
              .build();
      WitnessChecker checker = new WitnessChecker(trace);
      assertThat(checker.objection(4, 5, new Witness(new int[] {0, 1, 2}))).isEmpty();
      assertThat(checker.objection(4, 5, new Witness(new int[] {0, 1, 3, 2}))).isEmpty();
      assertThat(checker.objection(4, 5, new Witness(new int[] {0, 2})))
          .contains("event 2 joins a thread that has not ended");
    }
  }
}
