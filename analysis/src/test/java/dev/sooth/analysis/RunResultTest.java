package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engines;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceNames;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunResultTest {
  @Test
  void withoutTheTraceItLetsGoOfItAndStillSaysWhatWasProved() throws Exception {
    List<RunResult> kept = new ArrayList<>();
    WeakReference<Trace> trace = analysed(kept);
    for (int i = 0; i < 50 && trace.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(trace.get()).isNull();
    for (RunResult run : kept) {
      assertThat(run.races().size()).isEqualTo(1);
      assertThat(run.proofs().isVerified(0)).isTrue();
      assertThat(run.proofs().witnessSize(0)).isZero();
      assertThat(run.context().at(new long[] {0, 1}).whyUnknown()).isPresent();
    }
  }

  private static WeakReference<Trace> analysed(List<RunResult> kept) throws IOException {
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    builder.add(Kind.WRITE, "T1", "x", "1");
    builder.add(Kind.READ, "T2", "x", "2");
    Trace trace = builder.build();
    Analysis.of(trace).engines(Engines.SYNCP, Engines.SHB, Engines.HB).run().runs().stream()
        .map(RunResult::withoutTrace)
        .forEach(kept::add);
    assertThat(kept).hasSize(3);
    return new WeakReference<>(trace);
  }
}
