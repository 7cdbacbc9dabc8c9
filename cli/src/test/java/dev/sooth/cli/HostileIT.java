package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sooth run} where disks are full, names odd and files not ours. */
class HostileIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  private static final String RACY =
      """
      public class Racy {
        static int x;
        static int[] v = new int[1000];
        public static void main(String[] a) throws Exception {
          Thread t = new Thread(() -> x++);
          t.start();
          x++;
          t.join();
          for (int i = 0; i < Integer.parseInt(a[0]); i++) {
            v[i % 1000]++;
          }
          System.out.println("done");
          Thread.sleep(Integer.parseInt(a[1]));
        }
      }
      """;

  @TempDir Path folder;

  private Cli.Result run(Path jar, List<String> options, String... program)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx300m", "-jar", jar.toString()));
    command.add("run");
    command.addAll(options);
    command.addAll(Arrays.asList(program));
    return Processes.run(folder, Map.of(), command);
  }

  private String source() throws IOException {
    return Files.writeString(folder.resolve("Racy.java"), RACY).toString();
  }

  /** Runs with a small file system of its own as the output folder, or skips the test. */
  private Cli.Result onSmallDisk(String size, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    String source = source();
    Path small = Files.createDirectories(folder.resolve("small"));
    String mount = "mount -t tmpfs -o size=" + size + " none " + small;
    boolean possible =
        Processes.run(folder, Map.of(), List.of("unshare", "-rm", "sh", "-c", mount)).status() == 0;
    assumeTrue(possible, "needs a name space of its own to mount a small disk");
    assertThat(run(JAR, List.of("--record-only", "-o", "first"), source, "0", "0").status())
        .isZero();
    String sooth =
        "%s -Xmx300m -jar %s run -o %s/out %s -- %s -cp %s/first/classes Racy %s"
            .formatted(
                JAVA,
                JAR,
                small,
                String.join(" ", options),
                JAVA,
                folder,
                String.join(" ", arguments));
    String after = "status=$?; ls -l " + small + "/out >&2; exit $status";
    String info = JAVA + " -jar " + JAR + " info " + small + "/out/trace.sooth";
    return Processes.run(
        folder,
        Map.of(),
        List.of("unshare", "-rm", "sh", "-c", mount + " && " + sooth + "; " + after + "; " + info));
  }

  @Test
  void aFullDiskIsAnErrorAndTheReportIsPrintedAllTheSame() throws Exception {
    Cli.Result result = onSmallDisk("600k", List.of(), "2000000", "1500");
    assertThat(result.out()).contains("done");
    assertThat(result.err())
        .contains("recording stopped", "No space left on device")
        .doesNotContain("null")
        .contains("SUMMARY: Sooth");
    assertThat(result.status()).as(result.err()).isEqualTo(74);
  }

  @Test
  void aFullDiskIsAnErrorWithoutAnAnalysisToo() throws Exception {
    Cli.Result result = onSmallDisk("300k", List.of("--record-only"), "2000000", "0");
    assertThat(result.out()).contains("done");
    assertThat(result.status()).as(result.err()).isEqualTo(74);
    // The summary counts what can be read: what did not fit is cut off, so there is room for it.
    assertThat(result.err()).containsPattern("trace: .*, \\d{1,5} events");
  }

  @Test
  void twoJvmsNeverWriteOneFile() throws Exception {
    assertThat(run(JAR, List.of("--record-only", "-o", "first"), source(), "0", "0").status())
        .isZero();
    List<String> command =
        List.of(
            JAVA,
            "-javaagent:" + JAR + "=out=both/trace.sooth",
            "-cp",
            "first/classes",
            "Racy",
            "1000",
            "3000");
    Processes.Running one = Processes.start(folder, Map.of(), command);
    Processes.Running two = Processes.start(folder, Map.of(), command);
    Cli.Result first = one.await();
    Cli.Result second = two.await();
    assertThat(first.status() + second.status()).isZero();
    assertThat(first.err() + second.err())
        .containsOnlyOnce("is being written by another JVM; this one writes");
    List<Path> traces;
    try (Stream<Path> files = Files.walk(folder.resolve("both"))) {
      traces = files.filter(file -> file.endsWith("trace.sooth")).toList();
    }
    assertThat(traces).hasSize(2);
    for (Path trace : traces) {
      assertThat(Cli.run("analyze", trace.toString()).status()).isEqualTo(66);
      assertThat(trace.resolveSibling("recording.txt")).isNotEmptyFile();
    }
  }

  @Test
  void aLinkIsReplacedAndNotFollowed() throws Exception {
    assertThat(run(JAR, List.of("--record-only", "-o", "first"), source(), "0", "0").status())
        .isZero();
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Files.createSymbolicLink(folder.resolve("trace.sooth"), victim);
    Cli.Result result =
        Processes.run(
            folder,
            Map.of(),
            List.of(
                JAVA,
                "-javaagent:" + JAR + "=out=trace.sooth",
                "-cp",
                "first/classes",
                "Racy",
                "0",
                "0"));
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(victim).hasContent("precious");
    assertThat(folder.resolve("trace.sooth")).isNotEmptyFile();
  }

  @Test
  void oddNamesAreNotTakenForOptions() throws Exception {
    String source = source();
    Cli.Result comma =
        run(JAR, List.of("--include", "Racy,max-events=1", "-o", "a"), source, "0", "0");
    assertThat(comma.err()).doesNotContain("max-events reached");
    Cli.Result colon = run(JAR, List.of("-o", "x:y"), source, "0", "0");
    assertThat(colon.status()).as(colon.err()).isEqualTo(66);
    Path odd = Files.createDirectories(folder.resolve("a=b")).resolve("sooth.jar");
    Files.copy(JAR, odd, StandardCopyOption.REPLACE_EXISTING);
    Cli.Result equals = run(odd, List.of("-o", "c"), source, "0", "0");
    assertThat(equals.status()).as(equals.err()).isEqualTo(66);
  }

  @Test
  void aProgramRunsWithoutATemporaryFolder() throws Exception {
    assertThat(run(JAR, List.of("--record-only", "-o", "first"), source(), "0", "0").status())
        .isZero();
    Cli.Result program =
        Processes.run(
            folder,
            Map.of(),
            List.of(
                JAVA,
                "-Djava.io.tmpdir=/nonexistent",
                "-javaagent:" + JAR + "=out=t/trace.sooth",
                "-cp",
                "first/classes",
                "Racy",
                "0",
                "0"));
    assertThat(program.status()).as(program.err()).isZero();
    assertThat(program.out()).isEqualTo("done\n");
    assertThat(program.err()).contains("sooth: trace: "); // the agent does without one, too
    Cli.Result zstd =
        Processes.run(
            folder,
            Map.of(),
            List.of(
                JAVA,
                "-Djava.io.tmpdir=/nonexistent",
                "-jar",
                JAR.toString(),
                "convert",
                Cli.example("bank.std"),
                "x.std.zst"));
    assertThat(zstd.status()).as(zstd.err()).isEqualTo(74);
    assertThat(zstd.err()).contains("the library for Zstandard").doesNotContain("\tat ");
  }

  @Test
  void aJvmThatIsKilledLeavesNoHooksBehind() throws Exception {
    assertThat(run(JAR, List.of("--record-only", "-o", "first"), source(), "0", "0").status())
        .isZero();
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    Processes.Running running =
        Processes.start(
            folder,
            Map.of(),
            List.of(
                JAVA,
                "-Djava.io.tmpdir=" + temporary,
                "-javaagent:" + JAR + "=out=t/trace.sooth",
                "-cp",
                "first/classes",
                "Racy",
                "0",
                "60000"));
    while (!Files.exists(folder.resolve("t/trace.sooth"))
        || Files.size(folder.resolve("t/trace.sooth")) < 100) {
      Thread.sleep(100);
    }
    running.kill();
    running.await();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void twoRunsDoNotShareAFolder() throws Exception {
    Path program = folder.resolve("Waits.java");
    Files.writeString(
        program,
        """
        public class Waits {
          public static void main(String[] a) throws Exception {
            System.out.println("up");
            System.in.read();
          }
        }
        """);
    List<String> command =
        List.of(JAVA, "-Xmx300m", "-jar", JAR.toString(), "run", "-o", "out", program.toString());
    Processes.Running first = Processes.start(folder, Map.of(), command);
    try {
      while (!Files.exists(folder.resolve("out/trace.sooth"))) {
        assertThat(first.process().isAlive()).isTrue();
        Thread.sleep(20);
      }
      Cli.Result second = run(JAR, List.of("-o", "out"), source(), "0", "0");
      assertThat(second.status()).as(second.err()).isEqualTo(64);
      assertThat(second.err()).contains("another run writes there");
    } finally {
      first.process().getOutputStream().close();
    }
    Cli.Result result = first.await();
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).contains("no race found");
    assertThat(folder.resolve("out/.lock")).doesNotExist();
    assertThat(run(JAR, List.of("-o", "out"), source(), "0", "0").status()).isEqualTo(66);
  }

  @Test
  void linksInThePlaceOfOurFilesAreNotFollowed() throws Exception {
    Path victim = Files.writeString(folder.resolve("victim"), "keep me");
    Path out = Files.createDirectories(folder.resolve("out"));
    Files.createSymbolicLink(out.resolve(".running"), victim);
    assertThat(run(JAR, List.of("-o", "out"), source(), "0", "0").status()).isEqualTo(66);
    assertThat(victim).content().isEqualTo("keep me");
  }

  @Test
  void aHaltedProgramIsReported() throws Exception {
    Path program = folder.resolve("Halts.java");
    Files.writeString(
        program,
        """
        public class Halts {
          static int x;
          public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> x++);
            t.start();
            x++;
            t.join();
            Runtime.getRuntime().halt(7);
          }
        }
        """);
    Cli.Result result = run(JAR, List.of("-o", "out"), program.toString());
    assertThat(result.status()).as(result.err()).isEqualTo(66);
    assertThat(result.err()).contains("Verified by a witness").doesNotContain("without a chance");
  }

  /** Where there is no room for the agent the program runs as it would without. */
  @Test
  void aProgramInAHeapTooSmallForUsEndsAsItWould() throws Exception {
    assertThat(run(JAR, List.of("--record-only", "-o", "first"), source(), "0", "0").status())
        .isZero();
    Cli.Result result =
        run(
            JAR,
            List.of("-o", "out"),
            "--",
            JAVA,
            "-Xmx8m",
            "-cp",
            "first/classes",
            "Racy",
            "0",
            "0");
    assertThat(result.out()).as(result.err()).isEqualTo("done\n");
    assertThat(result.status()).as(result.err()).isEqualTo(70);
    assertThat(result.err()).contains("runs unrecorded", "nothing was recorded");
  }

  /** With most collectors the JVM has not loaded the caches of boxes when the agent starts. */
  @Test
  void everyCollectorWillDo() throws Exception {
    assertThat(run(JAR, List.of("--record-only", "-o", "first"), source(), "0", "0").status())
        .isZero();
    for (String collector : List.of("Serial", "Parallel", "Serial", "Z")) {
      Cli.Result result =
          run(
              JAR,
              List.of("-o", "out"),
              "--",
              JAVA,
              "-XX:+Use" + collector + "GC",
              "-cp",
              "first/classes",
              "Racy",
              "0",
              "0");
      assertThat(result.status()).as(collector + ": " + result.err()).isEqualTo(66);
      assertThat(result.err()).contains(" 0 failed");
    }
  }
}
