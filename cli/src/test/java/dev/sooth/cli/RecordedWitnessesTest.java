package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From recorded traces of other projects to checked witnesses, all through the command line. The
 * traces are not ours and stay where they are; without them there is nothing to test.
 */
@Tag("any-jdk")
class RecordedWitnessesTest {
  @TempDir Path folder;

  @Test
  void everyWitnessInAReportIsAccepted() throws IOException {
    String shared = System.getProperty("sooth.shared", "");
    Path home = shared.isEmpty() ? Cli.root().resolve("../shared") : Path.of(shared);
    Path traces = home.resolve("traces/paper");
    assumeTrue(Files.isDirectory(traces), "no recorded traces in " + traces);
    List<Path> files;
    try (var list = Files.list(traces)) {
      files = list.filter(file -> file.toString().endsWith(".std")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    String report = folder.resolve("report.jsonl").toString();
    for (Path file : files) {
      String trace = file.toString();
      Cli.Result analysed =
          Cli.run("analyze", trace, "-e", "all", "-w", "-f", "jsonl", "-o", report);
      assertThat(analysed.status()).as(trace + analysed.err()).isEqualTo(66);
      Cli.Result verified = Cli.run("verify", trace, report);
      assertThat(verified.status()).as(trace + verified.err()).isZero();
      assertThat(verified.out()).contains(" 0 rejected");
    }
  }
}
