package dev.sooth.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.trace.Kind;
import dev.sooth.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

class TracesTest {
  @Test
  void readsShortForm() {
    Trace trace = Traces.of("T1 w(x), acq(l), rel(l); T2 r(x)");
    assertThat(trace.size()).isEqualTo(4);
    assertThat(trace.kind(0)).isEqualTo(Kind.WRITE);
    assertThat(trace.describe(1)).isEqualTo("T1|acq(l)|1");
    assertThat(trace.describe(3)).isEqualTo("T2|r(x)|3");
  }

  @Test
  void readsStdForm() {
    Trace trace = Traces.of("T1|w(a.b[3, 4])|Foo.java:12, T1|fork(T2)|7, T2|dummy()|8");
    assertThat(trace.describe(0)).isEqualTo("T1|w(a.b[3, 4])|Foo.java:12");
    assertThat(trace.describe(1)).isEqualTo("T1|fork(T2)|7");
    assertThat(trace.kind(2)).isEqualTo(Kind.NOP);
  }

  @Test
  void readsEveryKindAndWritesItBack() {
    String line =
        "T1 r(x), T1 w(x), T1 acq(l), T1 rel(l), T1 fork(T2), T2 begin(), T2 vr(v), T2 vw(v),"
            + " T2 end(), T1 join(T2), T1 dummy()";
    assertThat(Traces.toLine(Traces.of(line))).isEqualTo(line);
    assertThat(Traces.toLine(Traces.of("T1|w(x)|12, T2 r(x)"))).isEqualTo("T1|w(x)|12, T2 r(x)");
  }

  @Test
  void writesBackWhatItReadForRandomTraces() {
    ContendedTraces traces = new ContendedTraces(ContendedTraces.Shape.small(), RandomCheck.seed());
    for (int i = 0; i < 500; i++) {
      Trace trace = traces.next();
      assertThat(Traces.events(Traces.of(Traces.toLine(trace)))).isEqualTo(Traces.events(trace));
    }
  }

  @Test
  void saysWhatItCannotRead() {
    assertThatThrownBy(() -> Traces.of("w(x)")).hasMessageContaining("expected such as");
    assertThatThrownBy(() -> Traces.of("T1 w(x), T1 w")).hasMessageContaining("event 1");
    assertThatThrownBy(() -> Traces.of("T1 foo(x)")).hasMessageContaining("\"foo\"");
  }

  @Test
  void complaintsAboutIllFormedTraces() {
    for (String bad :
        List.of(
            "T1 rel(l)",
            "T1 acq(l), T2 acq(l)",
            "T1 acq(l), T2 rel(l)",
            "T2 w(x), T1 fork(T2)",
            "T1 fork(T2), T1 fork(T2)",
            "T1 fork(T1)",
            "T1 join(T2)",
            "T1 join(T1)",
            "T2 w(x), T1 join(T2), T2 w(x)",
            "T1 fork(T2), T1 join(T2), T2 w(x)",
            "T1 w(x), T1 fork(T2), T3 fork(T1)",
            "T1 fork(T2), T2 fork(T1), T2 fork(T1)")) {
      assertThat(WellFormed.complaint(Traces.of(bad))).as(bad).isNotNull();
    }
    assertThat(
            WellFormed.complaint(
                Traces.of(
                    "T1 acq(l), acq(l), rel(l), fork(T2); T2 w(x); T1 join(T2), join(T2), rel(l);"
                        + " T3 acq(l)")))
        .isNull();
    assertThat(WellFormed.complaint(Traces.of("T1 fork(T0), T0 fork(T2), T2 fork(T1), T1 w(x)")))
        .isNull();
    assertThat(WellFormed.complaint(Traces.of("T2 begin(), T1 fork(T2), join(T2), T2 end()")))
        .isNull();
  }
}
