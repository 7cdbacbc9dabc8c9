package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals to {@code sooth run}, to its program and to both: no orphan, a trace, a report. */
class SignalsIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final long SECONDS = 60;

  private static final String PROGRAM =
      """
      import java.util.Random;

      /** A server with a race, in several moods. */
      public class Server {
        static int x;
        static int[] shared = new int[200];

        public static void main(String[] a) throws Exception {
          String mood = a[0];
          if (mood.equals("long")) {
            work();
            return;
          }
          if (!mood.equals("correct")) {
            Thread t = new Thread(() -> x++);
            t.start();
            x++;
            t.join();
          }
          if (mood.equals("hook")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> hook(Long.parseLong(a[1]))));
          }
          if (mood.equals("handler")) {
            for (String name : new String[] {"INT", "TERM", "HUP"}) {
              sun.misc.Signal.handle(
                  new sun.misc.Signal(name),
                  signal -> {
                    System.out.println("got " + signal.getName());
                    new Thread(() -> { pause(1500); Runtime.getRuntime().exit(7); }).start();
                  });
            }
          }
          if (mood.equals("busy")) {
            for (int k = 0; k < 2; k++) {
              int[] mine = new int[1000];
              new Thread(() -> { for (int i = 0; ; i++) { mine[i % 1000]++; } }).start();
            }
          }
          System.out.println("up " + ProcessHandle.current().pid());
          pause(1_000_000);
        }

        static void hook(long millis) {
          pause(millis);
          System.out.println("hook done");
        }

        static void pause(long millis) {
          try {
            Thread.sleep(millis);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }

        /** Nested locks, which the exact search takes minutes to look through. */
        static void work() throws InterruptedException {
          Object[] locks = new Object[50];
          Arrays.setAll(locks, i -> new Object());
          Thread[] threads = new Thread[6];
          for (int k = 0; k < threads.length; k++) {
            Random random = new Random(k);
            threads[k] = new Thread(() -> {
              x++;
              for (int i = 0; i < 3000; i++) {
                int p = random.nextInt(49);
                synchronized (locks[p]) {
                  shared[random.nextInt(200)]++;
                  synchronized (locks[p + 1]) {
                    shared[random.nextInt(200)]++;
                  }
                }
              }
            });
            threads[k].start();
          }
          for (Thread thread : threads) {
            thread.join();
          }
        }
      }
      """
          .replace(
              "import java.util.Random;", "import java.util.Arrays;\nimport java.util.Random;");

  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Path source = classes.resolve("Server.java");
    Files.writeString(source, PROGRAM);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int status =
        javac.run(
            System.out,
            System.err,
            "-XDignore.symbol.file",
            "-d",
            classes.toString(),
            source.toString());
    assertThat(status).isZero();
  }

  private enum Target {
    SOOTH,
    GROUP,
    PROGRAM
  }

  /** One run of sooth, a leader of its own group. */
  private final class Run {
    private final Path place;
    private final Process sooth;

    Run(String name, List<String> options, String... program) throws IOException {
      place = Files.createDirectories(folder.resolve(name));
      List<String> command = new ArrayList<>(List.of("setsid", JAVA, "-Xmx300m", "-jar"));
      command.addAll(List.of(JAR.toString(), "run", "-o", "out"));
      command.addAll(options);
      command.addAll(List.of("--", JAVA, "-Xmx100m", "-cp", classes.toString(), "Server"));
      command.addAll(Arrays.asList(program));
      sooth =
          new ProcessBuilder(command)
              .directory(place.toFile())
              .redirectOutput(file("stdout"))
              .redirectError(file("stderr"))
              .start();
    }

    private File file(String name) {
      return place.resolve(name).toFile();
    }

    private String text(String name) {
      try {
        return Files.readString(place.resolve(name), StandardCharsets.UTF_8);
      } catch (IOException e) {
        return "";
      }
    }

    String out() {
      return text("stdout");
    }

    String err() {
      return text("stderr");
    }

    long programPid() {
      Matcher matcher = Pattern.compile("up (\\d+)").matcher(out());
      return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
    }

    void awaitUp() throws InterruptedException {
      until(() -> programPid() > 0, "the program does not come up: " + err());
      Thread.sleep(800); // a block is written twice a second
    }

    void send(String signal, Target to) throws IOException, InterruptedException {
      String pid =
          switch (to) {
            case SOOTH -> Long.toString(sooth.pid());
            case GROUP -> "-- -" + sooth.pid();
            case PROGRAM -> Long.toString(programPid());
          };
      new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + pid).start().waitFor();
    }

    int await() throws InterruptedException {
      if (!sooth.waitFor(SECONDS, TimeUnit.SECONDS)) {
        sooth.destroyForcibly();
        throw new AssertionError("still running: " + err());
      }
      return sooth.exitValue();
    }

    void noOrphan() throws InterruptedException {
      long pid = programPid();
      if (pid > 0) {
        try {
          until(
              () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty(),
              "the program outlives sooth");
        } catch (AssertionError e) {
          ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
          throw e;
        }
      }
    }

    void traceIsReadable() {
      Cli.Result info = Cli.run("info", place.resolve("out/trace.sooth").toString());
      assertThat(info.status()).as(info.err()).isZero();
    }
  }

  private static void until(BooleanSupplier condition, String otherwise)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(otherwise).isLessThan(end);
      Thread.sleep(50);
    }
  }

  /** A background job of a shell without job control starts us so, and it is inherited. */
  private static boolean isIgnored(String signal) throws IOException {
    int number = signal.equals("HUP") ? 1 : 2;
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("SigIgn:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> (number - 1) & 1) != 0;
      }
    }
    return false;
  }

  @Tag("any-jdk")
  @Test
  void everySignalToEverybodyInEveryMood() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs Linux");
    List<Callable<Void>> cells = new ArrayList<>();
    for (String signal : List.of("INT", "TERM", "HUP", "KILL")) {
      if (!signal.equals("KILL") && !signal.equals("TERM") && isIgnored(signal)) {
        System.err.println("SIG" + signal + " is ignored here: not tested");
        continue;
      }
      for (Target to : Target.values()) {
        for (String mood : List.of("idle", "busy", "hook")) {
          cells.add(() -> running(signal, to, mood));
        }
        if (to != Target.PROGRAM) {
          cells.add(() -> analysing(signal, to));
        }
      }
    }
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      for (Future<Void> cell : two.invokeAll(cells)) {
        cell.get();
      }
    } finally {
      two.shutdownNow();
    }
  }

  private Void running(String signal, Target to, String mood) throws Exception {
    String name = String.join("-", signal, to.toString(), mood);
    Run run = new Run(name, List.of("-e", "hb"), mood, "700"); // of any length, in any heap
    run.awaitUp();
    run.send(signal, to);
    int status = run.await();
    run.noOrphan();
    run.traceIsReadable();
    boolean kill = signal.equals("KILL");
    if (kill && to != Target.PROGRAM) {
      assertThat(status).as(name).isEqualTo(137);
    } else {
      assertThat(run.err()).as(name).contains("data race", "Server.x");
      assertThat(status).as(name + run.err()).isEqualTo(66);
    }
    if (mood.equals("hook") && (!kill || to == Target.SOOTH)) {
      assertThat(run.out()).as(name).contains("hook done");
    }
    return null;
  }

  private Void analysing(String signal, Target to) throws Exception {
    String name = String.join("-", signal, to.toString(), "analysing");
    Run run = new Run(name, List.of("-e", "hb,exact"), "long");
    until(() -> run.err().contains("JDK classes observed"), "no summary: " + run.err());
    Thread.sleep(1_500); // the analysis takes a minute
    assertThat(run.sooth.isAlive()).as(name + run.err()).isTrue();
    run.send(signal, to);
    int status = run.await();
    run.traceIsReadable();
    if (signal.equals("KILL")) {
      assertThat(status).as(name).isEqualTo(137);
    } else {
      assertThat(status).as(name + run.err()).isEqualTo(66);
      assertThat(run.err())
          .as(name)
          .contains("found by hb", "before it was stopped", "not complete", "out/trace.sooth");
      assertThat(run.text("out/report.txt")).as(name).contains("before it was stopped");
    }
    return null;
  }

  @Test
  void aProgramGetsEachSignalOnce() throws Exception {
    for (Target to : List.of(Target.SOOTH, Target.GROUP)) {
      Run run = new Run("once-" + to, List.of("-q"), "handler");
      run.awaitUp();
      run.send("TERM", to);
      assertThat(run.await()).as(run.err()).isEqualTo(66);
      assertThat(run.out().split("got TERM", -1)).as(to + run.out()).hasSize(2);
    }
  }

  @Test
  void whoDoesNotEndInTimeIsKilled() throws Exception {
    Run run = new Run("grace", List.of("--grace", "1s"), "hook", "100000");
    run.awaitUp();
    long start = System.nanoTime();
    run.send("TERM", Target.SOOTH);
    assertThat(run.await()).as(run.err()).isEqualTo(66);
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(30);
    assertThat(run.err()).contains("did not end in 1.0 s and is killed", "Server.x");
    run.noOrphan();
  }

  @Test
  void aSecondInterruptKillsAtOnce() throws Exception {
    assumeTrue(!isIgnored("INT"), "SIGINT is ignored here");
    Run run = new Run("twice", List.of("--grace", "1h"), "hook", "100000");
    run.awaitUp();
    run.send("INT", Target.GROUP);
    Thread.sleep(1_000);
    run.send("INT", Target.GROUP);
    assertThat(run.await()).as(run.err()).isEqualTo(66);
    assertThat(run.err()).contains("SIGINT again: the program is killed", "Server.x");
    run.noOrphan();
  }

  @Test
  void aProgramEndsWhenItsTimeIsOver() throws Exception {
    Run run = new Run("duration", List.of("--duration", "2s"), "correct");
    assertThat(run.await()).as(run.err()).isZero();
    assertThat(run.err()).contains("no race found");
    run.noOrphan();
  }

  @Test
  void theStatusIsTheProgramsWhereThereIsNoRace() throws Exception {
    Run run = new Run("status", List.of(), "correct");
    run.awaitUp();
    run.send("TERM", Target.SOOTH);
    assertThat(run.await()).as(run.err()).isEqualTo(143);
    assertThat(run.err()).contains("no race found");
  }
}
