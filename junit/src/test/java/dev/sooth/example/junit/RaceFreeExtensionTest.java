package dev.sooth.example.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.junit.RaceFree;
import dev.sooth.junit.RaceFreeExtension;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What becomes of tests that are to have no race. */
class RaceFreeExtensionTest {
  @RaceFree
  static class Checked {
    private int plain;
    private final AtomicInteger atomic = new AtomicInteger();
    private static final AtomicInteger RUNS = new AtomicInteger();

    @Test
    void races() throws InterruptedException {
      RaceCheckTest.together(() -> plain++);
    }

    @Test
    void counts() throws InterruptedException {
      RaceCheckTest.together(atomic::incrementAndGet);
    }

    @Test
    @RaceFree(expect = RaceFree.Expect.RACE)
    void isKnown() throws InterruptedException {
      RaceCheckTest.together(() -> plain++);
    }

    @Test
    @RaceFree(expect = RaceFree.Expect.RACE)
    void isMended() throws InterruptedException {
      RaceCheckTest.together(atomic::incrementAndGet);
    }

    @Test
    @RaceFree(repetitions = 3, engines = "shb")
    void runsThrice() {
      RUNS.incrementAndGet();
    }

    @RepeatedTest(2)
    void isRepeated() throws InterruptedException {
      RaceCheckTest.together(atomic::incrementAndGet);
    }
  }

  private static void eachHasItsOwn(Map<String, String> ended) {
    assertThat(ended)
        .containsOnlyKeys(
            "races()",
            "counts()",
            "isKnown()",
            "isMended()",
            "runsThrice()",
            "isRepeated()[1]",
            "isRepeated()[2]");
    assertThat(ended.remove("races()"))
        .contains("1 pair of lines race in " + Checked.class.getName() + ".races, 1 verified")
        .contains("data race on " + Checked.class.getName() + ".plain");
    assertThat(ended.remove("isMended()")).contains("a race was expected");
    assertThat(ended.values()).allMatch(String::isEmpty, ended.toString());
  }

  @Test
  void oneAfterTheOther() {
    Checked.RUNS.set(0);
    eachHasItsOwn(Suites.run(Checked.class, Map.of()));
    assertThat(Checked.RUNS).hasValue(3);
  }

  @Test
  void allAtOnce() {
    String parallel = "junit.jupiter.execution.parallel.";
    eachHasItsOwn(
        Suites.run(
            Checked.class,
            Map.of(
                parallel + "enabled", "true",
                parallel + "mode.default", "concurrent",
                parallel + "config.strategy", "fixed",
                parallel + "config.fixed.parallelism", "4")));
  }

  static class Plain {
    private int plain;

    @Test
    void races() throws InterruptedException {
      RaceCheckTest.together(() -> plain++);
    }
  }

  @Test
  void allTestsOfASuite() {
    assertThat(Suites.run(Plain.class, Map.of())).containsEntry("races()", "");
    Map<String, String> parameters =
        Map.of(
            "junit.jupiter.extensions.autodetection.enabled",
            "true",
            RaceFreeExtension.ALL,
            "true");
    assertThat(Suites.run(Plain.class, parameters).get("races()")).contains("1 pair of lines race");
    assertThat(Suites.run(Checked.class, parameters).get("races()"))
        .contains("1 pair of lines race");
  }
}
