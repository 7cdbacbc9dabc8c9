package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sooth run --online fasttrack} and its like, from the jar. */
class OnlineRunIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar");
  private static final String ACCOUNT =
      Cli.root().resolve("examples/programs/account/Account.java").toString();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  private Cli.Result sooth(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx300m", "-jar", JAR.toString()));
    command.addAll(Arrays.asList(args));
    return Processes.run(folder, Map.of(), command);
  }

  @Test
  void racesAreSuppressed() throws IOException, InterruptedException {
    Path rules = folder.resolve("known.txt");
    Files.writeString(
        rules, "race:^Account.deposit$\nrace:Other # gone\nrace:Account until=2020-01-01\n");
    Cli.Result result =
        sooth("run", "--online", "fasttrack", "--suppressions", "known.txt", "-o", "out", ACCOUNT);
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err())
        .doesNotContain("WARNING")
        .contains("fasttrack: 0 pairs of racing lines")
        .contains("suppressed 1 race: race:^Account.deposit$ (" + rules.toRealPath() + ":1)")
        .contains("suppression not used: race:Other (")
        .contains("suppression expired, it suppresses nothing: race:Account until=2020-01-01 (");
    Files.writeString(rules, "race:Other\n");
    Cli.Result said =
        sooth("run", "--online", "fasttrack", "--suppressions", "known.txt", "-o", "out", ACCOUNT);
    assertThat(said.status()).as(said.err()).isEqualTo(66);
  }

  @Test
  void streamingEnginesSuppressThemToo() throws IOException, InterruptedException {
    Files.writeString(folder.resolve("known.txt"), "race:Account.balance\n");
    for (String place : List.of("parent", "program")) {
      Cli.Result result =
          sooth(
              "run",
              "--online",
              "shb",
              "--online-in",
              place,
              "--suppressions",
              "known.txt",
              "-o",
              "out",
              ACCOUNT);
      assertThat(result.err())
          .as(place)
          .doesNotContain("shb: race on")
          .contains("suppressed 1 race: race:Account.balance (");
    }
  }

  @Test
  void aLogThatCannotBeWrittenIsSaidAsSuch() throws IOException, InterruptedException {
    Cli.Result run =
        sooth("run", "--online", "fasttrack", "--log-path", "no/log", "-o", "out", ACCOUNT);
    assertThat(run.status()).isEqualTo(74);
    assertThat(run.err()).contains("no/log: no such file").doesNotContain("trace");
    Cli.Result agent =
        Processes.run(
            folder,
            Map.of(),
            List.of(JAVA, "-javaagent:" + JAR + "=online=fasttrack,log-path=no/log", "-version"));
    assertThat(agent.status()).isEqualTo(74);
    assertThat(agent.err()).contains("log-path=no/log: no such file").doesNotContain("trace");
  }

  @Test
  void whatASampledRunHasFoundIsThenRecorded() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("Two.java"),
        """
        public class Two {
          static class Racy { static int x; static void add() { x++; } }
          static class Aside { static int y; static void touch() { y++; } }
          public static void main(String[] a) throws Exception {
            Aside.touch();
            Thread t = new Thread(Racy::add);
            t.start();
            Racy.add();
            t.join();
            System.exit(3);
          }
        }
        """);
    Cli.Result result =
        sooth("run", "--online", "atexrace", "--then-record", "-o", "out", "Two.java");
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err())
        .contains("data race on Two$Racy.x (atexrace)")
        .contains("now recording Two$Racy\n")
        .contains("data race on Two$Racy.x (syncp R1) in out/trace.sooth")
        .contains("Verified by a witness");
    assertThat(result.err().indexOf("(atexrace)")).isLessThan(result.err().indexOf("(syncp R1)"));
    assertThat(folder.resolve("out/sampled/worth-recording.txt")).hasContent("Two$Racy\n");
    assertThat(folder.resolve("out/report.txt")).content().contains("Two$Racy.x");
    Cli.Result trace = sooth("info", "out/trace.sooth");
    assertThat(trace.status()).isZero();

    Files.writeString(
        folder.resolve("Alone.java"),
        "public class Alone { public static void main(String[] a) { System.exit(5); } }");
    Cli.Result nothing =
        sooth("run", "--online", "atexrace", "--then-record", "-o", "out", "Alone.java");
    assertThat(nothing.status()).isEqualTo(5);
    assertThat(nothing.err()).contains("nothing to record");
    assertThat(sooth("run", "--then-record", "Alone.java").status()).isEqualTo(64);
  }

  /** The driver is in another process: the program has neither its classes nor its threads. */
  @Tag("any-jdk")
  @Test
  void pairsAreKeptInADatabase() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("Look.java"),
        """
        public class Look {
          static int x;
          static synchronized void add() { x++; }
          public static void main(String[] a) throws Exception {
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
              threads[i] = new Thread(() -> { for (int k = 0; k < 2000; k++) add(); });
              threads[i].start();
            }
            for (Thread t : threads) t.join();
            for (ClassLoader l = Look.class.getClassLoader(); ; l = l.getParent()) {
              try {
                System.out.println(Class.forName("org.postgresql.Driver", false, l) + " found");
              } catch (ClassNotFoundException e) {
                System.out.println("no driver");
              }
              if (l == null) break;
            }
            System.out.println(java.util.Collections.list(java.sql.DriverManager.getDrivers()));
            System.out.println(Thread.activeCount());
          }
        }
        """);
    try (PostgresServer server = PostgresServer.start()) {
      String address = server.address();
      assertThat(sooth("pairs", "show", address).err()).contains("no pairs yet");
      for (int i = 1; i <= 2; i++) {
        Cli.Result run =
            sooth("run", "--online", "atexrace", "--pairs", address, "-o", "out", "Look.java");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("no driver\nno driver\nno driver\n[]\n1\n");
        assertThat(run.err()).doesNotContain("cannot");
        Cli.Result shown = sooth("pairs", "show", address);
        assertThat(shown.status()).as(shown.err()).isZero();
        assertThat(shown.out()).contains(": " + i + " execution");
      }
      Cli.Result merged = sooth("pairs", "merge", "copy", address);
      assertThat(merged.status()).as(merged.err()).isZero();
      assertThat(merged.out()).contains("copy: 2 executions, ");
      Cli.Result back = sooth("pairs", "merge", address, "copy");
      assertThat(back.out()).contains("/postgres: 4 executions, ");
      Cli.Result pruned = sooth("pairs", "prune", address, "--unseen", "3");
      assertThat(pruned.status()).as(pruned.err()).isZero();
      server.sql("update sooth_executions set version = 9");
      Cli.Result newer = sooth("pairs", "show", address);
      assertThat(newer.status()).isEqualTo(65);
      assertThat(newer.err()).contains("its version is 9, expected 1");
    }
    Cli.Result gone =
        sooth(
            "run",
            "--online",
            "atexrace",
            "--pairs",
            "jdbc:postgresql://127.0.0.1:1/gone?password=secret",
            "-o",
            "out",
            "Look.java");
    assertThat(gone.status()).as("the program runs without it").isZero();
    assertThat(gone.err())
        .contains("no pairs of earlier executions are known: cannot read jdbc:postgresql://127")
        .contains("the pairs of this execution are lost")
        .doesNotContain("secret");
  }

  @Test
  void costAndRacesAreMeasured() throws IOException, InterruptedException {
    Cli.Result result =
        sooth("bench", "online", "--executions", "2", "--modes", "fasttrack,atexrace", ACCOUNT);
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("program +plain +fasttrack +fasttrack, last +atexrace +atexrace, last\n")
        .containsPattern("\nAccount +1 \\(1[.]0\\) ")
        .containsPattern("\nall +1, 100[.]0% +1, 100[.]0%\n")
        .containsPattern("\nAccount +atexrace +2 +[0-9]+ ")
        .containsPattern("\n +2 +[0-9.]+ +1 +[0-9.]+ +1\n");
    assertThat(result.err()).contains("Account.java atexrace 2: ");
    assertThat(sooth("bench", "online", "--modes", "hb", ACCOUNT).status()).isEqualTo(64);
    assertThat(sooth("bench", "online", "missing").status()).isEqualTo(74);
  }
}
