package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace that is too large for the engines that {@code sooth run} would choose. */
class ManyThreadsIT {
  @TempDir Path folder;

  @Test
  void whatCanBeDoneIsDoneAndTheRestIsSaid() throws Exception {
    Path source = folder.resolve("Many.java");
    Files.writeString(
        source,
        """
        public class Many {
          static int x;
          public static void main(String[] a) throws Exception {
            for (int k = 0; k < 8000; k++) {
              Thread t = new Thread(() -> x++);
              t.start();
              if (k % 2 == 0) {
                t.join();
              }
            }
          }
        }
        """);
    Cli.Result result =
        Processes.run(
            folder,
            Map.of(),
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx300m",
                "-jar",
                Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath().toString(),
                "run",
                "-o",
                "out",
                source.toString()));
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err())
        .contains("found by shb", "NOTE: the trace is too large for syncp and osr here")
        .doesNotContain("ERROR");
  }
}
