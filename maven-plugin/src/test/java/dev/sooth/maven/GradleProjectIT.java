package dev.sooth.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample project, built by the Gradle that is here, with the script of the archive. */
class GradleProjectIT {
  private static final Path SCRIPT = Builds.ROOT.resolve("dist/src/main/dist/gradle/sooth.gradle");

  @TempDir Path folder;

  /** What the script needs beside it, as the archive has it. */
  private static void unpack(Path archive) throws IOException {
    Files.createDirectories(archive.resolve("lib"));
    Files.createDirectories(archive.resolve("gradle"));
    Files.copy(SCRIPT, archive.resolve("gradle/sooth.gradle"));
    Files.createSymbolicLink(
        archive.resolve("sooth.jar"), Builds.ROOT.resolve("cli/target/sooth.jar"));
    Files.createSymbolicLink(
        archive.resolve("lib/sooth-junit.jar"),
        Builds.ROOT.resolve("junit/target/sooth-junit-" + Builds.VERSION + ".jar"));
  }

  /** What a build takes from the net comes from the local repository, or from Debian's. */
  private Map<String, String> withoutTheNet() throws IOException {
    Path init = Files.createDirectories(folder.resolve("home/init.d"));
    String known = System.getProperty("sooth.repository");
    Files.writeString(
        init.resolve("known.gradle"),
        """
        gradle.startParameter.offline = true
        allprojects {
          repositories {
            maven { url '%s' }
            maven { url 'file:///usr/share/maven-repo' }
          }
        }
        """
            .formatted(Path.of(known).toUri()));
    return Map.of(
        "GRADLE_USER_HOME",
        folder.resolve("home").toString(),
        "GRADLE_OPTS",
        "-Dorg.gradle.daemon=false");
  }

  /** The commands of the recipes for CI systems, which are run as they are. */
  private static List<String> commands() throws IOException {
    return Pattern.compile("\\b(gradle -I [^'`\n]+)")
        .matcher(Files.readString(Builds.ROOT.resolve("docs/ci.md")))
        .results()
        .map(MatchResult::group)
        .toList();
  }

  private static Builds.Ended run(Path project, Map<String, String> environment, String command)
      throws IOException, InterruptedException {
    return Builds.run(project, environment, List.of("sh", "-c", command));
  }

  @Test
  void theRaceIsThatOfItsTest() throws Exception {
    Path shop = Builds.copy("gradle", folder);
    unpack(shop.resolve("sooth-" + Builds.VERSION));
    Map<String, String> home = withoutTheNet();
    Builds.Ended version = run(shop, home, "gradle --version");
    Matcher major = Pattern.compile("Gradle (\\d+)").matcher(version.output());
    assumeTrue(version.status() == 0 && major.find(), "there is no Gradle here");
    assumeTrue(
        Runtime.version().feature() < 24 || Integer.parseInt(major.group(1)) >= 8,
        "this Gradle runs no tests on a JDK without security managers: " + major.group());
    Builds.Ended plain = run(shop, home, "gradle test");
    assertThat(plain.status()).as(plain.output()).isZero();

    assertThat(commands()).hasSize(1);
    Builds.Ended build = run(shop, home, commands().get(0));
    System.out.printf(
        "sample project: gradle test %.1f s, with the script %.1f s%n",
        plain.seconds(), build.seconds());
    assertThat(build.status()).as(build.output()).isEqualTo(1);
    assertThat(build.linesWith("data race: "))
        .containsExactly(
            "data race: shop.Counters.hits: at Counters.java:13 shop.Counters.hit; verified;"
                + " in shop.CountersTest.hitsAreCounted");
    assertThat(build.output())
        .contains("1 pair of lines race, 1 verified; 9 tests in 2 JVMs", "there are data races");
    Path reports = shop.resolve("build/sooth");
    for (String name :
        List.of("report.html", "report.sarif", "report-junit.xml", "report.txt", "gitlab.json")) {
      assertThat(reports.resolve(name)).isNotEmptyFile();
    }
    assertThat(Files.readString(reports.resolve("report.html"))).contains("hits++;"); // the source

    Builds.Ended never =
        run(shop, home, commands().get(0).replace(" test", " soothReport -Psooth.failOn=never"));
    assertThat(never.status()).as(never.output()).isZero();
    assertThat(never.output()).contains("1 pair of lines race").doesNotContain(":test");
  }

  /** The frameworks that the Maven plugin leaves out are left out here, too. */
  @Test
  void theScriptKnowsTheTestFrameworks() throws IOException {
    String script = Files.readString(SCRIPT);
    assertThat(TestPlugins.FRAMEWORKS)
        .filteredOn(name -> !name.contains(".surefire.")) // Maven's own
        .allSatisfy(name -> assertThat(script).contains("'" + name + "'"));
  }
}
