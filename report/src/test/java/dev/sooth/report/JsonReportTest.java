package dev.sooth.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sooth.analysis.RunResult;
import dev.sooth.analysis.RunStatus;
import dev.sooth.detect.Engines;
import dev.sooth.report.JsonReportReader.ReportedRace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReportTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static String print(boolean lines, boolean witnesses, RunResult... results)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonReport report = new JsonReport(out, lines, witnesses);
    for (RunResult result : results) {
      report.add(result);
    }
    report.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static RunResult result() {
    return Runs.result(Engines.SYNCP, RunStatus.COMPLETE, List.of("a note"));
  }

  @Test
  void writesTheDocumentedKeysInOrder() throws IOException {
    String version = Version.current();
    assertThat(version).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    String printed = print(true, true, result());
    assertThat(printed.replaceAll("\"report\":\\d+,\"whole\":\\d+", "REPORT"))
        .isEqualTo(
            """
            {"sooth":"%s","file":"t.std","trace":{"events":11,"threads":2,"variables":2,"locks":2},\
            "engine":"syncp","status":"complete","millis":1234,"racyEvents":3,"racyLocations":2,\
            "racyVariables":2,"races":[\
            {"id":"R1","variable":"x",\
            "first":{"index":5,"thread":"T1","op":"w","location":"A.java:5"},\
            "second":{"index":8,"thread":"main","op":"r","location":"B.java:1"},\
            "status":"verified","witness":[0,1,2,3,4],"fingerprint":"990dc939be5f595b"},\
            {"id":"R2","variable":"y",\
            "first":{"index":7,"thread":"T1","op":"w","location":"A.java:7"},\
            "second":{"index":9,"thread":"main","op":"r","location":"B.java:2"},\
            "status":"candidate","reason":"no sync-preserving reordering shows it",\
            "fingerprint":"03702a67d7786ef4"},\
            {"id":"R3","variable":"x",\
            "first":{"index":5,"thread":"T1","op":"w","location":"A.java:5"},\
            "second":{"index":10,"thread":"main","op":"w","location":"B.java:1"},\
            "status":"candidate","reason":"not tried","fingerprint":"990dc939be5f595b"}],\
            "mode":"first-per-event","pairs":3,"notes":["a note"],\
            "linePairs":2,"verifiedLinePairs":1,"verifiedRaces":1,\
            "times":{"reading":1000,"detection":234,"proof":0,REPORT},\
            "groups":[\
            {"field":"x","lines":["A.java:5","B.java:1"],"status":"verified","example":"R1",\
            "count":2,"verifiedCount":1,"variables":1,"roles":["T1","main"],\
            "fingerprint":"990dc939be5f595b"},\
            {"field":"y","lines":["A.java:7","B.java:2"],"status":"candidate","example":"R2",\
            "count":1,"verifiedCount":0,"variables":1,"roles":["T1","main"],\
            "fingerprint":"03702a67d7786ef4"}]}
            """
                .formatted(version));
    JsonNode times = MAPPER.readTree(printed).get("times");
    assertThat(times.get("whole").asLong()).isEqualTo(1234 + times.get("report").asLong());
  }

  @Test
  void witnessesAreWrittenOnlyWhenAsked() throws IOException {
    assertThat(print(true, false, result())).doesNotContain("witness").contains("verified");
  }

  @Test
  void aFailedRunHasAnErrorAndNoRaces() throws IOException {
    RunResult failed = Runs.failed("x", Engines.HB, "x:1:1: bad \"thing\"");
    JsonNode json = MAPPER.readTree(print(true, true, failed));
    assertThat(json.get("status").asText()).isEqualTo("error");
    assertThat(json.get("error").asText()).isEqualTo("x:1:1: bad \"thing\"");
    assertThat(json.get("races").isEmpty()).isTrue();
    assertThat(json.get("mode").asText()).isEqualTo("all");
  }

  @Test
  void arraysAreValidWithAnyNumberOfRuns() throws IOException {
    assertThat(MAPPER.readTree(print(false, true)).size()).isZero();
    assertThat(MAPPER.readTree(print(false, true, result())).size()).isEqualTo(1);
    assertThat(MAPPER.readTree(print(false, true, result(), result())).size()).isEqualTo(2);
    assertThat(print(true, true, result(), result()).lines()).hasSize(2);
  }

  @Test
  void readsWhatItWrites() throws IOException {
    for (boolean lines : new boolean[] {true, false}) {
      List<String> runs = new ArrayList<>();
      List<ReportedRace> races = new ArrayList<>();
      read(print(lines, true, result(), result()), runs, races);
      assertThat(runs).containsExactly("t.std syncp 11", "t.std syncp 11");
      assertThat(races).hasSize(6);
      ReportedRace race = races.get(0);
      assertThat(race.id()).isEqualTo("R1");
      assertThat(race.variable()).isEqualTo("x");
      assertThat(race.first())
          .isEqualTo(new JsonReportReader.ReportedAccess(5, "T1", "w", "A.java:5"));
      assertThat(race.verified()).isTrue();
      assertThat(race.witness().orElseThrow().tail()).containsExactly(0, 1, 2, 3, 4);
      assertThat(races.get(1).witness()).isEmpty();
    }
  }

  private static void read(String json, List<String> runs, List<ReportedRace> races)
      throws IOException {
    JsonReportReader.read(
        new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
        "r.json",
        run -> runs.add(run.file() + " " + run.engine() + " " + run.events()),
        (run, race) -> races.add(race));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                             | r.json:1:1: the report is empty",
        "[                              | r.json:1:2: ",
        "[1]                            | r.json:1:3: expected a run, that is an object",
        "{}                             | r.json:1:3: a run without the key races",
        "{\"races\":[]}                 | r.json:1:11: expected the keys file, trace and engine",
        "{\"file\":1}                   | r.json:1:10: expected a string as file",
        "{\"trace\":{\"events\":\"x\"}} | r.json:1:21: expected a number as events",
        "nonsense                       | r.json:1:1: this is no JSON, expected a JSON report",
      })
  void saysWhereAReportIsBroken(String json, String message) {
    assertThatThrownBy(() -> read(json, new ArrayList<>(), new ArrayList<>()))
        .isInstanceOf(BadReportException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void everyTruncationOfAReportIsRefused() throws IOException {
    String json = print(false, true, result());
    String whole = json.strip();
    for (int length = 0; length < whole.length(); length++) {
      String cut = whole.substring(0, length);
      assertThatThrownBy(() -> read(cut, new ArrayList<>(), new ArrayList<>()))
          .as("first %d characters", length)
          .isInstanceOf(BadReportException.class);
    }
  }

  /** Races of which there are many more than anybody reads, where not all witnesses are wanted. */
  @Test
  void ofABlockTheFirstAndTheExampleAreListed() throws IOException {
    int races = JsonReport.MOST_OF_A_BLOCK + 500;
    RunResult result = Runs.many(races, races - 100);
    ReportFormat.Extras limited =
        new ReportFormat.Extras("", 1000, Triage.NONE, Sources.NONE, file -> List.of());
    JsonNode run = MAPPER.readTree(print(result, limited)).get(0);
    assertThat(run.get("races")).hasSize(JsonReport.MOST_OF_A_BLOCK + 1);
    assertThat(run.get("races").get(JsonReport.MOST_OF_A_BLOCK).get("id").asText())
        .isEqualTo("R" + (races - 99))
        .isEqualTo(run.get("groups").get(0).get("example").asText());
    assertThat(run.get("races").get(JsonReport.MOST_OF_A_BLOCK).has("witness")).isTrue();
    assertThat(run.get("groups").get(0).get("count").asInt()).isEqualTo(races);
    assertThat(run.get("pairs").asInt()).isEqualTo(races);
    assertThat(run.get("notes").toString()).contains("the first 1000 races are listed");
    assertThat(run.get("verifiedListed").asInt()).isEqualTo(1); // what a reader can count
    JsonNode all = MAPPER.readTree(print(result, ReportFormat.Extras.NONE)).get(0);
    assertThat(all.get("races")).hasSize(races);
    assertThat(all.has("verifiedListed")).isFalse();
    assertThat(all.get("notes")).isEmpty();
  }

  private static String print(RunResult result, ReportFormat.Extras extras) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonReport report =
        new JsonReport(out, false, new ReportFormat.Settings(true, false, false).with(extras));
    report.add(result);
    report.finish();
    return out.toString(StandardCharsets.UTF_8);
  }
}
