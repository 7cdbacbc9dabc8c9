package dev.sooth.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in the documentation of {@link Analysis} compiles, runs, and prints what it says. */
class ExampleTest {
  private static final String SOURCE = "src/main/java/dev/sooth/analysis/Analysis.java";
  private static final String BEGIN = "<pre>{@code";
  private static final String END = "}</pre>";

  @TempDir Path folder;

  @Test
  void theExampleRuns() throws Exception {
    String source = Files.readString(Path.of(SOURCE));
    String example = source.substring(source.indexOf(BEGIN) + BEGIN.length(), source.indexOf(END));
    Path trace = folder.resolve("trace.std");
    Files.writeString(trace, "T1|w(x)|A.java:1\nT2|w(x)|B.java:2\n");
    Path file = folder.resolve("Example.java");
    Files.writeString(
        file,
        """
        import dev.sooth.analysis.*;
        import dev.sooth.detect.Engines;
        import dev.sooth.race.Race;
        import java.nio.file.Path;
        import java.time.Duration;

        public class Example {
          public static void main(String[] args) throws Exception {
            %s
          }
        }
        """
            .formatted(
                example
                    .replaceAll("(?m)^ \\* ?", "")
                    .replace("\"trace.std\"", "\"" + trace.toString().replace("\\", "/") + "\"")));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                file.toString());
    assertThat(status).isZero();
    assertThat(run())
        .isEqualTo("syncp: x at events 0 and 1, verified\nosr: x at events 0 and 1, verified\n");
  }

  private String run() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      loader
          .loadClass("Example")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }
}
