package dev.sooth.example.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks in JVMs that were started without the agent. */
class AttachTest {
  @TempDir Path folder;

  private String run(String... options) throws IOException, InterruptedException {
    return run(List.of(options), List.of());
  }

  private String run(List<String> options, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Attached.class.getName()));
    command.addAll(arguments);
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  /** And the reports on all checks are there when the JVM has ended. */
  @Test
  void theAgentIsAttached() throws Exception {
    Path target = Files.createDirectory(folder.resolve("target"));
    assertThat(run())
        .contains("of lines race in racy, ")
        .contains("data race on dev.sooth.example.junit.Attached.")
        .contains("no data race is predicted in locked")
        .contains("attached to a JVM that was running")
        .contains("of lines race; 2 tests checked, reports in ");
    try (Stream<Path> all = Files.walk(target)) {
      assertThat(all)
          .filteredOn(file -> file.getParent().endsWith("checked"))
          .extracting(file -> file.getFileName().toString())
          .contains("report.html", "report.sarif", "report-junit.xml", "races.txt");
    }
  }

  /** And a check that did not ask for it says why it is none. */
  @Test
  void racesAreFoundWhileTheCheckRuns() throws Exception {
    List<String> agent = agent("online=fasttrack");
    assertThat(run(agent, List.of("online")))
        .containsPattern("[12] pairs? of lines race in racy, found while it ran")
        .contains("data race on dev.sooth.example.junit.Attached.", "(fasttrack)")
        .contains("no data race is found in locked");
    assertThat(run(agent, List.of()))
        .contains("races cannot be checked: the agent writes no trace")
        .doesNotContain("no data race");
  }

  /** Without a trace there is nothing else to ask, with one the next check is one of it. */
  @Test
  void checksThatHaveStoppedSayNothingOfRaces() throws Exception {
    String stopped = "it cannot be said that failing has no data race: the checks have stopped";
    assertThat(run(agent("online=fasttrack"), List.of("online", "failing")))
        .contains(stopped, "races cannot be checked")
        .doesNotContain("no data race is");
    assertThat(run(agent("online=fasttrack,trace=true"), List.of("online", "failing")))
        .contains(stopped, "no data race is predicted in locked")
        .doesNotContain("no data race is found");
  }

  /** Most of a test is not looked at then. */
  @Test
  void samplesSayNothingOfRaces() throws Exception {
    assertThat(run(agent("online=literace"), List.of("online")))
        .contains("races cannot be checked: the agent writes no trace")
        .doesNotContain("no data race is");
  }

  private static List<String> agent(String options) {
    String jar = Path.of(System.getProperty("sooth.root"), "cli/target/sooth.jar").toString();
    return List.of("-javaagent:" + jar + "=" + options + ",quiet", "-Xshare:auto");
  }

  @Test
  void aJvmThatForbidsItIsTold() throws Exception {
    assertThat(run("-XX:+DisableAttachMechanism"))
        .contains("races cannot be checked: the agent could not be attached to this JVM")
        .contains("mvn dev.sooth:sooth-maven-plugin:test")
        .doesNotContain("no data race");
  }
}
