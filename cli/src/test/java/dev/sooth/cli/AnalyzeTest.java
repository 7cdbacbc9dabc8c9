package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class AnalyzeTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RACE = "T1|w(x)|a:1 T2|w(x)|b:2 T1|r(x)|a:3";
  private static final String NO_RACE = "T1|acq(l)|1 T1|w(x)|2 T1|rel(l)|3";

  @TempDir Path folder;

  /** What {@code all} stands for. */
  static int polynomialEngines() {
    return (int) Engines.all().stream().filter(Engine::polynomial).count();
  }

  private List<JsonNode> jsonl(Cli.Result result) throws IOException {
    List<JsonNode> nodes = new ArrayList<>();
    for (String line : result.out().split("\n", -1)) {
      if (!line.isEmpty()) {
        nodes.add(JSON.readTree(line));
      }
    }
    return nodes;
  }

  @ParameterizedTest
  @CsvSource({
    "bank.std,     hb,    66",
    "bank.std,     shb,   66",
    "bank.std,     wcp,   66",
    "bank.std,     syncp, 66",
    "hidden.std,   hb,    0",
    "hidden.std,   shb,   0",
    "hidden.std,   wcp,   66",
    "hidden.std,   syncp, 66",
    "queue.std,    all,   0",
    "pipeline.std, all,   66",
  })
  void examplesShowWhatTheirCommentsSay(String example, String engine, int status) {
    Cli.Result result = Cli.run("analyze", Cli.example(example), "--engine", engine);
    assertThat(result.status()).as(result.toString()).isEqualTo(status);
    assertThat(result.err()).isEmpty();
  }

  @Test
  void perVariableReportsOneRaceAVariable() throws IOException {
    Path trace = folder.resolve("t.std");
    Files.writeString(trace, "T1|w(x)|1\nT2|w(x)|2\nT2|w(x)|3\nT1|w(y)|4\nT2|r(y)|5\n");
    for (Engine engine : Engines.all()) {
      Cli.Result result =
          Cli.run("analyze", trace.toString(), "-e", engine.id(), "--per-variable", "-f", "jsonl");
      JsonNode report = jsonl(result).get(0);
      assertThat(report.get("races")).as(engine.id()).hasSize(2);
      assertThat(report.get("racyVariables").asInt()).isEqualTo(2);
    }
  }

  @Test
  void threadsDoNotChangeTheResult() {
    String[] command = {"analyze", Cli.example("bank.std"), "-e", "osr", "-f", "json", "-w"};
    assertThat(Cli.run("analyze", Cli.example("bank.std"), "--threads", "0").status())
        .isEqualTo(64);
    Cli.Result one = Cli.run(command);
    List<String> two = new ArrayList<>(List.of(command));
    two.addAll(List.of("--threads", "2"));
    String millis = "\"millis\":[0-9]+|\"times\":[^}]*}";
    assertThat(Cli.run(two.toArray(String[]::new)).out().replaceAll(millis, ""))
        .isEqualTo(one.out().replaceAll(millis, ""));
  }

  /** The whole report of an example, so that a change of its look is a change of this test. */
  @Test
  void goldenReport() {
    String trace = Cli.example("bank.std");
    Cli.Result result = Cli.run("analyze", trace, "--witness");
    String expected =
        """
        ==================
        WARNING: Sooth: data race on Account.balance (syncp R1) in bank.std
          Read of Account.balance by thread teller-2 (event 7):
            #0 Account.java:19
            holding no lock

          Previous write of Account.balance by thread teller-1 (event 5):
            #0 Account.java:14
            holding lock account, acquired at Account.java:13 (event 3)

          Thread teller-2 created by thread main (event 2):
            #0 Bank.java:22

          Thread teller-1 created by thread main (event 1):
            #0 Bank.java:21

          Verified by a witness of 5 events: after executing these events both accesses are enabled.
            event 0: thread main: w(Account.balance) at Account.java:9
            event 1: thread main: fork(teller-1) at Bank.java:21
            event 2: thread main: fork(teller-2) at Bank.java:22
            event 3: thread teller-1: acq(account) at Account.java:13
            event 4: thread teller-1: r(Account.balance) at Account.java:14
          and then, in either order and with nothing between them:
            event 5: thread teller-1: w(Account.balance) at Account.java:14
            event 7: thread teller-2: r(Account.balance) at Account.java:19
          Fingerprint: 527787b0b2172de4
        ==================
        NOTE: verified means proved against the recorded trace; docs/soundness.md names what a trace can lack.
        field            lines                                races  status    found by
        Account.balance  Account.java:14 and Account.java:19      1  verified  syncp
        SUMMARY: Sooth: 1 race found by syncp in bank.std: 1 verified, 0 candidates; \
        1 pair of lines by field, 1 verified; 1 racy event at 1 location on 1 variable \
        (15 events, 3 threads, 1 variable, 1 lock in TIME: reading TIME, detection TIME, \
        proof TIME, report TIME)
        """;
    String shown =
        result.out().replace(trace, "bank.std").replaceAll("[0-9.]+ m?s([:,)])", "TIME$1");
    assertThat(shown).isEqualTo(expected);
  }

  @Test
  void streamedAndLoadedRunsPrintTheSame() {
    String trace = Cli.example("pipeline.std");
    for (String engine : List.of("hb", "shb", "wcp")) {
      String streamed = Cli.run("analyze", trace, "-e", engine, "-w").out();
      String loaded = Cli.run("analyze", trace, "-e", engine + ",syncp", "-w").out();
      String own = loaded.substring(0, loaded.indexOf("(syncp R1)"));
      own = own.substring(0, own.lastIndexOf("=================="));
      int table = streamed.indexOf("\nfield ") + 1;
      assertThat(withoutTimes(streamed.substring(0, table))).isEqualTo(withoutTimes(own));
      String summary = streamed.substring(streamed.indexOf("SUMMARY"));
      assertThat(withoutTimes(loaded)).contains(withoutTimes(summary));
    }
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("[0-9.]+ m?s([:,)])", "TIME$1");
  }

  @Test
  void jsonHasTheDocumentedKeys() throws IOException {
    Cli.Result result =
        Cli.run("analyze", Cli.example("pipeline.std"), "-e", "all", "-w", "-f", "json");
    JsonNode runs = JSON.readTree(result.out());
    assertThat(runs.isArray()).isTrue();
    assertThat(runs.size()).isEqualTo(polynomialEngines());
    for (JsonNode run : runs) {
      boolean hasHeuristics = run.get("engine").asText().equals("gprefix");
      assertThat(run.has("heuristics")).isEqualTo(hasHeuristics);
      ((ObjectNode) run).remove("heuristics");
      assertThat(run.has("merged")).isEqualTo(run.equals(runs.get(runs.size() - 1)));
      ((ObjectNode) run).remove("merged");
      assertThat(keys(run))
          .containsExactly(
              "sooth",
              "file",
              "trace",
              "engine",
              "status",
              "millis",
              "racyEvents",
              "racyLocations",
              "racyVariables",
              "races",
              "mode",
              "pairs",
              "notes",
              "linePairs",
              "verifiedLinePairs",
              "verifiedRaces",
              "times",
              "groups");
      assertThat(keys(run.get("times")))
          .containsExactly("reading", "detection", "proof", "report", "whole");
      assertThat(keys(run.get("trace"))).containsExactly("events", "threads", "variables", "locks");
      assertThat(run.get("trace").get("events").asInt()).isEqualTo(30);
      assertThat(run.get("races").isEmpty()).isFalse();
      for (JsonNode race : run.get("races")) {
        Set<String> wanted = Set.of("id", "variable", "first", "second", "status");
        assertThat(keys(race)).containsAll(wanted);
        boolean verified = race.get("status").asText().equals("verified");
        assertThat(race.has("witness")).isEqualTo(verified);
        assertThat(race.has("reason")).isEqualTo(!verified);
        assertThat(keys(race.get("first"))).containsExactly("index", "thread", "op", "location");
        assertThat(keys(race.get("second"))).containsExactly("index", "thread", "op", "location");
      }
    }
  }

  /** What the documentation shows is what is printed. */
  @Test
  void theDocumentedExampleIsTrue() throws IOException {
    String page = Files.readString(Cli.root().resolve("docs/json.md"));
    int start = page.indexOf("```json\n") + "```json\n".length();
    ObjectNode documented =
        (ObjectNode) JSON.readTree(page.substring(start, page.indexOf("```", start)));
    Cli.Result result = Cli.run("analyze", Cli.example("hidden.std"), "-w", "-f", "jsonl");
    ObjectNode printed = (ObjectNode) jsonl(result).get(0);
    for (String changing : List.of("sooth", "file", "millis", "times")) {
      assertThat(documented.remove(changing).getNodeType())
          .isEqualTo(printed.remove(changing).getNodeType());
    }
    assertThat(printed).isEqualTo(documented);
    assertThat(keys(printed)).isEqualTo(keys(documented));
  }

  private static List<String> keys(JsonNode node) {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @Test
  void jsonlHasALineForEachTraceAndEngine() throws IOException {
    String racy = Cli.trace(folder, "racy.std", RACE);
    String clean = Cli.trace(folder, "clean.std", NO_RACE);
    Cli.Result result =
        Cli.run("analyze", clean, racy, "--engine", "hb,syncp", "--format", "jsonl");
    assertThat(result.status()).isEqualTo(66);
    assertThat(jsonl(result))
        .extracting(run -> run.get("file").asText() + " " + run.get("engine").asText())
        .containsExactly(clean + " hb", clean + " syncp", racy + " hb", racy + " syncp");
  }

  @Test
  void oneBadTraceDoesNotStopTheOthersAndTheWorstStatusWins() throws IOException {
    String racy = Cli.trace(folder, "racy.std", RACE);
    String bad = Cli.trace(folder, "bad.std", "T1|rel(l)|1");
    String missing = folder.resolve("missing.std").toString();
    Cli.Result result = Cli.run("analyze", bad, racy, "-e", "hb,shb", "-f", "jsonl");
    assertThat(result.status()).isEqualTo(65);
    assertThat(result.err()).isEqualTo(bad + ":1:4: T1 releases l, which it does not hold\n");
    assertThat(jsonl(result))
        .extracting(run -> run.get("status").asText())
        .containsExactly("error", "error", "complete", "complete");
    Cli.Result worse = Cli.run("analyze", bad, missing, racy, "-f", "jsonl");
    assertThat(worse.status()).isEqualTo(74);
    assertThat(worse.err()).endsWith("sooth: " + missing + ": no such file\n");
    assertThat(jsonl(worse)).hasSize(3);
  }

  @Test
  void modesSelectPairs() throws IOException {
    String trace = Cli.trace(folder, "t.std", "T1|w(x)|1 T1|w(x)|2 T2|w(x)|3 T2|w(x)|4");
    for (String engine : List.of("hb", "shb", "wcp", "syncp")) {
      JsonNode racy = jsonl(Cli.run("analyze", trace, "-e", engine, "-f", "jsonl")).get(0);
      assertThat(racy.get("races").size()).isEqualTo(2);
      assertThat(racy.get("racyEvents").asInt()).isEqualTo(2);
      JsonNode all =
          jsonl(Cli.run("analyze", trace, "-e", engine, "-f", "jsonl", "--pairs", "all")).get(0);
      assertThat(all.get("mode").asText()).isEqualTo("all");
      assertThat(all.get("races").size()).isEqualTo(4);
      assertThat(all.get("pairs").asInt()).isEqualTo(4);
      assertThat(all.get("racyEvents").asInt()).isEqualTo(2);
      JsonNode first =
          jsonl(Cli.run("analyze", trace, "-e", engine, "-f", "jsonl", "--first")).get(0);
      assertThat(first.get("races").size()).isEqualTo(1);
      assertThat(first.get("racyEvents").asInt()).isEqualTo(1);
      assertThat(first.get("races").get(0).get("second").get("index").asInt()).isEqualTo(2);
      assertThat(first.get("notes").get(0).asText()).isEqualTo("ended at the first race (--first)");
    }
  }

  @Test
  void maxRacesCutsTheListAndNotTheFigures() throws IOException {
    String trace = Cli.trace(folder, "t.std", "T1|w(x)|1 T1|w(x)|2 T2|w(x)|3 T2|w(x)|4");
    Cli.Result result = Cli.run("analyze", trace, "--max-races", "1", "-f", "jsonl");
    JsonNode run = jsonl(result).get(0);
    assertThat(run.get("races").size()).isEqualTo(1);
    assertThat(run.get("racyEvents").asInt()).isEqualTo(2);
    assertThat(run.get("notes").get(0).asText())
        .isEqualTo("the first 1 race of 2 races are listed (--max-races); the figures count all");
    Cli.Result none = Cli.run("analyze", trace, "--max-races", "0");
    assertThat(none.status()).isEqualTo(66);
    assertThat(none.out()).contains("SUMMARY: Sooth: 2 races found").doesNotContain("WARNING");
  }

  @Test
  void aPipeIsReadOnce() throws IOException {
    byte[] input = RACE.replace(' ', '\n').getBytes(StandardCharsets.UTF_8);
    Cli.Result streamed = Cli.runWithInput(input, "analyze", "-", "-e", "hb", "-f", "jsonl");
    assertThat(streamed.status()).isEqualTo(66);
    JsonNode race = jsonl(streamed).get(0).get("races").get(0);
    assertThat(race.get("status").asText()).isEqualTo("candidate");
    assertThat(race.get("reason").asText())
        .isEqualTo("read from a pipe: keep the trace in a file to have it proved");
    Cli.Result text = Cli.runWithInput(input, "analyze", "-", "-e", "hb");
    assertThat(text.out())
        .contains(
            "  Locks held and thread creation are not known: the trace was read from a pipe\n");
    // Several engines need the trace in memory, and then it can be proved.
    Cli.Result loaded = Cli.runWithInput(input, "analyze", "-", "-e", "hb,shb", "-f", "jsonl");
    assertThat(jsonl(loaded)).hasSize(2);
    assertThat(jsonl(loaded).get(0).get("races").get(0).get("status").asText())
        .isEqualTo("verified");
    Cli.Result twice = Cli.runWithInput(input, "analyze", "-", "-");
    assertThat(twice.status()).isEqualTo(64);
  }

  @Test
  void provingCanBeSwitchedOffAndRunsOutOfBudget() throws IOException {
    String trace = Cli.trace(folder, "t.std", RACE);
    for (String engine : List.of("hb", "syncp")) {
      JsonNode off =
          jsonl(Cli.run("analyze", trace, "-e", engine, "-w", "-f", "jsonl", "--no-prove")).get(0);
      assertThat(off.get("races").get(0).get("reason").asText())
          .isEqualTo("proving was switched off");
      JsonNode over =
          jsonl(
                  Cli.run(
                      "analyze", trace, "-e", engine, "-w", "-f", "jsonl", "--prove-budget", "0s"))
              .get(0);
      assertThat(over.get("races").get(0).get("reason").asText())
          .isEqualTo("not checked: the budget of 0 s was used up (--prove-budget)");
    }
  }

  @Test
  void lenientDropsAndSaysSo() throws IOException {
    String trace = Cli.trace(folder, "t.std", "T1|rel(l)|1 " + RACE);
    assertThat(Cli.run("analyze", trace).status()).isEqualTo(65);
    Cli.Result result = Cli.run("analyze", trace, "--lenient", "-f", "jsonl");
    assertThat(result.status()).isEqualTo(66);
    JsonNode run = jsonl(result).get(0);
    assertThat(run.get("notes").get(0).asText()).contains("dropped 1 event");
    JsonNode race = run.get("races").get(0);
    assertThat(race.get("first").get("index").asInt()).isEqualTo(1);
    assertThat(race.get("status").asText()).isEqualTo("candidate");
    assertThat(race.get("reason").asText()).contains("--lenient dropped 1 event");
  }

  @Test
  void filterDoesNotChangeResults() {
    String trace = Cli.example("pipeline.std");
    for (String engine : List.of("hb", "shb", "wcp", "syncp")) {
      String with = Cli.run("analyze", trace, "-e", engine, "-w").out();
      String without = Cli.run("analyze", trace, "-e", engine, "-w", "--no-filter").out();
      assertThat(withoutTimes(without)).isEqualTo(withoutTimes(with));
    }
  }

  @Test
  void anExpiredTimeoutIsSaid() throws IOException {
    String trace = Cli.trace(folder, "t.std", RACE);
    for (String engine : List.of("hb", "syncp", "all")) {
      Cli.Result result =
          Cli.run("analyze", trace, "-e", engine, "--timeout", "0ms", "-f", "jsonl");
      assertThat(result.status()).isZero();
      for (JsonNode run : jsonl(result)) {
        assertThat(run.get("status").asText()).isEqualTo("timeout");
        assertThat(run.get("notes").get(0).asText()).startsWith("time ran out after 0 s");
      }
      assertThat(result.err()).contains("time ran out: not complete, no statement about the rest");
    }
    assertThat(Cli.run("analyze", trace, "--timeout", "0ms", "--quiet").err()).isEmpty();
  }

  @Test
  void aDashIsStdout() {
    String trace = Cli.trace(folder, "t.std", RACE);
    Cli.Result result = Cli.run("analyze", trace, "-q", "-f", "sarif", "-o", "-");
    assertThat(result.status()).isEqualTo(66);
    assertThat(result.out()).startsWith("{\"$schema\"");
    assertThat(Path.of("-")).doesNotExist();
  }

  /** What has nothing in it, or has lost its end, does not read like a trace without a race. */
  @Test
  void emptyAndTornTracesSaySo() throws IOException {
    String empty = Cli.trace(folder, "empty.std", "");
    assertThat(Cli.run("analyze", empty).out()).contains("NOTE: the trace has no events\n");
    String whole = folder.resolve("whole.sooth").toString();
    Cli.run("convert", Cli.trace(folder, "one.std", "T1|w(x)|1 T1|w(x)|2"), whole);
    assertThat(Cli.run("analyze", whole).out())
        .contains("no race found by syncp in " + whole + " (2 events");
    byte[] bytes = Files.readAllBytes(Path.of(whole));
    Path torn = Files.write(folder.resolve("torn.sooth"), Arrays.copyOf(bytes, 40));
    assertThat(Cli.run("analyze", torn.toString()).out())
        .contains("no race found by syncp in " + torn + ", the end of which is missing (0 events");
  }

  @Test
  void theOutputFileIsCompleteOrNotThere() throws IOException {
    String trace = Cli.trace(folder, "t.std", RACE);
    Path out = folder.resolve("report.json");
    Cli.Result result = Cli.run("analyze", trace, "-f", "json", "-o", out.toString());
    assertThat(result.status()).isEqualTo(66);
    assertThat(result.out()).isEmpty();
    assertThat(JSON.readTree(out.toFile()).size()).isEqualTo(1);
    Path nowhere = folder.resolve("no/such/report.json");
    Cli.Result failed = Cli.run("analyze", trace, "-o", nowhere.toString());
    assertThat(failed.status()).isEqualTo(74);
    assertThat(failed.err()).startsWith("sooth: ").contains("report.json: there is no folder ");
    Cli.Result folderGiven = Cli.run("analyze", trace, "-o", folder.toString());
    assertThat(folderGiven.status()).isEqualTo(74);
    assertThat(folderGiven.err()).isEqualTo("sooth: " + folder + ": is a folder\n");
    try (var files = Files.list(folder)) {
      assertThat(files.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("t.std", "report.json");
    }
  }

  @Test
  void heapWarningIsSaidAboveItsLimit() {
    String trace = Cli.example("bank.std");
    assertThat(Cli.run("analyze", "--max-heap-warning", trace).err()).isEmpty();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Io io =
        new Io(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    new HeapWatch().warnAbove(0, io);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .matches(
            "sooth: warning: up to \\d+ MB of heap were in use, \\d+% of what is allowed;.*\n");
  }

  @Test
  void aTraceThatWasCutOffIsNotComplete() throws IOException {
    Path whole = folder.resolve("whole.sooth");
    assertThat(Cli.run("generate", "--events", "300000", whole.toString()).status()).isZero();
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve("cut.sooth");
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length * 2 / 3));
    for (String engine : new String[] {"hb", "syncp"}) {
      assertThat(Cli.run("analyze", "-f", "json", "-e", engine, whole.toString()).out())
          .contains("\"status\":\"complete\"");
      assertThat(Cli.run("analyze", "-f", "json", "-e", engine, cut.toString()).out())
          .contains("\"status\":\"truncated\"");
    }
  }
}
