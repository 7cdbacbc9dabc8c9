package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a checkout of its own, with a Maven and a Java that only say what they were asked
 * to do: its decisions are tested here, and that the real build works by {@code .ci/run}.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final String TOOLS =
      "sh cat sed find head tail dirname readlink mkdir rm mv sleep touch printf env expr grep";

  @TempDir Path folder;
  private Path root;
  private Path bin;
  private Path jar;
  private Path builds;

  @BeforeEach
  void checkout() throws IOException {
    root = Files.createDirectories(folder.resolve("a check out"));
    Files.copy(Cli.root().resolve("sooth"), root.resolve("sooth"));
    Files.createDirectories(root.resolve("cli/src/main"));
    Files.writeString(root.resolve("pom.xml"), "");
    Files.writeString(root.resolve("cli/pom.xml"), "");
    Files.writeString(root.resolve("cli/src/main/Main.java"), "");
    jar = root.resolve("cli/target/sooth.jar");
    builds = folder.resolve("builds");
    bin = Files.createDirectories(folder.resolve("bin"));
    for (String tool : TOOLS.split(" ", -1)) {
      for (String place : List.of("/bin/", "/usr/bin/")) {
        if (Files.exists(Path.of(place + tool)) && !Files.exists(bin.resolve(tool))) {
          script(bin.resolve(tool), "exec " + place + tool + " \"$@\"");
        }
      }
    }
    java(folder.resolve("jdk"), "17.0.1");
    Files.createSymbolicLink(bin.resolve("java"), folder.resolve("jdk/bin/java"));
    maven("mkdir -p cli/target; echo jar >cli/target/sooth.jar");
  }

  private static void script(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void java(Path home, String version) throws IOException {
    script(home.resolve("bin/java"), "echo \"" + version + "\"; printf '<%s>\\n' \"$@\"; exit 66");
    script(home.resolve("bin/javac"), "exit 1");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
  }

  private void maven(String body) throws IOException {
    script(bin.resolve("mvn"), "echo \"$@\" >>'" + builds + "'\n" + body);
  }

  private long countBuilds() throws IOException {
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }

  private Cli.Result launch(Map<String, String> more, Path launcher, String... args)
      throws IOException, InterruptedException {
    return start(more, launcher, args).await();
  }

  private Processes.Running start(Map<String, String> more, Path launcher, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
    command.addAll(Arrays.asList(args));
    Map<String, String> environment = new java.util.HashMap<>();
    environment.put("PATH", bin.toString());
    environment.put("JAVA_HOME", "");
    environment.put("SOOTH_JAVA_OPTS", "");
    environment.putAll(more);
    return Processes.start(folder, environment, command);
  }

  private Cli.Result launch(String... args) throws IOException, InterruptedException {
    return launch(Map.of(), root.resolve("sooth"), args);
  }

  @Test
  void buildsOnceSaysSoAndPassesEverythingOn() throws IOException, InterruptedException {
    Cli.Result first = launch("analyze", "a b.std", "--engine", "hb");
    assertThat(first.status()).isEqualTo(66);
    assertThat(first.err()).isEqualTo("sooth: building " + real(jar) + ", once\n");
    assertThat(first.out())
        .isEqualTo(
            """
            17.0.1
            <-XX:MaxRAMPercentage=70>
            <-XX:+UseParallelGC>
            <-XX:NewRatio=8>
            <-Dsooth.stderr.terminal=false>
            <-jar>
            <%s>
            <analyze>
            <a b.std>
            <--engine>
            <hb>
            """
                .formatted(real(jar)));
    Cli.Result second = launch("--version");
    assertThat(second.err()).isEmpty();
    assertThat(countBuilds()).isEqualTo(1);
    assertThat(Files.readString(builds)).contains("package").contains("-pl cli -am");
  }

  private static Path real(Path path) throws IOException {
    return path.getParent().toRealPath().resolve(path.getFileName());
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws IOException, InterruptedException {
    launch("--version");
    Path source = root.resolve("cli/src/main/Main.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    launch("--version");
    assertThat(countBuilds()).isEqualTo(2);
    assertThat(Files.exists(root.resolve("target/launcher.lock"))).isFalse();
  }

  /** What a pom says is stronger than the command line: all tests would run in each build. */
  @Test
  void noModuleRunsItsTestsWhenTheLauncherBuilds() throws IOException {
    try (Stream<Path> files = Files.list(Cli.root())) {
      for (Path module : files.filter(Files::isDirectory).toList()) {
        Path pom = module.resolve("pom.xml");
        if (!Files.exists(pom)) {
          continue;
        }
        Matcher plugin =
            Pattern.compile(
                    "<artifactId>maven-(surefire|failsafe)-plugin.*?</plugin>", Pattern.DOTALL)
                .matcher(Files.readString(pom));
        while (plugin.find()) {
          assertThat(plugin.group()).as(pom.toString()).doesNotContain("<skip>", "<skipTests>");
        }
      }
    }
  }

  @Test
  void buildsAgainWhenASourceIsGone() throws IOException, InterruptedException {
    Path source = Files.writeString(root.resolve("cli/src/main/Other.java"), "");
    launch("--version");
    Instant built = Instant.now().minusSeconds(60);
    Files.setLastModifiedTime(jar, FileTime.from(built));
    for (String old : List.of("pom.xml", "cli/pom.xml", "cli/src/main/Main.java", "cli/src/main")) {
      Files.setLastModifiedTime(root.resolve(old), FileTime.from(built.minusSeconds(60)));
    }
    Files.delete(source);
    launch("--version");
    assertThat(countBuilds()).isEqualTo(2);
  }

  /** A build that has what the launcher starts from, and a Java that makes archives of it. */
  private Path withArchives(Path home, String version, String rehearsal) throws IOException {
    maven(
        "mkdir -p cli/target; echo jar >cli/target/sooth.jar; echo >cli/target/classes-of-all.jar");
    Path rehearsals = folder.resolve("rehearsals");
    script(
        home.resolve("bin/java"),
        """
        case "$*" in
          *dev.sooth.cli.Rehearsal*)
            echo "$*" >>'%s'
            for arg; do
              case $arg in -XX:A*=*) archive=${arg#*=} ;; esac
            done
            %s ;;
        esac
        printf '<%%s>\\n' "$@"; exit 66"""
            .formatted(rehearsals, rehearsal));
    Files.writeString(
        home.resolve("release"),
        "JAVA_VERSION=\"%s\"\nJAVA_RUNTIME_VERSION=\"%s+1\"\n".formatted(version, version));
    return rehearsals;
  }

  @Test
  void keepsTheClassesOfEachJdkInAnArchive() throws IOException, InterruptedException {
    Path rehearsals =
        withArchives(folder.resolve("jdk"), "17.0.1", "echo whole >\"$archive\"; exit 0");
    Path archive = root.toRealPath().resolve("target/classes-17.0.1+1.archive");
    for (int run = 0; run < 3; run++) {
      assertThat(launch("--version").out())
          .contains("<-Xlog:cds*=off>\n<-XX:SharedArchiveFile=" + archive + ">\n")
          .contains("<-jar>\n<" + real(jar.resolveSibling("classes-of-all.jar")) + ">");
    }
    assertThat(Files.readAllLines(rehearsals)).hasSize(1);
    withArchives(folder.resolve("new"), "25.0.1", "echo whole >\"$archive\"; exit 0");
    Map<String, String> home = Map.of("JAVA_HOME", folder.resolve("new").toString());
    assertThat(launch(home, root.resolve("sooth"), "--version").out())
        .contains("<-XX:AOTCache=" + archive.resolveSibling("classes-25.0.1+1.archive") + ">");
    assertThat(Files.readAllLines(rehearsals)).hasSize(2);
    // Those of an older build are not used.
    Path classes = jar.resolveSibling("classes-of-all.jar");
    Files.setLastModifiedTime(classes, FileTime.from(Instant.now().plusSeconds(5)));
    launch("--version");
    assertThat(Files.readAllLines(rehearsals)).hasSize(3);
    try (var left = Files.list(root.resolve("target"))) {
      assertThat(left.filter(file -> file.toString().contains("rehearsal"))).isEmpty();
    }
  }

  @Test
  void doesWithoutAnArchiveThatCannotBeMade() throws IOException, InterruptedException {
    Path rehearsals =
        withArchives(folder.resolve("jdk"), "17.0.1", "echo part >\"$archive\"; exit 1");
    for (int run = 0; run < 2; run++) {
      Cli.Result result = launch("--version");
      assertThat(result.out()).doesNotContain("SharedArchiveFile").contains("classes-of-all.jar");
      assertThat(result.status()).isEqualTo(66);
    }
    assertThat(Files.readAllLines(rehearsals)).hasSize(1);
  }

  @Test
  void leavesSharingToTheUserWhoAsksForIt() throws IOException, InterruptedException {
    withArchives(folder.resolve("jdk"), "17.0.1", "echo whole >\"$archive\"; exit 0");
    Map<String, String> options = Map.of("SOOTH_JAVA_OPTS", "-Xshare:off");
    assertThat(launch(options, root.resolve("sooth"), "--version").out())
        .contains("<-Xshare:off>")
        .doesNotContain("SharedArchiveFile");
  }

  @Test
  void worksThroughSymbolicLinks() throws IOException, InterruptedException {
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, Path.of("a check out/sooth"));
    Path second = Files.createDirectories(folder.resolve("x")).resolve("sooth");
    Files.createSymbolicLink(second, Path.of("../link"));
    Cli.Result result = launch(Map.of(), second, "--version");
    assertThat(result.out()).contains("<" + real(jar) + ">");
  }

  @Test
  void twoAtOnceBuildOnce() throws IOException, InterruptedException {
    maven("sleep 2; mkdir -p cli/target; echo jar >cli/target/sooth.jar");
    Processes.Running one = start(Map.of(), root.resolve("sooth"), "one");
    Processes.Running two = start(Map.of(), root.resolve("sooth"), "two");
    Cli.Result first = one.await();
    Cli.Result second = two.await();
    assertThat(countBuilds()).isEqualTo(1);
    assertThat(first.out()).contains("<one>");
    assertThat(second.out()).contains("<two>");
    assertThat((first.err() + second.err()).lines()).hasSize(1);
  }

  @Test
  void aLockOfAKilledBuildIsBrokenAndItsJarNotTrusted() throws IOException, InterruptedException {
    launch("--version");
    Path lock = Files.createDirectories(root.resolve("target/launcher.lock"));
    Process dead = new ProcessBuilder("/bin/sh", "-c", "exit 0").start();
    dead.waitFor();
    Files.writeString(lock.resolve("pid"), dead.pid() + "\n");
    Files.setLastModifiedTime(root.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(5)));
    Cli.Result result = launch("--version");
    assertThat(result.status()).isEqualTo(66);
    assertThat(countBuilds()).isEqualTo(2);
    assertThat(lock).doesNotExist();
  }

  @Test
  void aFailedBuildIsShownAndLeavesNoJar() throws IOException, InterruptedException {
    maven("mkdir -p cli/target; echo half >cli/target/sooth.jar; echo 'the reason'; exit 1");
    Cli.Result result = launch("--version");
    assertThat(result.status()).isEqualTo(70);
    assertThat(result.err()).contains("the reason\n").contains("sooth: the build failed");
    assertThat(jar).doesNotExist();
    assertThat(root.resolve("target/launcher.lock")).doesNotExist();
  }

  @Test
  void saysWhereToGetJava() throws IOException, InterruptedException {
    Files.delete(bin.resolve("java"));
    Cli.Result none = launch("--version");
    assertThat(none.status()).isEqualTo(70);
    assertThat(none.err())
        .startsWith("sooth: needs Java 17 or newer, and finds none in JAVA_HOME or on the PATH.")
        .contains("apt-get install openjdk-17-jdk")
        .contains("dnf install")
        .contains("brew install");
    java(folder.resolve("old"), "11.0.2");
    Cli.Result old =
        launch(
            Map.of("JAVA_HOME", folder.resolve("old").toString()), root.resolve("sooth"), "--help");
    assertThat(old.status()).isEqualTo(70);
  }

  @Test
  void prefersJavaHomeUnlessItIsTooOld() throws IOException, InterruptedException {
    java(folder.resolve("new jdk"), "25");
    java(folder.resolve("old"), "1.8.0_292");
    Path launcher = root.resolve("sooth");
    Map<String, String> newer = Map.of("JAVA_HOME", folder.resolve("new jdk").toString());
    assertThat(launch(newer, launcher, "x").out()).startsWith("25\n");
    Map<String, String> older = Map.of("JAVA_HOME", folder.resolve("old").toString());
    assertThat(launch(older, launcher, "x").out()).startsWith("17.0.1\n");
  }

  @Test
  void asksJavaForItsVersionWhenThereIsNoReleaseFile() throws IOException, InterruptedException {
    Files.delete(folder.resolve("jdk/release"));
    script(
        folder.resolve("jdk/bin/java"),
        "if [ \"$1\" = -version ]; then echo 'openjdk version \"21.0.1\"' >&2; else echo ran; fi");
    assertThat(launch("x").out()).isEqualTo("ran\n");
    script(folder.resolve("jdk/bin/java"), "echo 'openjdk version \"1.8.0_292\"' >&2");
    assertThat(launch("x").status()).isEqualTo(70);
  }

  @Test
  void needsACompilerOnlyToBuild() throws IOException, InterruptedException {
    Files.delete(folder.resolve("jdk/bin/javac"));
    Cli.Result result = launch("x");
    assertThat(result.status()).isEqualTo(70);
    assertThat(result.err()).contains("needs a JDK 17 or newer to build itself");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "jar");
    assertThat(launch("x").status()).isEqualTo(66);
  }

  @Test
  void saysWhereToGetMavenAndUsesAnOldJarWithoutIt() throws IOException, InterruptedException {
    Files.copy(bin.resolve("mvn"), folder.resolve("mvn"), StandardCopyOption.REPLACE_EXISTING);
    Files.delete(bin.resolve("mvn"));
    Cli.Result none = launch("x");
    assertThat(none.status()).isEqualTo(70);
    assertThat(none.err()).contains("finds no mvn").contains("apt-get install maven");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "jar");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
    Cli.Result stale = launch("x");
    assertThat(stale.status()).isEqualTo(66);
    assertThat(stale.err()).contains("sources are newer than the jar");
  }

  @Test
  void javaOptionsOverrideOurs() throws IOException, InterruptedException {
    Map<String, String> options = Map.of("SOOTH_JAVA_OPTS", "-Xmx2g -XX:+UseSerialGC");
    assertThat(launch(options, root.resolve("sooth"), "x").out())
        .contains("<-Xmx2g>\n<-XX:+UseSerialGC>\n")
        .doesNotContain("UseParallelGC");
  }
}
