package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.BadTraceException;
import dev.sooth.trace.CheckedSource;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The reader's check refuses what the test kit's refuses, and repairs it when it is lenient. */
class WellFormedTest {
  private static final int TRACES = 20_000;

  @Test
  void theTwoChecksAgree() throws IOException {
    Random random = new Random(RandomCheck.seed());
    int refused = 0;
    for (int i = 0; i < TRACES; i++) {
      Trace trace = anyEvents(random);
      boolean wellFormed = WellFormed.holds(trace);
      assertThat(isAccepted(trace)).as(Traces.toLine(trace)).isEqualTo(wellFormed);
      refused += wellFormed ? 0 : 1;
      Trace repaired = Trace.load(new CheckedSource(OddBatches.file(trace, random), true));
      assertThat(WellFormed.complaint(repaired)).as(Traces.toLine(trace)).isNull();
      assertThat(repaired.size()).isEqualTo(trace.size());
      assertThat(repaired.notes().repaired() > 0).isNotEqualTo(wellFormed);
    }
    assertThat(refused).isBetween(TRACES / 5, TRACES * 4 / 5);
  }

  private static boolean isAccepted(Trace trace) throws IOException {
    try {
      Trace.load(new CheckedSource(OddBatches.file(trace, new Random(1)), false));
      return true;
    } catch (BadTraceException e) {
      return false;
    }
  }

  private static Trace anyEvents(Random random) {
    TraceBuilder builder = new TraceBuilder("any", TraceNames.empty());
    for (int events = 1 + random.nextInt(6); events > 0; events--) {
      byte kind = (byte) random.nextInt(Kind.COUNT);
      String target =
          Kind.isThreadOperation(kind) ? "T" + random.nextInt(3) : "o" + random.nextInt(2);
      builder.add(kind, "T" + random.nextInt(3), target, "1");
    }
    return builder.build();
  }
}
