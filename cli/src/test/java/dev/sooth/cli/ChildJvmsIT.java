package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sooth run} of commands that start JVMs: scripts and builds. */
class ChildJvmsIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  private Cli.Result sooth(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx300m", "-jar", JAR.toString()));
    command.addAll(Arrays.asList(arguments));
    return Processes.run(folder, environment, command);
  }

  private String script(String text) throws IOException {
    Path script = Files.writeString(folder.resolve("start.sh"), "#!/bin/sh\n" + text);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return "./start.sh";
  }

  private void compile() throws IOException, InterruptedException {
    for (String name : List.of("Racy", "Correct")) {
      Path source = folder.resolve(name + ".java");
      Files.writeString(
          source,
          """
          public class %s {
            static int x;
            public static void main(String[] a) throws Exception {
              Thread t = new Thread(() -> x++);
              t.start();
              %s
              t.join();
              System.out.println(System.getProperty("color"));
            }
          }
          """
              .formatted(name, name.equals("Racy") ? "x++;" : ""));
      assertThat(sooth(Map.of(), "run", "-q", "--record-only", "-o", name, source.toString()))
          .extracting(Cli.Result::status)
          .isEqualTo(0);
    }
  }

  @Test
  void eachJvmOfAScriptHasItsSectionAndTheListHasNoRaceTwice() throws Exception {
    compile();
    String racy = "'" + JAVA + "' -cp Racy/classes Racy\n";
    String start =
        script("cd ..; cd \"$OLDPWD\"\n" + racy.strip() + " &\n" + racy + "wait\nexit 5\n");
    Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Dcolor=blue");
    Cli.Result result = sooth(environment, "run", "-o", "out dir", start);
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.out()).isEqualTo("blue\nblue\n");
    assertThat(result.err())
        .contains("PROCESS 1: ", "PROCESS 2: ", "RACES of all processes: 1 pair of lines")
        .containsPattern(
            "Racy\\.x: Racy.java.* with Racy.java.*; verified, [2-4] races, in processes 1, 2");
    assertThat(folder.resolve("out dir/report.txt")).content().contains("PROCESS 2: ");
    // A second run in the same folder does not report the first one's.
    Cli.Result again = sooth(Map.of(), "run", "-o", "out dir", script(racy + "exit 5\n"));
    assertThat(again.status()).as(again.err()).isEqualTo(66);
    assertThat(again.err()).contains("PROCESS 1: ").doesNotContain("PROCESS 2: ");
  }

  /** The launcher of source files is a tool of the JDK, what it runs is not. */
  @Test
  void aSourceFileThatAScriptRuns() throws Exception {
    compile();
    Cli.Result result =
        sooth(Map.of(), "run", "-o", "out", script("'" + JAVA + "' Racy.java a b\n"));
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err())
        .containsPattern("PROCESS 1: \\d+ Racy.java a b\n")
        .contains("1 instrumented", "of a tool of the JDK", "data race on Racy.x");
  }

  /** A script that starts its server in the background and ends. */
  @Test
  void whatIsLeftInTheBackgroundIsRecordedToItsEnd() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/environ")), "needs Linux");
    compile();
    String start = script("'" + JAVA + "' -cp Racy/classes Racy &\nsleep 0.2\nexit 3\n");
    Cli.Result result = sooth(Map.of(), "run", "-o", "out", start);
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err())
        .contains("PROCESS 1: ", "Verified by a witness")
        .doesNotContain("without a chance to sum up");
  }

  @Test
  void theStatusOfACommandIsKept() throws Exception {
    compile();
    String start = script("'" + JAVA + "' -cp Correct/classes Correct\nexit 5\n");
    Cli.Result result = sooth(Map.of(), "run", "-o", "out", start);
    assertThat(result.status()).as(result.err()).isEqualTo(5);
    assertThat(result.err()).contains("no race found");
    Cli.Result nothing = sooth(Map.of(), "run", "-o", "out", script("exit 6\n"));
    assertThat(nothing.status()).as(nothing.err()).isEqualTo(6);
    assertThat(nothing.err()).contains("no JVM was recorded");
  }

  @Test
  void onlyTheChosenMainClassIsRecorded() throws Exception {
    compile();
    String start =
        script(
            "'%s' -cp Racy/classes Racy\n'%s' -cp Correct/classes Correct\n".formatted(JAVA, JAVA));
    Cli.Result result = sooth(Map.of(), "run", "-o", "out", "--only-main", "Corr*", start);
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err())
        .containsPattern("not recorded, process \\d+ Racy")
        .contains("PROCESS 1: ", "Correct")
        .doesNotContain("PROCESS 2: ");
  }

  /** A version that the build of Sooth itself has, so that it is in the local repository. */
  private static String versionOf(String pattern) throws IOException {
    String pom = Files.readString(Cli.root().resolve("pom.xml"));
    Matcher matcher = Pattern.compile(pattern).matcher(pom);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  private static String plugin(String name, String configuration) throws IOException {
    String version = versionOf("<artifactId>" + name + "</artifactId>\\s*<version>(.*?)</version>");
    return "<plugin><artifactId>%s</artifactId><version>%s</version>%s</plugin>"
        .formatted(name, version, configuration);
  }

  private void mavenProject() throws IOException {
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>p</groupId><artifactId>forks</artifactId><version>1</version>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencies>
            <dependency>
              <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId>
              <version>%s</version><scope>test</scope>
            </dependency>
          </dependencies>
          <build><plugins>%s%s%s</plugins></build>
        </project>
        """
            .formatted(
                versionOf("<junit.version>(.*?)</junit.version>"),
                plugin("maven-resources-plugin", ""),
                plugin("maven-compiler-plugin", ""),
                plugin(
                    "maven-surefire-plugin",
                    "<configuration><forkCount>2</forkCount>"
                        + "<reuseForks>false</reuseForks></configuration>")));
    Path tests = Files.createDirectories(folder.resolve("src/test/java/p"));
    for (String name : List.of("First", "Second")) {
      Files.writeString(
          tests.resolve(name + "Test.java"),
          """
          package p;

          class %sTest {
            static int shared;

            @org.junit.jupiter.api.Test
            void race() throws InterruptedException {
              Thread thread = new Thread(() -> shared++);
              thread.start();
              shared++;
              thread.join();
            }
          }
          """
              .formatted(name));
    }
  }

  /** With JUnit 4, which every Gradle can run. */
  private void gradleProject(List<Path> jars) throws IOException {
    String files = jars.stream().map(jar -> "'" + jar + "'").collect(Collectors.joining(", "));
    Files.writeString(folder.resolve("settings.gradle"), "rootProject.name = 'forks'\n");
    Files.writeString(
        folder.resolve("build.gradle"),
        """
        apply plugin: 'java'
        def path = files(%s)
        if (configurations.findByName('testImplementation') != null) {
          dependencies { testImplementation path }
        } else {
          dependencies { testCompile path }
        }
        test { forkEvery = 1; maxParallelForks = 2 }
        """
            .formatted(files));
    Path tests = Files.createDirectories(folder.resolve("src/test/java/p"));
    for (String name : List.of("First", "Second")) {
      Files.writeString(
          tests.resolve(name + "Test.java"),
          """
          package p;

          public class %sTest {
            static int shared;

            @org.junit.Test
            public void race() throws InterruptedException {
              Thread thread = new Thread(() -> shared++);
              thread.start();
              shared++;
              thread.join();
            }
          }
          """
              .formatted(name));
    }
  }

  /** A line of the list of all processes. */
  private static String inTest(String name) {
    return "p\\.NAME\\.shared: NAME\\.java.*; verified, \\d+ races?, in process [12], test p\\.NAME\n"
        .replace("NAME", name);
  }

  /** Of the local repository, or of the system; none if there is neither. */
  private static List<Path> junit4() {
    Path repository = Path.of(System.getProperty("user.home"), ".m2/repository");
    Path system = Path.of("/usr/share/java");
    return Stream.of(
            List.of(
                repository.resolve("junit/junit/4.13.2/junit-4.13.2.jar"),
                repository.resolve("org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3.jar")),
            List.of(system.resolve("junit4.jar"), system.resolve("hamcrest-core.jar")))
        .filter(jars -> jars.stream().allMatch(Files::exists))
        .findFirst()
        .orElse(List.of());
  }

  /** What docs/ci.md says, behind the name of the program. */
  private static String commandOfTheRecipe() throws IOException {
    Matcher command =
        Pattern.compile("- run: sooth (run .* gradle .*)")
            .matcher(Files.readString(Cli.root().resolve("docs/ci.md")));
    assertThat(command.find()).isTrue();
    return command.group(1);
  }

  @Test
  void workersOfGradleAreRecordedAndGradleIsNot() throws Exception {
    List<Path> jars = junit4();
    assumeTrue(!jars.isEmpty(), "there is no JUnit 4 here");
    gradleProject(jars);
    Map<String, String> home = Map.of("JAVA_HOME", System.getProperty("java.home"));
    Cli.Result plain;
    try {
      plain = Processes.run(folder, home, List.of("gradle", "--no-daemon", "--offline", "test"));
    } catch (IOException e) {
      assumeTrue(false, "there is no Gradle here: " + e.getMessage());
      return;
    }
    assumeTrue(plain.status() == 0, "Gradle does not run on this JDK: " + plain.err());
    Cli.Result result =
        sooth(home, commandOfTheRecipe().replace("gradle ", "gradle --offline ").split(" ", -1));
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(66);
    assertThat(result.out()).contains("BUILD SUCCESSFUL");
    assertThat(result.err())
        .containsPattern("not recorded, process \\d+ org.gradle.launcher")
        .contains("PROCESS 1: ", "PROCESS 2: ", "RACES of all processes: 2 pairs of lines")
        .contains("Gradle Test Executor")
        .doesNotContain("PROCESS 3: ")
        .containsPattern(inTest("FirstTest"))
        .containsPattern(inTest("SecondTest"));
  }

  @Test
  void forksOfSurefireAreRecordedAndMavenIsNot() throws Exception {
    mavenProject();
    String mvn = "mvn";
    Map<String, String> home = Map.of("JAVA_HOME", System.getProperty("java.home"));
    List<String> build = List.of(mvn, "-B", "-o", "test");
    Cli.Result plain;
    try {
      plain = Processes.run(folder, home, build);
    } catch (IOException e) {
      assumeTrue(false, "there is no Maven here: " + e.getMessage());
      return;
    }
    assumeTrue(plain.status() == 0, "Maven cannot build offline here: " + plain.out());
    Cli.Result result = sooth(home, "run", "-o", "out", mvn, "-B", "-o", "test");
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(66);
    assertThat(result.out()).contains("Tests run: 2, Failures: 0", "BUILD SUCCESS");
    assertThat(result.out()).doesNotContain("Corrupted channel");
    assertThat(result.err())
        .containsPattern("not recorded, process \\d+ org.codehaus.plexus.classworlds")
        .containsPattern("PROCESS \\d: \\d+ Surefire fork \\d, p.FirstTest\n")
        .contains("PROCESS 1: ", "PROCESS 2: ", "RACES of all processes: 2 pairs of lines")
        .containsPattern(inTest("FirstTest"))
        .containsPattern(inTest("SecondTest"));
  }
}
