package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class KeptTraceTest {
  private static Trace trace() {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    builder.add(Kind.WRITE, "T1", "x", "1");
    builder.add(Kind.READ, "T2", "x", "2");
    return builder.build();
  }

  private static void read(KeptTrace kept) throws IOException {
    try (TraceCursor cursor = kept.open()) {
      EventBatch batch = new EventBatch();
      boolean more = true;
      while (more) {
        more = cursor.next(batch);
      }
    }
  }

  @Test
  void hasWhatWasReadInTheLastPass() throws IOException {
    KeptTrace kept = new KeptTrace(trace(), 2);
    assertThat(kept.trace()).isEmpty();
    read(kept);
    read(kept);
    Trace again = kept.trace().orElseThrow();
    assertThat(again.size()).isEqualTo(2);
    assertThat(again.describe(1)).isEqualTo("T2|r(x)|2");
  }

  @Test
  void hasNothingOfALongTraceOrAPassThatEndedEarly() throws IOException {
    KeptTrace tooLong = new KeptTrace(trace(), 1);
    read(tooLong);
    assertThat(tooLong.trace()).isEmpty();
    KeptTrace early = new KeptTrace(trace(), 2);
    try (TraceCursor cursor = early.open()) {
      cursor.next(new EventBatch());
    }
    assertThat(early.trace()).isEmpty();
  }
}
