package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a user runs it. */
class JarIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  private static List<String> command(String... args) {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx300m", "-jar", JAR.toString()));
    command.addAll(Arrays.asList(args));
    return command;
  }

  private Cli.Result run(String... args) throws IOException, InterruptedException {
    return Processes.run(folder, Map.of(), command(args));
  }

  @Test
  void exitStatuses() throws IOException, InterruptedException {
    assertThat(run("analyze", Cli.example("queue.std")).status()).isZero();
    assertThat(run("analyze", Cli.example("bank.std")).status()).isEqualTo(66);
    assertThat(run("analyze").status()).isEqualTo(64);
    assertThat(run("analyze", Cli.trace(folder, "bad.std", "T1|rel(l)|1")).status()).isEqualTo(65);
    assertThat(run("analyze", "missing.std").status()).isEqualTo(74);
    assertThat(run("--version").status()).isZero();
  }

  /** Compression is native code: it must work from the jar, and without a warning of the JDK. */
  @Test
  void compressedTracesWorkWithoutWarnings() throws IOException, InterruptedException {
    for (String name : List.of("t.sooth", "t.std.zst", "t.std.gz")) {
      Cli.Result converted = run("convert", "-q", Cli.example("pipeline.std"), name);
      assertThat(converted).isEqualTo(new Cli.Result(0, "", ""));
      Cli.Result analysed = run("analyze", name, "-e", "hb");
      assertThat(analysed.status()).isEqualTo(66);
      assertThat(analysed.err()).isEmpty();
    }
  }

  @Test
  void readsAPipe() throws IOException, InterruptedException {
    byte[] input = Files.readAllBytes(Path.of(Cli.example("bank.std")));
    Cli.Result result = Processes.run(folder, Map.of(), input, command("analyze", "-"));
    assertThat(result.status()).isEqualTo(66);
    assertThat(result.out()).contains("in stdin: 1 verified");
  }

  /** Nobody reads the report: no stack trace, no message, and an end. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aClosedPipeIsNoAccident() throws IOException, InterruptedException {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      events.append("T1|w(x").append(i).append(")|a:").append(i).append(' ');
      events.append("T2|w(x").append(i).append(")|b:").append(i).append(' ');
    }
    String trace = Cli.trace(folder, "t.std", events.toString());
    List<String> script =
        List.of(
            "/bin/sh",
            "-c",
            "{ \"$@\"; echo $? >status; } | head -n 1",
            "sh",
            JAVA,
            "-jar",
            JAR.toString(),
            "analyze",
            trace);
    Cli.Result result = Processes.run(folder, Map.of(), script);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("==================\n");
    assertThat(Files.readString(folder.resolve("status"))).isEqualTo("74\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInterruptLeavesNothingBehind() throws IOException, InterruptedException {
    List<String> args = command("generate", "--events", "2000000000", "big.std");
    Processes.Running running = Processes.start(folder, Map.of(), args);
    for (int i = 0; i < 600 && isEmpty(folder); i++) {
      Thread.sleep(50);
    }
    assertThat(isEmpty(folder)).as("the temporary file").isFalse();
    running.process().toHandle().destroy(); // SIGTERM, which runs the same hooks as Ctrl-C
    assertThat(running.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(running.err().join()).isEmpty();
    assertThat(folder.resolve("big.std")).doesNotExist();
    assertThat(isEmpty(folder)).isTrue();
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (var files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }

  @Test
  void aHeapThatIsTooSmallIsSaid() throws IOException, InterruptedException {
    Cli.Result generated = run("generate", "-q", "--events", "6000000", "big.sooth");
    assertThat(generated.status()).isZero();
    List<String> command = List.of(JAVA, "-Xmx48m", "-jar", JAR.toString(), "analyze", "big.sooth");
    Cli.Result loaded = Processes.run(folder, Map.of(), command);
    assertThat(loaded.status()).isEqualTo(65);
    assertThat(loaded.err()).contains("SOOTH_JAVA_OPTS=-Xmx4g").hasLineCount(1);
    assertThat(loaded.err() + loaded.out()).doesNotContain("\tat ");
  }

  /** A JVM that could not load the entry would not run its program; see {@code Entry}. */
  @Test
  void theEntryOfTheAgentIsLoadedByOldJvms() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      String entry = jar.getManifest().getMainAttributes().getValue("Premain-Class");
      try (DataInputStream in =
          new DataInputStream(
              jar.getInputStream(jar.getEntry(entry.replace('.', '/') + ".class")))) {
        assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
        in.readUnsignedShort();
        assertThat(in.readUnsignedShort()).as("the version of " + entry).isLessThanOrEqualTo(52);
      }
    }
  }
}
