package dev.sooth.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestChecksTest {
  private static TestChecks.Answer check(int number, String test, String... events)
      throws IOException {
    byte[] text = (String.join("\n", events) + "\n").getBytes(StandardCharsets.UTF_8);
    try (TestChecks checks =
        new TestChecks(
            TraceFiles.stream(new ByteArrayInputStream(text), "x.std", ReadOptions.defaults()))) {
      return checks.check(number, test, List.of(), Duration.ofSeconds(20));
    }
  }

  private static final String[] TWO_TESTS = {
    "main|fork(p)|A.java:1",
    "main|fork(q)|A.java:2",
    "p|begin|test checked 1 A.one",
    "q|begin|test checked 2 A.two",
    "p|fork(pp)|A.java:3",
    "pp|w(A.x@1)|A.java:4",
    "p|w(A.x@1)|A.java:5",
    "q|fork(qq)|A.java:6",
    "qq|w(A.y@1)|A.java:7",
    "q|w(A.y@1)|A.java:8",
    "q|end|test checked 2 A.two",
    "p|w(A.z@1)|A.java:9",
    "p|end|test checked 1 A.one",
    "pp|w(A.z@1)|A.java:10", // too late for the test
  };

  @Test
  void testsAtTheSameTimeHaveTheirOwnRaces() throws IOException {
    TestChecks.Answer one = check(1, "A.one", TWO_TESTS);
    assertThat(one.text()).contains("data race on A.x").doesNotContain("A.y").doesNotContain("A.z");
    assertThat(one.pairs()).isEqualTo(1);
    assertThat(one.verified()).isEqualTo(1);
    assertThat(one.unknown()).isEmpty();
    TestChecks.Answer two = check(2, "A.two", TWO_TESTS);
    assertThat(two.text()).contains("data race on A.y").doesNotContain("A.x");
    assertThat(two.pairs()).isEqualTo(1);
  }

  @Test
  void allTestsAreReportedTogether(@TempDir Path folder) throws IOException {
    byte[] text = (String.join("\n", TWO_TESTS) + "\n").getBytes(StandardCharsets.UTF_8);
    try (TestChecks checks =
        new TestChecks(
            TraceFiles.stream(new ByteArrayInputStream(text), "x.std", ReadOptions.defaults()))) {
      checks.check(1, "A.one", List.of("syncp"), Duration.ofSeconds(20));
      checks.check(2, "A.two", List.of("syncp"), Duration.ofSeconds(20));
      checks.write(folder, List.of());
      assertThat(checks.checks()).isEqualTo(2);
    }
    assertThat(folder.resolve("races.txt"))
        .hasContent(
            """
            A.x: A.java:4 with A.java:5; verified; in A.one
            A.y: A.java:7 with A.java:8; verified; in A.two
            """);
    assertThat(folder.resolve("report.txt"))
        .content()
        .contains("data race on A.x (syncp R1) in A.one", "data race on A.y (syncp R1) in A.two");
    assertThat(folder.resolve("report.html")).content().contains("A.one", "A.two");
    assertThat(folder.resolve("report.sarif")).content().contains("A.java");
  }

  /** The part of the trace begins with the locks that are held then. */
  @Test
  void aLockThatWasTakenBeforeGuards() throws IOException {
    String[] events = {
      "main|fork(t)|A.java:1",
      "main|acq(l)|A.java:2",
      "main|begin|test checked 1 A.one",
      "main|w(A.x@1)|A.java:3",
      "main|rel(l)|A.java:4",
      "t|acq(l)|A.java:5",
      "t|w(A.x@1)|A.java:6",
      "t|rel(l)|A.java:7",
      "main|end|test checked 1 A.one",
    };
    assertThat(check(1, "A.one", events).pairs()).isZero();
    events[4] = "main|w(A.z@1)|A.java:4"; // held to the end
    events[5] = "t|w(A.z@1)|A.java:5";
    events[7] = "t|w(A.y@1)|A.java:7";
    assertThat(check(1, "A.one", events).pairs()).isEqualTo(2);
  }

  /** What was written before the test keeps its place: a read of it comes before later writes. */
  @Test
  void whatWasReadBeforeTheTestIsStillRead() throws IOException {
    String[] events = {
      "main|fork(t)|A.java:1",
      "main|vw(A.ready)|A.java:2",
      "main|begin|test checked 1 A.one",
      "main|w(A.x@1)|A.java:3",
      "main|vw(A.ready)|A.java:4",
      "t|vr(A.ready)|A.java:5",
      "t|w(A.x@1)|A.java:6",
      "main|end|test checked 1 A.one",
    };
    assertThat(check(1, "A.one", events).pairs()).isZero();
    events[4] = "t|vr(A.ready)|A.java:5"; // it has read what was written before
    events[5] = "main|vw(A.ready)|A.java:4";
    assertThat(check(1, "A.one", events).pairs()).isEqualTo(1);
  }

  @Test
  void aTestThatIsNotInTheTraceHasNoAnswer() throws IOException {
    assertThat(check(3, "A.three", TWO_TESTS).unknown())
        .isEqualTo("the recording has ended before the test");
  }
}
