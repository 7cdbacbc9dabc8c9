package dev.sooth.example.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.record.TestRun;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A sink that the agent does not know works as any other. */
class KindsSinkTest {
  @Test
  void countsWhatTwoThreadsDo() throws IOException {
    KindsSink sink = new KindsSink();
    TestRun.into(sink);
    assertThat(sink.summary())
        .isEqualTo("2 threads, {acq=2, end=1, fork=1, join=1, rel=2, vr=1, vw=1, w=2}");
  }
}
