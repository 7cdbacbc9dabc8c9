package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.Benign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves beside its trace, and what the program itself calls benign. */
class RunReportsIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  private Cli.Result sooth(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx300m", "-jar", JAR.toString()));
    command.addAll(Arrays.asList(args));
    return Processes.run(folder, Map.of(), command);
  }

  private String out(String file) throws IOException {
    return Files.readString(folder.resolve("out").resolve(file));
  }

  @Test
  void aRunLeavesFourReportsAndTheNextOneKnowsItsRaces() throws Exception {
    String program =
        Cli.root().toAbsolutePath().resolve("examples/programs/account/Account.java").toString();
    Cli.Result first = sooth("run", "-o", "out", program);
    assertThat(first.status()).as(first.err()).isEqualTo(ExitStatus.RACES);
    assertThat(out("report.txt")).contains("Fingerprint: 9cc2b5669893451f");
    assertThat(out("report.json")).contains("\"9cc2b5669893451f\"").contains("\"witness\":[");
    assertThat(out("report.sarif")).contains("\"9cc2b5669893451f\"");
    assertThat(out("report.html"))
        .contains("\"9cc2b5669893451f\"")
        .contains("balance = balance + amount;"); // the source of a source-file run
    Cli.Result explained = sooth("explain", "out", "R1");
    assertThat(explained.status()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("Account.java:6");
    Cli.Result verified = sooth("verify", "out/trace.sooth", "out/report.json");
    assertThat(verified.status()).as(verified.err()).isZero();

    assertThat(sooth("baseline", "update", "known.json", "out/report.json").status()).isZero();
    Cli.Result second = sooth("run", "-o", "out", "--baseline", "known.json", program);
    assertThat(second.status()).as(second.err()).isZero();
    assertThat(second.err()).contains("KNOWN: syncp: 1 pair of lines");
  }

  @Test
  void whatTheProgramCallsBenignIsSuppressed() throws Exception {
    String annotations =
        Path.of(Benign.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    Path source = folder.resolve("Metrics.java");
    Files.writeString(
        source,
        """
        import dev.sooth.Benign;
        public class Metrics {
          @Benign("may be a little off") static int hits;
          static int other;
          static int logged;
          @Benign("one line more or less") static void log() { logged++; }
          static void work() { hits++; log();  }
          public static void main(String[] a) throws Exception {
            Thread t = new Thread(Metrics::work);
            Thread u = new Thread(Metrics::work);
            t.start(); u.start(); t.join(); u.join();
          }
        }
        """);
    compile(annotations, source);
    Cli.Result benign = sooth("run", "-o", "out", "--", JAVA, "-cp", "classes", "Metrics");
    assertThat(benign.status()).as(benign.err()).isZero();
    assertThat(out("benign.txt"))
        .contains("field\tMetrics.hits\tmay be a little off\n")
        .contains("method\tMetrics.log\tone line more or less\n");
    assertThat(benign.err()).contains("SUPPRESSED: syncp: 1 pair of lines and field: may be a");
    assertThat(out("report.sarif")).contains("\"kind\":\"inSource\"");
    Cli.Result analysed = sooth("analyze", "out/trace.sooth");
    assertThat(analysed.status()).as(analysed.err()).isZero();
    assertThat(analysed.out()).contains("SUPPRESSED: syncp: 1 pair of lines and field: may be a");
    for (String online : List.of("hb", "hb --online-in program", "fasttrack")) {
      List<String> words = new ArrayList<>(List.of("run", "-o", "online", "--online"));
      words.addAll(List.of(online.split(" ")));
      words.addAll(List.of("--", JAVA, "-cp", "classes", "Metrics"));
      Cli.Result said = sooth(words.toArray(String[]::new));
      assertThat(said.status()).as(online + said.err()).isZero();
      assertThat(said.err()).doesNotContain(": race on Metrics", "WARNING");
    }

    Files.writeString(source, Files.readString(source).replace("log();  }", "log(); other++; }"));
    compile(annotations, source);
    Cli.Result race = sooth("run", "-o", "out", "--", JAVA, "-cp", "classes", "Metrics");
    assertThat(race.status()).as(race.err()).isEqualTo(ExitStatus.RACES);
    assertThat(race.err())
        .contains("data race on Metrics.other")
        .doesNotContain("race on Metrics.hits");
  }

  private void compile(String classPath, Path source) {
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                classPath,
                "-d",
                folder.resolve("classes").toString(),
                source.toString());
    assertThat(status).isZero();
  }
}
