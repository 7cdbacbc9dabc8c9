package dev.sooth.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One race in thirty tests is found and is said to be that test's, however the tests are run. */
class SampleProjectsIT {
  private static final String RACE =
      "data race: shop.Counters.hits: at Counters.java:13 shop.Counters.hit; verified;"
          + " in shop.CountersTest.hitsAreCounted";
  private static final String PARALLEL = "-Djunit.jupiter.execution.parallel.";

  @TempDir static Path folder;
  private static Builds builds;
  private static Path shop;

  @BeforeAll
  static void prepare() throws IOException {
    builds = new Builds(folder);
    shop = Builds.copy("maven", folder);
  }

  private static void hasTheRace(Builds.Ended build, int jvms) throws IOException {
    assertThat(build.status()).as(build.output()).isEqualTo(1);
    assertThat(build.linesWith("data race: ")).containsExactly(RACE);
    assertThat(build.output())
        .contains("Tests run: 30, Failures: 0, Errors: 0, Skipped: 0")
        .contains("1 pair of lines race, 1 verified; 30 tests in " + jvms + " JVM")
        .contains("there are data races");
    Path reports = shop.resolve("target/sooth");
    assertThat(Files.readString(reports.resolve("report.txt")))
        .contains("data race on shop.Counters.hits");
    assertThat(Files.readString(reports.resolve("report.json"))).contains("shop.Counters.hits");
    assertThat(Files.readString(reports.resolve("races.txt"))).hasLineCount(1);
    assertThat(Files.readString(reports.resolve("report.sarif"))).contains("Counters.java");
    assertThat(reports.resolve("report.html")).isNotEmptyFile();
    assertThat(reports.resolve("report-junit.xml")).isNotEmptyFile();
  }

  /** JaCoCo and the project's own options stay; what JaCoCo does at each branch is no race. */
  @Test
  void oneAfterTheOtherWithJaCoCo() throws Exception {
    hasTheRace(builds.mvn(shop, Builds.TEST, "-Pcoverage"), 1);
    assertThat(shop.resolve("target/jacoco.exec")).isNotEmptyFile();
    knownRacesDoNotFail(Files.copy(shop.resolve("target/sooth/report.json"), folder.resolve("k")));
  }

  private static void knownRacesDoNotFail(Path baseline) throws Exception {
    Builds.Ended plain = builds.mvn(shop, "test");
    assertThat(plain.status()).as(plain.output()).isZero();
    Builds.Ended build = builds.mvn(shop, Builds.TEST, "-Dsooth.baseline=" + baseline);
    System.out.printf(
        "sample project: mvn test %.1f s, sooth:test %.1f s%n", plain.seconds(), build.seconds());
    assertThat(build.status()).as(build.output()).isEqualTo(0);
    assertThat(build.linesWith("data race: "))
        .containsExactly(RACE.replace("verified; ", "verified; known or suppressed; "));
  }

  @Test
  void atOnceInTwoJvms() throws Exception {
    hasTheRace(
        builds.mvn(
            shop,
            Builds.TEST,
            "-DforkCount=2",
            "-DreuseForks=false",
            PARALLEL + "enabled=true",
            PARALLEL + "mode.default=concurrent"),
        2);
  }

  /**
   * With the goals as a part of each build: the reports at the top have all modules, those of
   * integration tests, too.
   */
  @Test
  void modulesAreReportedTogetherAndFailsafeIsRecorded() throws Exception {
    Path modules = Builds.copy("modules", folder);
    String version = "-Dsooth.version=" + Builds.VERSION;
    bothModulesAreReported(builds.mvn(modules, "verify", "-fae", version), modules);
    // Also at once, and with the top built last, which must not delete what is there by then.
    Path top = modules.resolve("pom.xml");
    Files.move(top, Files.createDirectory(modules.resolve("parent")).resolve("pom.xml"));
    for (String module : List.of("stock", "tickets")) {
      Path pom = modules.resolve(module).resolve("pom.xml");
      Files.writeString(
          pom,
          Files.readString(pom)
              .replace("</parent>", "<relativePath>../parent</relativePath></parent>"));
    }
    Path parent = modules.resolve("parent/pom.xml");
    String all = Files.readString(parent);
    String list = all.substring(all.indexOf("<modules>"), all.indexOf("</modules>") + 10);
    Files.writeString(parent, all.replace(list, ""));
    Files.writeString(
        top,
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>%s<relativePath>parent</relativePath></parent>
          <artifactId>all</artifactId><packaging>pom</packaging>
          %s
        </project>
        """
            .formatted(
                coordinates(all), list.replace("<modules>", "<modules><module>parent</module>")));
    bothModulesAreReported(builds.mvn(modules, "verify", "-fae", "-T2", version), modules);
  }

  private static String coordinates(String pom) {
    StringBuilder found = new StringBuilder();
    for (String part : List.of("groupId", "artifactId", "version")) {
      int from = pom.indexOf("<" + part + ">");
      int to = pom.indexOf("</" + part + ">");
      found.append(pom, from, to).append("</").append(part).append('>');
    }
    return found.toString();
  }

  private static void bothModulesAreReported(Builds.Ended build, Path modules) throws IOException {
    assertThat(build.status()).as(build.output()).isEqualTo(1);
    String inItsTest = "; verified; in shop.StockTest.puttingAddsUp";
    String inIntegration = "; verified; in shop.TicketsIT.ticketsAreCounted";
    assertThat(build.linesWith("data race: "))
        .containsExactlyInAnyOrder(
            "data race: shop.Stock.pieces: at Stock.java:8 shop.Stock.put" + inItsTest,
            "data race: shop.Tickets.sold: at Tickets.java:8 shop.Tickets.sell" + inIntegration);
    assertThat(build.linesWith("tests in ")).hasSize(2);
    assertThat(build.output())
        .containsPattern("stock \\.+ FAILURE")
        .containsPattern("tickets \\.+ FAILURE");
    assertThat(Files.readAllLines(modules.resolve("target/sooth/races.txt"))).hasSize(2);
    assertThat(Files.readString(modules.resolve("target/sooth/report.sarif")))
        .contains("Stock.java", "Tickets.java");
  }

  /** With the command of the recipes for CI systems; what else they name is there then. */
  @Test
  void aCorrectSuitePasses() throws Exception {
    String recipes = Files.readString(Builds.ROOT.resolve("docs/ci.md"));
    List<String> commands =
        Pattern.compile("\\bmvn -B ([^'\n]+)")
            .matcher(recipes)
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(commands).hasSize(3).containsOnly(Builds.TEST);
    Builds.Ended build = builds.mvn(shop, commands.get(0), "-Dtest=StockTest");
    assertThat(build.status()).as(build.output()).isEqualTo(0);
    assertThat(build.output()).contains("sooth: no race found; 18 tests in 1 JVM");
    List<String> reports =
        Pattern.compile("\\btarget/sooth/[a-z-]+\\.[a-z]+")
            .matcher(recipes)
            .results()
            .map(m -> m.group())
            .toList();
    assertThat(reports).hasSizeGreaterThan(5);
    assertThat(reports).allSatisfy(report -> assertThat(shop.resolve(report)).isNotEmptyFile());
  }

  /** Maven's own JVM has no agent, so the tests get one of their own. */
  @Test
  void withoutForksTheTestsAreForkedAllTheSame() throws Exception {
    Builds.Ended build = builds.mvn(shop, Builds.TEST, "-DforkCount=0");
    hasTheRace(build, 1);
    assertThat(build.output()).contains("forkCount is 0: Maven's own JVM was started without");
    Path pom = shop.resolve("pom-of-its-own.xml");
    Files.writeString(
        pom,
        Files.readString(shop.resolve("pom.xml"))
            .replace("<argLine>-Xmx200m<", "<forkCount>0</forkCount><argLine>-Xmx200m<"));
    hasTheRace(builds.mvn(shop, "-f", pom.getFileName().toString(), Builds.TEST), 1);
  }

  /** By TestNG itself, which is no engine of the JUnit Platform. */
  @Tag("any-jdk")
  @Test
  void testsOfTestNgAreToldApart() throws Exception {
    Path project = folder.resolve("testng");
    Files.createDirectories(project.resolve("src/test/java"));
    Files.writeString(
        project.resolve("pom.xml"),
        Files.readString(shop.resolve("pom.xml"))
            .replace("<groupId>org.junit.jupiter</groupId>", "<groupId>org.testng</groupId>")
            .replace("<artifactId>junit-jupiter</artifactId>", "<artifactId>testng</artifactId>")
            .replace("<version>5.14.4</version>", "<version>7.10.2</version>"));
    Files.writeString(
        project.resolve("src/test/java/NgTest.java"),
        """
        import org.testng.annotations.*;
        public class NgTest {
          int first;
          int second;
          static void twice(Runnable work) throws Exception {
            Thread a = new Thread(work), b = new Thread(work);
            a.start(); b.start(); a.join(); b.join();
          }
          @DataProvider public Object[] given() { return new Object[] {1, 2}; }
          @Test public void racy() throws Exception { twice(() -> first++); }
          @Test public void fine() throws Exception { twice(() -> { synchronized (this) { first++; } }); }
          @Test(dataProvider = "given") public void some(int n) throws Exception {
            twice(() -> { if (n == 2) second++; });
          }
        }
        """);
    Builds.Ended build = builds.mvn(project, Builds.TEST);
    assertThat(build.status()).as(build.output()).isEqualTo(1);
    assertThat(build.output()).contains("Tests run: 4, Failures: 0", "; 4 tests in 1 JVM");
    assertThat(build.linesWith("data race: "))
        .hasSize(2)
        .anyMatch(
            line -> line.startsWith("data race: NgTest.first") && line.endsWith("in NgTest.racy"))
        .anyMatch(
            line ->
                line.startsWith("data race: NgTest.second") && line.endsWith("in NgTest.some[2]"));
  }

  /**
   * Two runs of Surefire that the POM configures each in its own way stay so, and what was recorded
   * is reported though the second one ends its JVM, which leaves no result of a test anywhere.
   */
  @Tag("any-jdk")
  @Test
  void whatFailsIsReportedAndFailsTheBuild() throws Exception {
    Path project = folder.resolve("failing");
    Files.createDirectories(project.resolve("src/test/java"));
    Files.writeString(
        project.resolve("pom.xml"),
        Files.readString(shop.resolve("pom.xml"))
            .replace(
                "<version>3.6.1</version>",
                """
                <version>3.6.1</version>
                <executions>
                  <execution>
                    <id>default-test</id>
                    <configuration><excludes><exclude>Exit*</exclude></excludes></configuration>
                  </execution>
                  <execution>
                    <id>more</id>
                    <goals><goal>test</goal></goals>
                    <configuration><test>ExitTest</test><argLine>-Dmore=yes</argLine></configuration>
                  </execution>
                </executions>
                """));
    Files.writeString(
        project.resolve("src/test/java/RacyTest.java"),
        """
        class RacyTest {
          int first;
          @org.junit.jupiter.api.Test void racy() throws Exception {
            Thread a = new Thread(() -> first++), b = new Thread(() -> first++);
            a.start(); b.start(); a.join(); b.join();
            org.junit.jupiter.api.Assertions.assertNull(System.getProperty("more"));
          }
        }
        """);
    Files.writeString(
        project.resolve("src/test/java/ExitTest.java"),
        """
        class ExitTest {
          @org.junit.jupiter.api.Test void ends() {
            System.exit("yes".equals(System.getProperty("more")) ? 3 : 0);
          }
        }
        """);
    Builds.Ended build = builds.mvn(project, Builds.TEST);
    assertThat(build.status()).as(build.output()).isEqualTo(1);
    assertThat(build.output())
        .contains("Tests run: 1, Failures: 0", "Process Exit Code: 3", "2 tests in 2 JVMs")
        .doesNotContain("has already been run for this configuration");
    assertThat(build.linesWith("data race: ")).hasSize(1);
    assertThat(project.resolve("target/sooth/report.html")).isNotEmptyFile();
    // A mistake is told before the tests are run, and what was not recorded is not called good.
    Builds.Ended mistaken = builds.mvn(project, Builds.TEST, "-Dsooth.failOn=sometimes");
    assertThat(mistaken.output()).contains("none of any, new, never").doesNotContain("T E S T S");
    Files.delete(project.resolve("target/sooth/.started"));
    Builds.Ended unprepared = builds.mvn(project, Builds.TEST.replaceAll("test$", "check"));
    assertThat(unprepared.status()).as(unprepared.output()).isEqualTo(1);
    assertThat(unprepared.output()).contains("nothing was recorded: the goal prepare has to come");
  }

  /** What a POM says in the places that the plugin would take. */
  @Tag("any-jdk")
  @Test
  void optionsOfThePomStay() throws Exception {
    String own =
        """
        <argLine>@{argLine} -Dshop.late=@{shop.late} -Dshop.early=${shop.early}</argLine>
        <debugForkedProcess>false</debugForkedProcess>
        <additionalClasspathElements>
          <additionalClasspathElement>${project.basedir}/more</additionalClasspathElement>
        </additionalClasspathElements>
        """;
    Path pom = shop.resolve("pom-with-options.xml");
    Files.writeString(
        pom,
        Files.readString(shop.resolve("pom.xml"))
            .replace("<argLine>-Xmx200m</argLine>", own)
            .replace(
                "<properties>",
                "<properties><argLine>-Xmx200m</argLine><shop.late>a</shop.late>"
                    + "<shop.early>b</shop.early>"));
    Files.createDirectories(shop.resolve("more"));
    Files.writeString(shop.resolve("more/found.txt"), "");
    Path asks = shop.resolve("src/test/java/shop/OptionsTest.java");
    Files.writeString(
        asks,
        """
        package shop;
        import static org.junit.jupiter.api.Assertions.*;
        import org.junit.jupiter.api.Test;
        class OptionsTest {
          @Test void areThere() {
            assertEquals("a", System.getProperty("shop.late"));
            assertEquals("b", System.getProperty("shop.early"));
            assertTrue(Runtime.getRuntime().maxMemory() <= 200L << 20);
            assertNotNull(OptionsTest.class.getResource("/found.txt"));
          }
        }
        """);
    try {
      Builds.Ended build =
          builds.mvn(
              shop,
              "-f",
              pom.getFileName().toString(),
              Builds.TEST,
              "-Dtest=OptionsTest,CountersTest");
      assertThat(build.linesWith("data race: ")).as(build.output()).containsExactly(RACE);
      assertThat(build.output()).contains("Tests run: 13, Failures: 0, Errors: 0, Skipped: 0");
    } finally {
      Files.delete(asks);
    }
  }
}
