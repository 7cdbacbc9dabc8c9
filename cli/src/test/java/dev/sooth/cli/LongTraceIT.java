package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that fills arrays is recorded and analysed in a heap in which neither the names of the
 * elements nor the events would have room; what is found is what a large heap finds. The same with
 * 168 million elements is {@code bench/array-writes.sh}.
 */
@Tag("any-jdk")
class LongTraceIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar");
  private static final Path PROGRAM = Cli.root().resolve("bench/ArrayWrites.java");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  @Test
  void whatOneThreadAloneUsesTakesNoRoom() throws Exception {
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-d", folder.toString(), PROGRAM.toString()))
        .isZero();
    Path trace = folder.resolve("t.sooth");
    String agent = "-javaagent:" + JAR + "=quiet,out=" + trace;
    run(0, "-Xmx48m", agent, "-cp", folder.toString(), "ArrayWrites", "100000", "20");
    for (String engine : List.of("shb", "syncp", "osr")) {
      Path small = analysed("-Xmx64m", engine, trace, List.of("--witness"));
      run(0, "-Xmx1g", "-jar", JAR.toString(), "verify", "-q", trace.toString(), small.toString());
      String found = comparable(small);
      assertThat(found)
          .contains("\"status\":\"verified\"", "ArrayWrites.last")
          .doesNotContain("candidate");
      assertThat(found).isEqualTo(comparable(analysed("-Xmx1g", engine, trace, List.of())));
    }
  }

  private Path analysed(String heap, String engine, Path trace, List<String> more)
      throws Exception {
    Path report = folder.resolve("report.json");
    List<String> command = new ArrayList<>(List.of(heap, "-jar", JAR.toString(), "analyze", "-q"));
    command.addAll(List.of("--engine", engine, "--format", "json", "-o", report.toString()));
    command.addAll(more);
    command.add(trace.toString());
    run(66, command.toArray(String[]::new));
    return report;
  }

  /** What both heaps find: all but times, witnesses and that something was left out. */
  private static String comparable(Path report) throws IOException {
    return Files.readString(report)
        .replaceAll("\"millis\":[0-9]+", "")
        .replaceAll(",\"times\":[^}]*}", "")
        .replaceAll(",\"witness\":\\[[0-9,]*\\]", "")
        .replaceAll("\"leftOut\":\"local accesses\",", "")
        .replaceAll("\"notes\":\\[[^]]*\\]", "");
  }

  private void run(int status, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-XX:-PrintWarnings"));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(output)).isEqualTo(status);
  }
}
