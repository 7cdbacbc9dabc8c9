package dev.sooth.trace.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sooth.trace.Trace;
import dev.sooth.trace.format.TraceFiles.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Reads traces that other projects recorded, if they are there: in the folder given by {@code
 * -Dsooth.shared}, or else beside the repository.
 */
class SharedTracesTest {
  private static Path traces() {
    String given = System.getProperty("sooth.shared");
    Path root = Path.of(System.getProperty("sooth.root", "."));
    Path shared = given == null ? root.resolveSibling("shared") : Path.of(given);
    return shared.resolve("traces");
  }

  @Test
  void theyAreWellFormedAndSurviveEveryFormat() throws IOException {
    assumeTrue(Files.isDirectory(traces()), () -> "no traces in " + traces());
    List<Path> files;
    try (Stream<Path> all = Files.walk(traces())) {
      files = all.filter(file -> file.toString().endsWith(".std")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      Trace trace = Trace.load(TraceFiles.open(file, ReadOptions.defaults()));
      try (Stream<String> lines = Files.lines(file)) {
        assertThat(trace.size()).as("%s", file).isEqualTo((int) lines.count());
      }
      if (file.endsWith("sunflow.std")) {
        // Its artificial first thread has the name of a thread that is forked later.
        assertThat(trace.notes().lines())
            .containsExactly(
                "took a thread that its own descendant forks for a new one of the same name");
      } else {
        assertThat(trace.notes().lines()).as("%s", file).isEmpty();
      }
      for (TraceFormat format :
          List.of(TraceFormat.STD, TraceFormat.ROADRUNNER, TraceFormat.SOOTH)) {
        byte[] bytes = Reading.written(trace, format, Compression.NONE);
        assertThat(Reading.lines(Reading.load(bytes, Reading.STRICT)))
            .as("%s as %s", file, format)
            .isEqualTo(Reading.lines(trace));
      }
    }
  }
}
