package dev.sooth.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.analysis.Analysis;
import dev.sooth.detect.Engines;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TestSpansTest {
  private static TraceSource trace(String... events) throws IOException {
    byte[] text = (String.join("\n", events) + "\n").getBytes(StandardCharsets.UTF_8);
    return TraceFiles.stream(new ByteArrayInputStream(text), "x.std", ReadOptions.defaults());
  }

  private static TestSpans.Owner owner(String thread, long position, String... events)
      throws IOException {
    return TestSpans.of(trace(events)).ownerOf(thread, position);
  }

  private static TestSpans.Owner sure(String test) {
    return new TestSpans.Owner(Set.of(test), true);
  }

  @Test
  void theTestOfTheThreadItself() throws IOException {
    String[] events = {
      "main|begin|class A", // a place that is no test
      "main|begin|test class A",
      "main|w(x)|A.java:1",
      "main|begin|test A.one",
      "main|w(x)|A.java:2",
      "main|end|test A.one",
      "main|w(x)|A.java:3",
      "main|end|test class A",
      "main|w(x)|A.java:4",
    };
    assertThat(owner("main", 2, events)).isEqualTo(sure("class A"));
    assertThat(owner("main", 4, events)).isEqualTo(sure("A.one"));
    assertThat(owner("main", 6, events)).isEqualTo(sure("class A"));
    assertThat(owner("main", 8, events)).isEqualTo(TestSpans.Owner.NOBODY);
    assertThat(TestSpans.of(trace(events)).tests()).containsExactly("A.one");
  }

  @Test
  void threadsBelongToTheTestThatStartedThem() throws IOException {
    String[] events = {
      "p|begin|test A.one",
      "q|begin|test A.two",
      "p|fork(child)|A.java:1",
      "child|fork(grandchild)|A.java:2",
      "grandchild|w(x)|A.java:3",
      "q|w(x)|A.java:4",
    };
    assertThat(owner("grandchild", 4, events)).isEqualTo(sure("A.one"));
    assertThat(owner("q", 5, events)).isEqualTo(sure("A.two"));
  }

  @Test
  void threadsOfAPoolWorkForTheTestThatRuns() throws IOException {
    String[] events = {
      "main|begin|test A.one",
      "main|fork(pool)|A.java:1",
      "main|end|test A.one",
      "pool|w(x)|A.java:2", // nobody else runs
      "main|begin|test A.two",
      "pool|w(x)|A.java:3",
      "other|begin|test A.three",
      "pool|w(x)|A.java:4",
      "main|end|test A.two",
      "other|end|test A.three",
    };
    assertThat(owner("pool", 3, events)).isEqualTo(sure("A.one"));
    assertThat(owner("pool", 5, events)).isEqualTo(sure("A.two"));
    assertThat(owner("pool", 7, events))
        .isEqualTo(new TestSpans.Owner(Set.of("A.two", "A.three"), false));
  }

  @Test
  void aThreadThatNobodyKnows() throws IOException {
    assertThat(owner("nobody", 0, "main|w(x)|A.java:1")).isEqualTo(TestSpans.Owner.NOBODY);
  }

  private static List<String> lines(String... events) throws IOException {
    byte[] text = (String.join("\n", events) + "\n").getBytes(StandardCharsets.UTF_8);
    Analysis.Opener opener = () -> trace(new String(text, StandardCharsets.UTF_8).strip());
    SuiteRaces races = new SuiteRaces();
    TestSpans spans = TestSpans.of(opener.open());
    Analysis.of("x.std", opener)
        .engines(Engines.SYNCP)
        .run()
        .runs()
        .forEach(
            result -> {
              BitSet open = new BitSet();
              open.set(0, result.races().size());
              races.add(result, spans, open);
            });
    return races.races().stream().map(SuiteRaces.SuiteRace::line).toList();
  }

  @Test
  void aRaceIsThatOfBothItsAccesses() throws IOException {
    assertThat(
            lines(
                "p|begin|test A.one",
                "q|begin|test A.two",
                "p|w(A.x@1)|A.java:1",
                "q|w(A.x@1)|A.java:2",
                "p|end|test A.one",
                "q|end|test A.two"))
        .containsExactly("A.x: A.java:1 with A.java:2; verified; in A.one, A.two");
  }

  @Test
  void whatIsNotSureOfOneAccessMayBeByTheOther() throws IOException {
    String[] events = {
      "p|begin|test A.one",
      "q|begin|test A.two",
      "pool|w(A.x@1)|A.java:1",
      "p|w(A.x@1)|A.java:1",
      "poolToo|w(A.y@1)|A.java:2",
      "pool|w(A.y@1)|A.java:2",
      "p|end|test A.one",
      "q|end|test A.two",
      "pool|w(A.z@1)|A.java:3",
      "p|w(A.z@1)|A.java:3",
    };
    assertThat(lines(events))
        .containsExactly(
            "A.x: at A.java:1; verified; in A.one",
            "A.y: at A.java:2; verified; in one of A.one, A.two, which ran at the same time",
            "A.z: at A.java:3; verified; outside of any test");
  }
}
