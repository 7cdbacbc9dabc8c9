package dev.sooth.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmTitleTest {
  @TempDir Path folder;

  @Test
  void programs() {
    assertThat(JvmTitle.of("app.Main --port 80")).isEqualTo("app.Main --port 80");
    assertThat(JvmTitle.of("jdk.compiler/com.sun.tools.javac.launcher.Main X.java a b"))
        .isEqualTo("X.java a b");
    assertThat(JvmTitle.of("jdk.compiler/com.sun.tools.javac.Main X.java"))
        .isEqualTo("jdk.compiler/com.sun.tools.javac.Main X.java");
    assertThat(JvmTitle.of("Main " + "x".repeat(1000))).hasSize(120).endsWith("…");
    assertThat(JvmTitle.of("")).isEmpty();
  }

  @Test
  void forksOfSurefire() throws Exception {
    String jar = folder + "/target/surefire/surefirebooter-2026_3.jar";
    String rest =
        " " + folder + " 2026-11-18T22-00-00_1-jvmRun2 surefire-2026_1tmp surefire_0-2tmp";
    assertThat(JvmTitle.of(jar + rest)).isEqualTo("Surefire fork 2");
    Files.writeString(
        folder.resolve("surefire-2026_1tmp"), "forkTestSet=java.lang.Class|p.FirstTest\n");
    assertThat(JvmTitle.of(jar + rest)).isEqualTo("Surefire fork 2, p.FirstTest");
    assertThat(JvmTitle.of("org.apache.maven.surefire.booter.ForkedBooter" + rest))
        .isEqualTo("Surefire fork 2, p.FirstTest");
  }
}
