package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnlineBenchRunTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  private static String race(String field, String first, String second) {
    return """
    ==================
    WARNING: Sooth: data race on %s (atexrace)
      Read of %s@17 by thread a (1):
        #0 %s
        #1 Main.java:1 Main.main

      Previous write of %s@17 by thread b:
        #0 %s
        #1 Main.java:2 Main.main
    ==================
    """
        .formatted(field, field, first, field, second);
  }

  @Test
  void racesArePairsOfLinesOfAField() {
    String said =
        race("A.x", "A.java:1 A.f", "A.java:2 A.g")
            + race("A.x", "A.java:2 A.g", "A.java:1 A.f")
            + race("A.z[]", "A.java:5 A.f", "A.java:6 A.f")
            + race("array[]", "A.java:5 A.f", "A.java:6 A.f")
            + race("A.y (java.util.HashMap)", "A.java:3 A.f", "A.java:3 A.f");
    assertThat(OnlineBenchRun.races(said))
        .containsExactly(
            "A.x: A.java:1 A.f ~ A.java:2 A.g",
            "A.y (java.util.HashMap): A.java:3 A.f ~ A.java:3 A.f",
            "elements: A.java:5 A.f ~ A.java:6 A.f");
    assertThat(OnlineBenchRun.races("")).isEmpty();
  }

  @Test
  void timeAndMemoryAreThoseOfTheProcess() throws IOException, InterruptedException {
    Path source = folder.resolve("Busy.java");
    Files.writeString(
        source,
        """
        class Busy {
          public static void main(String[] a) {
            var bean = (com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
            while (bean.getProcessCpuTime() < 1_000_000_000L) {}
          }
        }
        """);
    OnlineBenchRun run =
        OnlineBenchRun.of(List.of(JAVA, source.toString()), folder.resolve("work"), 60_000);
    assertThat(run.status()).isZero();
    assertThat(run.cpuMillis()).isGreaterThanOrEqualTo(980);
    assertThat(run.sampledPercent()).isEqualTo(100);
    if (OnlineBenchRun.measuresCpu()) {
      assertThat(run.peakKilobytes()).isGreaterThan(10_000);
    }
  }
}
