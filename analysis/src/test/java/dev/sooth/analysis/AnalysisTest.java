package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.detect.Stop;
import dev.sooth.detect.prefix.PrefixOptions;
import dev.sooth.trace.EventBatch;
import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceBuilder;
import dev.sooth.trace.TraceCursor;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceNotes;
import dev.sooth.trace.TraceSource;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnalysisTest {
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

  private static AnalysisOptions within(Duration timeout) {
    return AnalysisOptions.defaults().withTimeout(timeout).withProveBudget(Duration.ofMillis(50));
  }

  @Test
  void aTimeoutKeepsWhatWasFound() {
    for (Engine engine : List.of(Engines.HB, Engines.SHB, Engines.WCP)) {
      AnalysisResult all =
          Analysis.of(new SlowSource())
              .engines(engine)
              .options(within(Duration.ofMillis(100)))
              .run();
      RunResult result = all.runs().get(0);
      assertThat(result.status()).isEqualTo(RunStatus.TIMEOUT);
      assertThat(result.races().racyEvents()).isPositive();
      assertThat(result.timings().search().toMillis()).isBetween(99L, 10_000L);
      // Reading it again for the proof takes for ever too, and ends with the budget.
      assertThat(result.proofs().isVerified(0)).isFalse();
      assertThat(result.proofs().reason(0)).startsWith("not checked: the budget of 50 ms");
      assertThat(result.timings().proof().toMillis()).isBetween(49L, 10_000L);
      assertThat(all.outcome()).isEqualTo(AnalysisResult.Outcome.RACES);
    }
  }

  @Test
  void aTimeoutWhileLoadingIsSharedByAllEngines() {
    List<Engine> engines = List.of(Engines.HB, Engines.SYNCP);
    SlowSource source = new SlowSource();
    AnalysisResult all =
        Analysis.of(source).engines(engines).options(within(Duration.ofMillis(100))).run();
    assertThat(all.runs()).extracting(RunResult::engine).isEqualTo(engines);
    for (RunResult result : all.runs()) {
      assertThat(result.status()).isEqualTo(RunStatus.TIMEOUT);
      assertThat(result.counts().events()).isPositive();
      assertThat(result.races().pairs()).isZero();
    }
    assertThat(source.opened).isEqualTo(1);
    assertThat(all.outcome()).isEqualTo(AnalysisResult.Outcome.UNKNOWN);
  }

  @Test
  void whoCancelsKeepsWhatWasFound() {
    for (Engine engine : List.of(Engines.HB, Engines.SYNCP)) {
      int[] asked = new int[1];
      List<RunResult> seen = new ArrayList<>();
      AnalysisResult all =
          Analysis.of(new SlowSource())
              .engines(engine)
              .stopWhen(() -> asked[0]++ >= 3)
              .onResult(seen::add)
              .run();
      RunResult result = all.runs().get(0);
      assertThat(seen).containsExactly(result);
      assertThat(result.status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(result.notes()).anyMatch(note -> note.startsWith("stopped after "));
      if (engine.streaming()) {
        assertThat(result.races().pairs()).isPositive();
        assertThat(result.proofs().reason(0)).isEqualTo("not checked: the analysis was stopped");
      } else {
        assertThat(all.outcome()).isEqualTo(AnalysisResult.Outcome.UNKNOWN);
      }
    }
  }

  @Test
  void onlyWhatNeedsTheTraceInMemoryLoadsIt() {
    assertThat(needsLoading(Pairs.FIRST_PER_EVENT, Engines.HB)).isFalse();
    assertThat(needsLoading(Pairs.FIRST_PER_EVENT, Engines.HB, Engines.WCP)).isFalse();
    assertThat(needsLoading(Pairs.FIRST_PER_EVENT, Engines.SYNCP)).isTrue();
    assertThat(needsLoading(Pairs.ALL, Engines.HB)).isTrue();
    Engine inMemory = Engines.GPREFIX.with(PrefixOptions.complete());
    assertThat(needsLoading(Pairs.FIRST_PER_EVENT, Engines.GPREFIX)).isFalse();
    assertThat(needsLoading(Pairs.FIRST_PER_EVENT, inMemory)).isTrue();
  }

  private static boolean needsLoading(Pairs pairs, Engine... engines) {
    AnalysisOptions options = AnalysisOptions.defaults().withPairs(pairs);
    return new EngineRuns(
            new SlowSource(), List.of(engines), options, AnalysisProgress.NONE, Stop.NEVER)
        .needsLoading();
  }

  @Test
  void whatCannotBeReadIsAResultAndReadOnce() {
    int[] opened = new int[1];
    AnalysisResult all =
        Analysis.of(
                "gone.std",
                () -> {
                  opened[0]++;
                  throw new NoSuchFileException("gone.std");
                })
            .engines(Engines.HB, Engines.SYNCP)
            .run();
    assertThat(opened[0]).isEqualTo(1);
    assertThat(all.outcome()).isEqualTo(AnalysisResult.Outcome.FAILED);
    for (RunResult result : all.runs()) {
      assertThat(result.status()).isEqualTo(RunStatus.ERROR);
      Failure failure = result.failure().orElseThrow();
      assertThat(failure.kind()).isEqualTo(Failure.Kind.IO);
      assertThat(failure.message()).isEqualTo("gone.std: no such file");
    }
  }

  @Test
  void progressNamesThePhasesInTheirOrder() {
    List<String> phases = new ArrayList<>();
    long[] most = new long[1];
    TraceBuilder builder = new TraceBuilder("t", TraceNames.empty());
    builder.add(Kind.WRITE, "T1", "x", "1");
    builder.add(Kind.WRITE, "T2", "x", "2");
    Analysis.of(builder.build())
        .engines(Engines.SHB, Engines.SYNCP)
        .progress(
            new AnalysisProgress() {
              @Override
              public void phase(String name) {
                phases.add(name);
              }

              @Override
              public void events(long count) {
                most[0] = Math.max(most[0], count);
              }
            })
        .run();
    assertThat(phases).containsExactly("reading", "shb", "proving", "syncp", "proving");
    assertThat(most[0]).isEqualTo(2);
  }

  @Test
  void deadlinesRememberThatTheyStoppedSomeone() {
    Deadline none = Deadline.of(System.nanoTime(), Optional.empty(), Stop.NEVER);
    assertThat(none.now()).isFalse();
    assertThat(none.status()).isEqualTo(RunStatus.COMPLETE);
    Deadline over = Deadline.of(System.nanoTime(), Optional.of(Duration.ZERO), Stop.NEVER);
    assertThat(over.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(over.now()).isTrue();
    assertThat(over.status()).isEqualTo(RunStatus.TIMEOUT);
  }
}
