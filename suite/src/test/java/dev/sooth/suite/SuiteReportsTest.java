package dev.sooth.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.analysis.Analysis;
import dev.sooth.analysis.AnalysisOptions;
import dev.sooth.analysis.RunResult;
import dev.sooth.detect.Engines;
import dev.sooth.report.Triage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteReportsTest {
  @TempDir Path folder;

  /** As of the modules of a build, of which the traces are gone when all are reported together. */
  @Test
  void allReportsDoWithoutTheTraces() throws IOException {
    Path trace =
        Files.writeString(folder.resolve("t.std"), "T1|w(A.x)|A.java:1\nT2|w(A.x)|A.java:2\n");
    List<RunResult> results =
        Analysis.of(trace)
            .engines(Engines.SYNCP, Engines.OSR)
            .options(AnalysisOptions.defaults().withWitnesses(true))
            .run()
            .runs()
            .stream()
            .map(RunResult::withoutTrace)
            .toList();
    SuiteRaces races = new SuiteRaces();
    results.forEach(result -> races.addOf(result, "A.one"));
    SuiteReports.write(folder.resolve("reports"), results, races, Triage.NONE, List.of());
    for (String name :
        List.of("report.json", "report.html", "report.sarif", "report-junit.xml", "report.txt")) {
      assertThat(folder.resolve("reports").resolve(name)).content().contains("A.x");
    }
    Path list = folder.resolve("reports/races.txt");
    assertThat(list).hasContent("A.x: A.java:1 with A.java:2; verified; in A.one\n");
    Path plain = Files.createFile(folder.resolve("plain"));
    assumeTrue(Files.getFileStore(list).supportsFileAttributeView("posix"));
    assertThat(Files.getPosixFilePermissions(list))
        .as("others may read it as any other file")
        .isEqualTo(Files.getPosixFilePermissions(plain));
  }
}
