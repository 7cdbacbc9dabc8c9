package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Pairs;
import dev.sooth.report.RunResult;
import dev.sooth.report.RunStatus;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TraceRunsTest {
  /** Gives a race at once and then nothing new until the time is over. */
  private static final class SlowSource implements TraceSource {
    private int opened;

    @Override
    public String name() {
      return "slow";
    }

    @Override
    public boolean repeatable() {
      return true;
    }

    @Override
    public TraceCursor open() {
      opened++;
      TraceBuilder builder = new TraceBuilder("slow", TraceNames.empty());
      builder.add(Kind.WRITE, "T1", "x", "1");
      builder.add(Kind.WRITE, "T2", "x", "2");
      Trace trace = builder.build();
      TraceCursor start = trace.open();
      return new TraceCursor() {
        private boolean started;

        @Override
        public boolean next(EventBatch batch) throws IOException {
          if (!started) {
            started = true;
            return start.next(batch);
          }
          sleep();
          batch.base += batch.size();
          return true;
        }

        @Override
        public TraceNames names() {
          return trace.names();
        }

        @Override
        public String where(long position) {
          return "event " + position;
        }

        @Override
        public TraceNotes notes() {
          return trace.notes();
        }

        @Override
        public void close() {}
      };
    }

    private static void sleep() {
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static AnalysisOptions options(List<Engine> engines, Duration timeout, Pairs pairs) {
    return new AnalysisOptions(
        engines,
        pairs,
        false,
        true,
        1000,
        Optional.of(timeout),
        Optional.of(Duration.ofMillis(50)),
        false);
  }

  @Test
  void aTimeoutKeepsWhatWasFound() throws IOException {
    for (Engine engine : List.of(Engine.HB, Engine.SHB, Engine.WCP)) {
      AnalysisOptions options =
          options(List.of(engine), Duration.ofMillis(100), Pairs.FIRST_PER_EVENT);
      RunResult result = new TraceRuns(new SlowSource(), options, Progress.NONE).run(engine);
      assertThat(result.status()).isEqualTo(RunStatus.TIMEOUT);
      assertThat(result.races().racyEvents()).isPositive();
      assertThat(result.millis()).isBetween(99L, 10_000L);
      // Reading it again for the proof takes for ever too, and ends with the budget.
      assertThat(result.proofs().isVerified(0)).isFalse();
      assertThat(result.proofs().reason(0)).startsWith("not checked: the budget of 50 ms");
    }
  }

  @Test
  void aTimeoutWhileLoadingIsSharedByAllEngines() throws IOException {
    List<Engine> engines = List.of(Engine.HB, Engine.SYNCP);
    SlowSource source = new SlowSource();
    AnalysisOptions options = options(engines, Duration.ofMillis(100), Pairs.FIRST_PER_EVENT);
    TraceRuns runs = new TraceRuns(source, options, Progress.NONE);
    for (Engine engine : engines) {
      RunResult result = runs.run(engine);
      assertThat(result.engine()).isEqualTo(engine);
      assertThat(result.status()).isEqualTo(RunStatus.TIMEOUT);
      assertThat(result.counts().events()).isPositive();
      assertThat(result.races().pairs()).isZero();
    }
    assertThat(source.opened).isEqualTo(1);
  }

  @Test
  void onlyWhatNeedsTheTraceInMemoryLoadsIt() {
    Duration time = Duration.ofSeconds(1);
    assertThat(needsLoading(options(List.of(Engine.HB), time, Pairs.FIRST_PER_EVENT))).isFalse();
    assertThat(needsLoading(options(List.of(Engine.HB, Engine.WCP), time, Pairs.FIRST_PER_EVENT)))
        .isFalse();
    assertThat(needsLoading(options(List.of(Engine.SYNCP), time, Pairs.FIRST_PER_EVENT))).isTrue();
    assertThat(needsLoading(options(List.of(Engine.HB), time, Pairs.ALL))).isTrue();
  }

  private static boolean needsLoading(AnalysisOptions options) {
    return new TraceRuns(new SlowSource(), options, Progress.NONE).needsLoading();
  }

  @Test
  void deadlinesRememberThatTheyStoppedSomeone() {
    Deadline none = Deadline.of(System.nanoTime(), Optional.empty());
    assertThat(none.now()).isFalse();
    assertThat(none.hasStopped()).isFalse();
    Deadline over = Deadline.of(System.nanoTime(), Optional.of(Duration.ZERO));
    assertThat(over.hasStopped()).isFalse();
    assertThat(over.now()).isTrue();
    assertThat(over.hasStopped()).isTrue();
  }
}
