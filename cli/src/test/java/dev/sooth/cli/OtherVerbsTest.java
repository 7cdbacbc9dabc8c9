package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-jdk")
class OtherVerbsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.std", "t.std.gz", "t.std.zst", "t.csv", "t.rr", "t.rr.gz", "t.sooth"})
  void aConvertedTraceHasTheSameRaces(String name) throws IOException {
    String trace = Cli.example("pipeline.std");
    Cli.Result converted = Cli.run("convert", trace, file(name));
    assertThat(converted.status()).as(converted.err()).isZero();
    assertThat(converted.err()).endsWith(file(name) + ": 30 events\n");
    for (String engine : List.of("hb", "shb", "wcp", "syncp")) {
      assertThat(races(file(name), engine)).isEqualTo(races(trace, engine)).isNotEmpty();
    }
  }

  /** By position and variable: not every format keeps the names of threads and the lines. */
  private static List<String> races(String trace, String engine) throws IOException {
    String json = Cli.run("analyze", trace, "-e", engine, "-w", "-f", "jsonl").out();
    List<String> races = new ArrayList<>();
    for (JsonNode race : JSON.readTree(json).get("races")) {
      races.add(
          "%s %s %s %s %s"
              .formatted(
                  race.get("variable").asText(),
                  race.get("first").get("index"),
                  race.get("second").get("index"),
                  race.get("status").asText(),
                  race.get("witness")));
    }
    return races;
  }

  @Test
  void convertWorksInPipes() {
    byte[] input = "T1|w(x)|1\nT2|w(x)|2\n".getBytes(StandardCharsets.UTF_8);
    Cli.Result result = Cli.runWithInput(input, "convert", "-", "-", "--format", "std", "-q");
    assertThat(result.status()).isZero();
    assertThat(result.out()).isEqualTo("T1|w(x)|1\nT2|w(x)|2\n");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void infoCounts() throws IOException {
    Cli.Result text = Cli.run("info", Cli.example("pipeline.std"));
    assertThat(text.status()).isZero();
    assertThat(text.out())
        .contains("  events                  30\n")
        .contains("  threads                 4\n")
        .contains("  lock nesting depth      2\n")
        .contains("  communication topology  ");
    JsonNode json = JSON.readTree(Cli.run("info", Cli.example("bank.std"), "-f", "json").out());
    assertThat(json.get("events").asInt()).isEqualTo(15);
    assertThat(json.get("acquires").asInt()).isEqualTo(2);
    assertThat(json.get("forks").asInt()).isEqualTo(2);
    assertThat(json.get("threadLocalShare").asDouble()).isZero();
    assertThat(json.get("topology").asText()).isIn("tree", "forest", "cyclic");
  }

  @Test
  void generateIsDeterministicAndAnalysable() throws IOException {
    String[] same = {"generate", "--events", "5000", "--threads", "4", "--seed", "3"};
    for (String name : List.of("a.std", "b.std")) {
      String[] args = java.util.Arrays.copyOf(same, same.length + 2);
      args[same.length] = "--quiet";
      args[same.length + 1] = file(name);
      Cli.Result result = Cli.run(args);
      assertThat(result.status()).isZero();
      assertThat(result.err()).isEmpty();
    }
    assertThat(Files.readAllBytes(Path.of(file("a.std"))))
        .isEqualTo(Files.readAllBytes(Path.of(file("b.std"))));
    Cli.Result analysed = Cli.run("analyze", file("a.std"), "-e", "all", "-f", "jsonl");
    assertThat(analysed.status()).as(analysed.err()).isIn(0, 66);
    for (String line : analysed.out().split("\n", -1)) {
      if (!line.isEmpty()) {
        assertThat(JSON.readTree(line).get("trace").get("events").asInt()).isEqualTo(5000);
      }
    }
  }

  @Test
  void generateTakesItsOptions() throws IOException {
    Cli.Result result =
        Cli.run(
            "generate",
            "--events",
            "2000",
            "--threads",
            "3",
            "--locks",
            "2",
            "--variables",
            "20",
            "--no-fork-join",
            "--lock-share",
            "0.9",
            "--nesting",
            "1",
            "--skew",
            "0",
            "--racy-share",
            "0.5",
            "--format",
            "std",
            file("t.trace"));
    assertThat(result.status()).as(result.err()).isZero();
    JsonNode info = JSON.readTree(Cli.run("info", file("t.trace"), "-f", "json").out());
    assertThat(info.get("forks").asInt()).isZero();
    assertThat(info.get("lockNestingDepth").asInt()).isEqualTo(1);
    assertThat(Cli.run("analyze", file("t.trace")).status()).isEqualTo(66);
  }

  @Test
  void benchPrintsATable() {
    Cli.Result generated = Cli.run("bench", "--events", "20000", "--rounds", "1");
    assertThat(generated.status()).as(generated.err()).isZero();
    List<String> lines = generated.out().lines().toList();
    assertThat(lines).hasSize(2 + AnalyzeTest.polynomialEngines());
    assertThat(lines.get(0)).contains("cores").contains("heap up to");
    assertThat(lines.get(1)).contains("events/s").contains("peak heap MB").contains("racy events");
    assertThat(lines.get(1)).contains(" millis  proof millis  cold millis  cold proof millis ");
    assertThat(lines).anyMatch(line -> line.contains("syncp") && line.contains("20,000"));
    Cli.Result given =
        Cli.run("bench", "--traces", Cli.example("bank.std"), "--engines", "hb", "--rounds", "1");
    assertThat(given.out().lines()).hasSize(3);
  }

  @Test
  void benchComparesThreadsWithOne() {
    String bank = Cli.example("bank.std");
    Cli.Result result =
        Cli.run("bench", "--speed-up", "-j", "2", "-e", "osr", "--rounds", "2", "--traces", bank);
    assertThat(result.status()).as(result.err()).isZero();
    List<String> lines = result.out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).endsWith("ratio");
    assertThat(lines.get(2)).contains("osr").containsPattern(" \\d+\\.\\d\\d$");
  }

  @Test
  void benchPrintsTheGrowthOfEachDoubling() {
    Cli.Result result =
        Cli.run(
            "bench",
            "--events",
            "5000",
            "--doublings",
            "2",
            "--engines",
            "osr",
            "--cold",
            "--threads",
            "2");
    assertThat(result.status()).as(result.err()).isZero();
    List<String> lines = result.out().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).endsWith("cold, 2 threads");
    assertThat(lines.get(1)).contains("CPU millis").contains("growth");
    assertThat(lines.get(4)).contains("20,000").containsPattern(" \\d+\\.\\d\\d ");
  }

  @Test
  void whatIsReadIsNotWrittenOver() throws IOException {
    String trace = Cli.trace(folder, "same.std", "T1|w(x)|1 T2|w(x)|2");
    String before = Files.readString(Path.of(trace));
    Path link = folder.resolve("link.std");
    Files.createSymbolicLink(link, Path.of(trace));
    for (String output : new String[] {trace, link.toString()}) {
      Cli.Result analyze = Cli.run("analyze", trace, "-o", output);
      assertThat(analyze.status()).as(analyze.err()).isEqualTo(74);
      assertThat(analyze.err()).contains("is also what is read");
      assertThat(Cli.run("convert", trace, output, "--format", "csv").status()).isEqualTo(74);
    }
    assertThat(Path.of(trace)).hasContent(before);
  }

  @Test
  void aNumberIsTheThreadOfThatNameIfTheFileHasOne() {
    String plain = Cli.trace(folder, "p.std", "T1|fork(0)|0 0|acq(l)|3 0|rel(l)|4");
    assertThat(Cli.run("analyze", plain).status()).isZero();
    assertThat(Cli.run("info", plain).out()).containsPattern("threads +2");
    String prefixed = Cli.trace(folder, "t.std", "T1|w(x)|0 T1|fork(2)|1 T2|w(x)|3");
    Cli.Result result = Cli.run("analyze", prefixed);
    assertThat(result.status()).as(result.out()).isZero();
    assertThat(result.out()).contains("2 as T2");
  }
}
