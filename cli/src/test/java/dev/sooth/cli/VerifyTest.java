package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-jdk")
class VerifyTest {
  @TempDir Path folder;
  private final String trace = Cli.example("pipeline.std");
  private String report;

  @BeforeEach
  void reportFile() {
    report = folder.resolve("report.json").toString();
  }

  private void analyze(String... more) {
    String[] args = new String[more.length + 4];
    args[0] = "analyze";
    args[1] = trace;
    args[2] = "-o";
    args[3] = report;
    System.arraycopy(more, 0, args, 4, more.length);
    assertThat(Cli.run(args).status()).isEqualTo(66);
  }

  private void edit(String from, String to) throws IOException {
    String json = Files.readString(Path.of(report));
    assertThat(json).contains(from);
    Files.writeString(Path.of(report), json.replace(from, to));
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "jsonl"})
  void acceptsTheWitnessesOfAReport(String format) {
    analyze("-e", "all", "-w", "-f", format);
    Cli.Result result = Cli.run("verify", trace, report);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out()).matches("1\\d witnesses of .*: 1\\d accepted, 0 rejected; .*\n");
    assertThat(Cli.run("verify", "--slow", trace, report).out()).isEqualTo(result.out());
  }

  @Test
  void acceptsAConvertedTrace() {
    analyze("-w", "-f", "json");
    String binary = folder.resolve("moved.sooth").toString();
    assertThat(Cli.run("convert", trace, binary).status()).isZero();
    assertThat(Cli.run("verify", binary, report).status()).isZero();
  }

  @Test
  void rejectsAWitnessThatProvesNothing() throws IOException {
    analyze("-w", "-f", "json");
    edit("\"witness\":[0,1,2,", "\"witness\":[1,0,2,");
    Cli.Result result = Cli.run("verify", trace, report);
    assertThat(result.status()).isEqualTo(70);
    assertThat(result.err())
        .contains("syncp R1: witness rejected: event 1 is not the next event of its thread");
    assertThat(result.out()).contains("3 witnesses").contains("0 accepted, 3 rejected");
    Cli.Result slow = Cli.run("verify", "--slow", trace, report);
    assertThat(slow.status()).isEqualTo(70);
    assertThat(slow.out()).isEqualTo(result.out());
  }

  @Test
  void aReportSaysNoMoreThanItLists() throws IOException {
    analyze("-w", "-f", "json");
    String json = Files.readString(Path.of(report));
    edit("\"verifiedRaces\":3", "\"verifiedRaces\":4");
    Cli.Result more = Cli.run("verify", trace, report);
    assertThat(more.status()).isEqualTo(65);
    assertThat(more.err()).contains("a run says 4 verified races and lists 3");
    Files.writeString(
        Path.of(report), json.replaceFirst("\"races\":\\[.*?\\}\\],", "\"races\":[],"));
    Cli.Result none = Cli.run("verify", trace, report);
    assertThat(none.status()).isEqualTo(65);
    assertThat(none.err()).contains("a run says 3 verified races and lists 0");
    Files.writeString(
        Path.of(report), json.replace("\"status\":\"verified\"", "\"status\":\"Verified\""));
    Cli.Result odd = Cli.run("verify", trace, report);
    assertThat(odd.status()).isEqualTo(65);
    assertThat(odd.err()).contains("expected verified or candidate as status of a race");
  }

  @Test
  void rejectsPositionsBeyondTheTrace() throws IOException {
    analyze("-w", "-f", "json");
    edit("\"witness\":[0,", "\"witness\":[-5,0,");
    assertThat(Cli.run("verify", trace, report).status()).isEqualTo(70);
    edit("\"witness\":[-5,", "\"witness\":[99999999999,");
    Cli.Result result = Cli.run("verify", trace, report);
    assertThat(result.status()).isEqualTo(65);
    assertThat(result.err()).startsWith(report + ":");
  }

  @Test
  void refusesAReportOfAnotherTrace() throws IOException {
    analyze("-w", "-f", "json");
    Cli.Result other = Cli.run("verify", Cli.example("bank.std"), report);
    assertThat(other.status()).isEqualTo(65);
    assertThat(other.err())
        .startsWith(report + ": syncp R1 does not fit ")
        .contains("the report is about 30 events and the trace has 15");
    edit("\"thread\":\"printer\"", "\"thread\":\"plotter\"");
    Cli.Result changed = Cli.run("verify", trace, report);
    assertThat(changed.status()).isEqualTo(65);
    assertThat(changed.err()).contains("event 20 is plotter|r(Buffer.size)|Printer.java:57 there");
  }

  @Test
  void provesAnewWhatHasNoWitness() throws IOException {
    analyze("-f", "json");
    Cli.Result result = Cli.run("verify", trace, report);
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out()).contains("3 accepted, 0 rejected, of them 3 found anew");
    edit("\"engine\":\"syncp\"", "\"engine\":\"other\"");
    Cli.Result unknown = Cli.run("verify", trace, report);
    assertThat(unknown.status()).isEqualTo(65);
    assertThat(unknown.err()).contains("it has no witness, and there is no engine of this name");
  }

  @Test
  void countsCandidates() {
    analyze("-f", "json", "--no-prove");
    Cli.Result result = Cli.run("verify", trace, report);
    assertThat(result.status()).isZero();
    assertThat(result.out()).contains("0 witnesses").contains("3 candidates without a witness");
  }

  @Test
  void takesTheRunsOfItsTraceFromAReportOnSeveral() throws IOException {
    String bank = Cli.example("bank.std");
    Cli.run("analyze", bank, trace, "-w", "-f", "jsonl", "-o", report);
    assertThat(Cli.run("verify", bank, report).out()).startsWith("1 witness of ");
    assertThat(Cli.run("verify", trace, report).out()).startsWith("3 witnesses of ");
    Cli.Result other = Cli.run("verify", Cli.example("hidden.std"), report);
    assertThat(other.status()).isEqualTo(65);
    assertThat(other.err()).contains("is about ").contains("but not about ");
  }

  @Test
  void saysWhatCannotBeRead() throws IOException {
    Cli.Result missing = Cli.run("verify", trace, report);
    assertThat(missing.status()).isEqualTo(74);
    assertThat(missing.err()).isEqualTo("sooth: " + report + ": no such file\n");
    Files.writeString(Path.of(report), "[{]");
    Cli.Result broken = Cli.run("verify", trace, report);
    assertThat(broken.status()).isEqualTo(65);
    assertThat(broken.err()).startsWith(report + ":1:3: ").hasLineCount(1);
  }

  @Test
  void aReportOfNothingIsNotAccepted() throws IOException {
    for (String nothing : new String[] {"[]", "[ ]\n", "{}"}) {
      Path report = folder.resolve("nothing.json");
      Files.writeString(report, nothing);
      Cli.Result result = Cli.run("verify", Cli.example("bank.std"), report.toString());
      assertThat(result.status()).as(nothing + result.out()).isEqualTo(65);
      assertThat(result.err()).contains("nothing.json:1:");
    }
  }

  @Test
  void deepNestingIsBadInputWithAPlace() throws IOException {
    Path report = folder.resolve("deep.json");
    Files.writeString(report, "{\"x\":" + "[".repeat(1500) + "]".repeat(1500) + "}");
    Cli.Result result = Cli.run("verify", Cli.example("bank.std"), report.toString());
    assertThat(result.status()).as(result.err()).isEqualTo(65);
    assertThat(result.err()).contains("deep.json:1:");
  }

  @Test
  void namesOfTheReportDoNotReachTheTerminalAsTheyAre() throws IOException {
    Cli.Result analysis =
        Cli.run("analyze", "-e", "hb", "-w", "-f", "json", Cli.example("bank.std"));
    Path report = folder.resolve("odd.json");
    String odd = "\"engine\":\"\\u001b[31mhb\"";
    Files.writeString(
        report,
        analysis
            .out()
            .replace("\"engine\":\"hb\"", odd)
            .replaceAll("\"witness\":\\[[^]]*\\]", "\"witness\":[14]"));
    Cli.Result result = Cli.run("verify", Cli.example("bank.std"), report.toString());
    assertThat(result.status()).as(result.err()).isEqualTo(70);
    assertThat(result.err()).contains("witness rejected").doesNotContain("\u001b");
  }

  @Test
  void findsAnewWhatAnotherEngineOfTheReportHasProved() throws IOException {
    String reversed =
        Files.writeString(
                folder.resolve("reversed.std"),
                """
                T1|acq(l)|1
                T1|w(x)|2
                T1|rel(l)|3
                T2|acq(l)|4
                T2|rel(l)|5
                T2|w(x)|6
                """)
            .toString();
    Cli.run("analyze", reversed, "-e", "osr,wcp", "-f", "json", "-o", report);
    Cli.Result result = Cli.run("verify", reversed, report);
    assertThat(result.out()).contains("2 accepted, 0 rejected", "2 found anew");
    assertThat(result.status()).as(result.err()).isZero();
  }
}
