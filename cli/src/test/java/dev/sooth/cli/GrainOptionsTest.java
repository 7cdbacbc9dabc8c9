package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of {@code gprefix}, and what the report says about them. */
@Tag("any-jdk")
class GrainOptionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The race needs T1's section after that of T2, which a grain of two events shows. */
  private static final String REVERSED =
      "T1|acq(l)|1 T1|w(x)|2 T1|rel(l)|3 T2|acq(l)|4 T2|rel(l)|5 T2|w(x)|6";

  @TempDir Path folder;

  @AfterEach
  void restore() {
    Cli.run("analyze", Cli.trace(folder, "none.std", "T1|w(x)|1"), "-e", "gprefix");
  }

  private Cli.Result gprefix(String... options) {
    List<String> command =
        new ArrayList<>(List.of("analyze", Cli.trace(folder, "t.std", REVERSED), "-e", "gprefix"));
    command.addAll(Arrays.asList(options));
    return Cli.run(command.toArray(new String[0]));
  }

  private JsonNode heuristics(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("-f", "jsonl"));
    all.addAll(Arrays.asList(options));
    return JSON.readTree(gprefix(all.toArray(new String[0])).out()).get("heuristics");
  }

  @Test
  void theReportSaysWhichWereOn() throws IOException {
    assertThat(gprefix().out())
        .contains("NOTE: gprefix: grains of one section")
        .contains("not complete");
    assertThat(gprefix("--complete").out()).contains("NOTE: gprefix: no heuristics: complete.");
    assertThat(gprefix("--grain-size", "5", "--lru", "100").out())
        .contains("at most 5 events a grain, at most 100 states a variable: not complete");
    assertThat(heuristics("--complete"))
        .isEqualTo(JSON.readTree("{\"grainShape\":\"contiguous\",\"complete\":true}"));
    assertThat(heuristics("--grain-shape", "any"))
        .isEqualTo(JSON.readTree("{\"grainShape\":\"any\",\"complete\":true}"));
    assertThat(heuristics("--grain-shape", "any", "--lru", "9"))
        .isEqualTo(JSON.readTree("{\"grainShape\":\"any\",\"lru\":9,\"complete\":false}"));
    assertThat(heuristics("--grain-shape", "section", "--grain-size", "5", "--lru", "7"))
        .isEqualTo(
            JSON.readTree(
                "{\"grainShape\":\"section\",\"grainSize\":5,\"lru\":7,\"complete\":false}"));
  }

  @Test
  void grainsMakeTheDifference() {
    assertThat(gprefix().status()).isEqualTo(66);
    assertThat(gprefix("--complete").status()).isEqualTo(66);
    assertThat(gprefix("--grain-shape", "any", "--grain-size", "2").status()).isEqualTo(66);
    assertThat(gprefix("--grain-size", "1").status()).isZero();
  }

  /** Golden line g249: one race needs a grain that another thread interrupts. */
  @Test
  void completeIsTheDefinitionAndAnyShapeIsMore() throws IOException {
    assertThat(g249("--complete")).hasSize(5).noneMatch(GrainOptionsTest::isInterrupted);
    assertThat(g249("--complete", "--no-filter")).hasSize(5);
    assertThat(g249("--grain-shape", "any")).hasSize(6).anyMatch(GrainOptionsTest::isInterrupted);
  }

  @Test
  void theReportSaysWhatWasNotSortedOut() {
    StringBuilder events = new StringBuilder(REVERSED);
    for (int i = 0; i < 300; i++) {
      events.append(" T1|r(y)|7");
    }
    String trace = Cli.trace(folder, "long.std", events.toString());
    assertThat(Cli.run("analyze", trace, "-e", "gprefix", "--complete").out())
        .contains("grains that are not contiguous were not sorted out");
    assertThat(gprefix("--complete").out()).doesNotContain("sorted out");
  }

  private JsonNode g249(String... options) throws IOException {
    String trace =
        Cli.trace(
            folder,
            "g249.std",
            "T2|w(x)|0 T1|acq(l)|1 T1|r(z)|2 T1|w(x)|3 T1|w(z)|4 T1|rel(l)|5 T2|acq(l)|6"
                + " T2|rel(l)|7 T2|w(z)|8 T1|w(x)|9 T2|w(x)|10 T1|acq(l)|11 T1|rel(l)|12");
    List<String> command =
        new ArrayList<>(
            List.of("analyze", trace, "-e", "gprefix", "--pairs", "all", "-f", "jsonl"));
    command.addAll(Arrays.asList(options));
    return JSON.readTree(Cli.run(command.toArray(new String[0])).out()).get("races");
  }

  private static boolean isInterrupted(JsonNode race) {
    return race.at("/first/index").asInt() == 3 && race.at("/second/index").asInt() == 10;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gprefix", "seqp", "m"})
  void aPipeIsReadOnceAndItsRacesAreCandidates(String engine) {
    byte[] trace = "T1|w(x)|1\nT2|w(x)|2\n".getBytes(StandardCharsets.UTF_8);
    Cli.Result result = Cli.runWithInput(trace, "analyze", "-", "-e", engine);
    assertThat(result.status()).isEqualTo(66);
    assertThat(result.out()).contains("keep the trace in a file to have it proved");
  }

  @Test
  void threadsDoNotChangeTheResult() {
    String millis = "\"millis\":[0-9]+|\"times\":[^}]*}";
    String one = gprefix("-f", "json", "-w").out().replaceAll(millis, "");
    String two = gprefix("-f", "json", "-w", "--threads", "2").out().replaceAll(millis, "");
    assertThat(two).isEqualTo(one).contains("verified");
  }

  @Test
  void contradictionsAreWrongUsage() {
    assertThat(gprefix("--complete", "--lru", "5").status()).isEqualTo(64);
    assertThat(gprefix("--grain-size", "0").status()).isEqualTo(64);
    assertThat(gprefix("--lru", "0").status()).isEqualTo(64);
    assertThat(gprefix("--grain-shape", "round").status()).isEqualTo(64);
    assertThat(Cli.run("run", "--online", "syncp", "A.java").err())
        .contains(
            "--online takes one of hb, shb, wcp, m, seqp, gprefix, fasttrack, literace, atexrace, not 'syncp'");
  }
}
