package dev.sooth.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ClassFilesTest {
  /** In a JVM of its own, since here all that reads class files has been loaded long ago. */
  @Test
  void classesOfTheJdkAreReadWithoutLoadingConnections() throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                Look.class.getName())
            .redirectErrorStream(true)
            .start();
    String out = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(java.waitFor()).as(out).isZero();
    assertThat(out)
        .contains("found sun/security/util/SecurityConstants")
        .contains("found java/sql/Timestamp")
        .contains("found com/sun/net/httpserver/HttpServer")
        .doesNotContain("java.net.URLConnection");
  }

  /** Looks at a class of the base module, and at two of others. */
  static final class Look {
    public static void main(String[] args) {
      ClassFiles files = new ClassFiles();
      for (String name :
          new String[] {
            "sun/security/util/SecurityConstants",
            "java/sql/Timestamp",
            "com/sun/net/httpserver/HttpServer"
          }) {
        System.out.println("found " + files.find(null, name).orElseThrow().name);
      }
    }
  }
}
