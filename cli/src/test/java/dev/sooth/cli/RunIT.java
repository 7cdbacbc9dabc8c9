package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sooth run} from the jar, which is command line and agent in one. */
class RunIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar");
  private static final Path PROGRAMS = Cli.root().resolve("examples/programs");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  private Cli.Result sooth(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx300m", "-jar", JAR.toString()));
    command.addAll(Arrays.asList(args));
    return Processes.run(folder, Map.of(), command);
  }

  @Test
  void racesOfASourceFileAreReportedWithTheirLines() throws IOException, InterruptedException {
    Cli.Result result =
        sooth(
            "run",
            "--stacks",
            "3",
            "-o",
            "out,1",
            PROGRAMS.resolve("account/Account.java").toString());
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.out()).isEqualTo("balance is positive\n");
    assertThat(result.err())
        .contains("#0 Account.java:6 Account.deposit")
        .contains("#1 Account.java:")
        .contains("created by thread main")
        .contains("1 instrumented, 0 skipped, 0 failed")
        .contains("verified");
    assertThat(folder.resolve("out,1/trace.sooth")).isNotEmptyFile();
    assertThat(folder.resolve("out,1/report.txt")).content().contains("Account.java:6");
  }

  @Test
  void aRaceIsSaidWhileTheProgramRuns() throws IOException, InterruptedException {
    Path source = folder.resolve("Long.java");
    Files.writeString(
        source,
        """
        public class Long {
          static int x;
          public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> x++);
            t.start();
            x++;
            t.join();
            Thread.sleep(5000);
            System.err.println("about to end");
          }
        }
        """);
    Cli.Result result = sooth("run", "--online", "gprefix", "-o", "out", source.toString());
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err()).contains("gprefix: race on ").contains("about to end");
    assertThat(result.err().indexOf("gprefix: race on "))
        .as(result.err())
        .isLessThan(result.err().indexOf("about to end"));
    assertThat(result.err()).contains("Verified by a witness");
  }

  @Test
  void racesAreSaidByTheProgramItselfAndNoTraceIsKept() throws IOException, InterruptedException {
    String program = PROGRAMS.resolve("account/Account.java").toString();
    Cli.Result result = sooth("run", "--online", "shb", "--no-trace", "-o", "out", program);
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err()).contains("shb: race on Account.balance");
    assertThat(folder.resolve("out/trace.sooth")).doesNotExist();
    String fixed = PROGRAMS.resolve("account/AccountFixed.java").toString();
    Cli.Result silent = sooth("run", "--online", "shb", "--no-trace", "-o", "out", fixed);
    assertThat(silent.status()).as(silent.err()).isZero();
    Cli.Result both =
        sooth("run", "--online", "shb", "--online-in", "program", "-o", "out", program);
    assertThat(both.status()).as(both.err()).isEqualTo(66);
    assertThat(both.err()).contains("shb: race on Account.balance", "Verified by a witness");
    Cli.Result wrong = sooth("run", "--no-trace", "-o", "out", program);
    assertThat(wrong.status()).isEqualTo(64);
    assertThat(wrong.err()).contains("--no-trace needs --online ENGINE");
  }

  @Test
  void aProgramWithoutRacesKeepsItsOutputAndStatus() throws IOException, InterruptedException {
    Path source = folder.resolve("Seven.java");
    Files.writeString(
        source,
        "package p; public class Seven { public static void main(String[] a) {"
            + " System.out.println(a.length + a[0]); System.exit(7); } }");
    Cli.Result result = sooth("run", "-q", source.toString(), "--quiet", "x");
    assertThat(result.status()).as(result.err()).isEqualTo(7);
    assertThat(result.out()).isEqualTo("2--quiet\n");
  }

  @Test
  void aJavaCommandIsRunAsItIs() throws IOException, InterruptedException {
    String source = PROGRAMS.resolve("wronglock/WrongLock.java").toString();
    assertThat(sooth("run", "--record-only", "-o", "first", source).status()).isZero();
    Cli.Result result =
        sooth("run", "--values", "-o", "o", "--", JAVA, "-cp", "first/classes", "WrongLock");
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    Cli.Result check = sooth("info", "--check-values", "o/trace.sooth");
    assertThat(check.status()).as(check.err()).isZero();
    assertThat(check.out()).contains(" reads checked, 0 did not");
  }

  @Test
  void whatCannotBeRunIsSaid() throws IOException, InterruptedException {
    assertThat(sooth("run").status()).isEqualTo(64);
    assertThat(sooth("run", "notes.txt").status()).isEqualTo(64);
    assertThat(sooth("run", "missing.jar").status()).isEqualTo(74);
    Files.writeString(folder.resolve("Bad.java"), "class Bad {");
    Cli.Result bad = sooth("run", "Bad.java");
    assertThat(bad.status()).isEqualTo(64);
    assertThat(bad.err()).contains("does not compile").doesNotContain("\tat ");
  }

  @Test
  void theDoctorFindsThisJvmWell() throws IOException, InterruptedException {
    Cli.Result result = sooth("doctor");
    assertThat(result.status()).as(result.out()).isZero();
    assertThat(result.out()).contains("ok   the agent starts");
  }
}
