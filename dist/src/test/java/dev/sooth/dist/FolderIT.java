package dev.sooth.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was unpacked, where there is no more than a Java runtime. */
class FolderIT {
  private static final Path FOLDER = Path.of(System.getProperty("sooth.folder"));
  private static final Path ROOT = Path.of(System.getProperty("sooth.root"));

  @TempDir Path folder;

  private static int tool(String name, Object... arguments) {
    return ToolProvider.findFirst(name)
        .orElseThrow()
        .run(
            System.out,
            System.err,
            Stream.of(arguments).map(Object::toString).toArray(String[]::new));
  }

  /** A runtime with less than systems have: no compiler, no other tools, no desktop. */
  private Path runtime() throws Exception {
    Path jmods = Path.of(System.getProperty("java.home"), "jmods");
    assumeTrue(Files.isDirectory(jmods), "this JDK has no modules to make a runtime of");
    Path runtime = folder.resolve("jre");
    String modules = "java.instrument,java.management,java.naming,java.sql,jdk.unsupported";
    assertThat(tool("jlink", "--add-modules", modules, "--output", runtime)).isZero();
    assertThat(runtime.resolve("bin/javac")).doesNotExist();
    // Runtimes come with an archive of the JDK's classes, which jlink does not make everywhere.
    Ended dump = run(folder, runtime, runtime.resolve("bin/java").toString(), "-Xshare:dump");
    assertThat(dump.status()).as(dump.output()).isZero();
    return runtime;
  }

  private Path program() throws IOException {
    Path classes = folder.resolve("classes");
    Path source = ROOT.resolve("examples/programs/account/Account.java");
    assertThat(tool("javac", "-d", classes, source)).isZero();
    Path app = Files.createDirectory(folder.resolve("elsewhere")).resolve("app.jar");
    assertThat(tool("jar", "-c", "-f", app, "-e", "Account", "-C", classes, ".")).isZero();
    return app;
  }

  private record Ended(int status, String output) {}

  private static Ended run(Path at, Path runtime, String... command)
      throws IOException, InterruptedException {
    Path output = at.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(at.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().keySet().removeIf(name -> name.contains("JAVA") || name.contains("JDK"));
    builder.environment().put("JAVA_HOME", runtime.toString());
    int status = builder.start().waitFor();
    return new Ended(status, Files.readString(output));
  }

  /** By a link, as on a path; the folder has a blank in its name. */
  @Test
  void runsAProgramWithARuntimeOnly() throws Exception {
    Path runtime = runtime();
    Path app = program();
    Path unpacked = Files.createSymbolicLink(folder.resolve("my tools"), copy());
    Path launcher =
        Files.createSymbolicLink(folder.resolve("sooth"), unpacked.resolve("bin/sooth"));
    Ended run = run(app.getParent(), runtime, launcher.toString(), "run", "app.jar");
    assertThat(run.status()).as(run.output()).isEqualTo(66);
    List<Path> archives = archives(unpacked);
    assertThat(archives).as("classes as this runtime keeps them").hasSize(1);
    assertThat(Files.size(archives.get(0))).isPositive();
    FileTime made = Files.getLastModifiedTime(archives.get(0));
    assertThat(run.output())
        .contains(
            "data race on Account.balance", "Verified by a witness", "SUMMARY: Sooth: 1 race");
    Ended solver =
        run(
            app.getParent(),
            runtime,
            launcher.toString(),
            "run",
            "--dataflow",
            "--deep",
            "--out",
            "deep",
            "app.jar");
    assertThat(solver.status()).as(solver.output()).isEqualTo(66);
    assertThat(solver.output()).doesNotContain("turnkey");
    Ended help = run(app.getParent(), runtime, launcher.toString(), "--help");
    assertThat(help.status()).as("what picocli makes: " + help.output()).isZero();
    String us = Long.toString(ProcessHandle.current().pid());
    Ended attach = run(app.getParent(), runtime, launcher.toString(), "run", "--attach", us);
    assertThat(attach.output()).contains("JDK").doesNotContain("internal error");
    assertThat(Files.getLastModifiedTime(archives(unpacked).get(0))).as("once").isEqualTo(made);
  }

  private static List<Path> archives(Path unpacked) throws IOException {
    try (Stream<Path> files = Files.list(unpacked.resolve("lib"))) {
      return files.filter(file -> file.toString().endsWith(".archive")).toList();
    }
  }

  /** The folder as it was unpacked, since its first run adds to it. */
  private Path copy() throws IOException {
    Path target = folder.resolve("unpacked");
    try (Stream<Path> all = Files.walk(FOLDER)) {
      for (Path each : all.toList()) {
        Files.copy(
            each, target.resolve(FOLDER.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return target;
  }

  /** Who may not write to the folder runs it all the same, and an older Java is told so. */
  @Test
  void theLauncherAloneDecides() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("old/bin"));
    Path java = bin.resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path release = folder.resolve("old/release");
    Files.writeString(release, "JAVA_VERSION=\"11.0.2\"\n");
    Path launcher = FOLDER.resolve("bin/sooth");
    Ended old = run(folder, folder.resolve("old"), launcher.toString(), "--version");
    assertThat(old.status()).isEqualTo(70);
    assertThat(old.output()).contains("needs Java 17 or newer, and finds version 11");
    // A build that is not known by name has no archive of its own.
    Files.writeString(release, "JAVA_VERSION=\"17.0.2\"\nJAVA_RUNTIME_VERSION=\"17/x\"\n");
    Ended strange = run(folder, folder.resolve("old"), launcher.toString(), "a b");
    assertThat(strange.output())
        .contains("<-jar><" + FOLDER.toRealPath().resolve("sooth.jar") + "><a b>")
        .doesNotContain("archive");
    Ended none = run(folder, folder.resolve("nowhere"), launcher.toString());
    assertThat(none.status()).isEqualTo(70);
    assertThat(none.output()).contains("finds none in JAVA_HOME or on the PATH");
  }

  /** The shell of Windows reads lines that end as its own do. */
  @Test
  void theLauncherOfWindowsHasItsLineEnds() throws IOException {
    String text = Files.readString(FOLDER.resolve("bin/sooth.bat"));
    assertThat(text.split("\r\n", -1)).hasSizeGreaterThan(10).noneMatch(x -> x.contains("\n"));
  }

  /** What a person or a tool that opens the archive looks for. */
  @Test
  void hasAllParts() throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> all = Files.walk(FOLDER)) {
      all.filter(Files::isRegularFile)
          .forEach(file -> names.add(FOLDER.relativize(file).toString().replace('\\', '/')));
    }
    assertThat(names)
        .contains(
            "LICENSE",
            "README.md",
            "bin/sooth",
            "bin/sooth.bat",
            "examples/traces/bank.std",
            "sooth-classes.jar",
            "docs/install.md",
            "gradle/sooth.gradle",
            "lib/sooth-junit.jar",
            "licenses/THIRD-PARTY.md",
            "licenses/postgresql/LICENSE",
            "licenses/jackson-core/NOTICE",
            "sooth.jar");
  }

  /** What Maven Central refuses a POM without; the rest all modules have of the parent. */
  @Test
  void everyArtifactSaysWhatItIs() throws IOException {
    String parent = Files.readString(ROOT.resolve("pom.xml"));
    String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
    for (String pom : List.of(parent, bom)) {
      assertThat(pom)
          .contains("<name>", "<description>", "<url>", "<licenses>", "<developers>", "<scm>");
    }
    List<String> modules =
        parent
            .lines()
            .filter(line -> line.contains("<module>"))
            .map(line -> line.replaceAll("\\s*</?module>", ""))
            .toList();
    assertThat(modules).hasSizeGreaterThan(10);
    for (String module : modules) {
      String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
      assertThat(pom).as(module).contains("  <name>", "  <description>");
      boolean library =
          !pom.contains("<maven.deploy.skip>") && !List.of("bom", "maven-plugin").contains(module);
      if (library) {
        assertThat(bom).contains("<artifactId>sooth-" + module + "</artifactId>");
      }
    }
  }
}
