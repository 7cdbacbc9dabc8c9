package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sooth verify} on what {@code sooth decide} prints: all kinds of proofs, and forgeries. */
@Tag("any-jdk")
class VerifyVerdictsTest {
  @TempDir private Path folder;
  private String trace;
  private String report;

  /** Two accesses to x that race, to y that are ordered by z, and to v under one lock. */
  private static final String MIXED =
      """
      T1|w(y)|1
      T1|w(z)|2
      T1|acq(l)|3
      T1|w(v)|4
      T1|rel(l)|5
      T1|w(x)|6
      T2|r(z)|7
      T2|w(y)|8
      T2|acq(l)|9
      T2|w(v)|10
      T2|rel(l)|11
      T2|w(x)|12
      """;

  /** T3 cannot leave its section before 2, and T2 needs what it wrote there, to be in one too. */
  private static final String BOTH_OPEN =
      """
      T3|acq(l)|1
      T3|w(a)|2
      T1|w(x)|3
      T1|w(b)|4
      T3|r(b)|5
      T3|rel(l)|6
      T2|r(a)|7
      T2|acq(l)|8
      T2|w(x)|9
      T2|rel(l)|10
      """;

  private void decide(String text, String... more) throws IOException {
    trace = Files.writeString(folder.resolve("trace.std"), text).toString();
    report = folder.resolve("verdicts.json").toString();
    String[] args = new String[more.length + 4];
    args[0] = "decide";
    args[1] = trace;
    args[2] = "--format";
    args[3] = "json";
    System.arraycopy(more, 0, args, 4, more.length);
    Cli.Result result = Cli.run(args);
    assertThat(result.err()).isEmpty();
    Files.writeString(Path.of(report), result.out());
  }

  private void edit(String from, String to) throws IOException {
    String json = Files.readString(Path.of(report));
    assertThat(json).contains(from);
    Files.writeString(Path.of(report), json.replace(from, to));
  }

  private Cli.Result verify() {
    return Cli.run("verify", trace, report);
  }

  private void assertAccepted(String kind) {
    Cli.Result result = verify();
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out()).contains("  " + kind + ": 1 accepted, 0 rejected; ");
  }

  private void assertRejected(String objection) {
    Cli.Result result = verify();
    assertThat(result.status()).as(result.out()).isEqualTo(70);
    assertThat(result.err()).contains(" rejected: ").contains(objection);
    assertThat(result.out()).contains("0 accepted, 1 rejected; ");
  }

  @Test
  void aWitness() throws IOException {
    decide(MIXED, "--pair", "5,11");
    assertAccepted("race");
    edit("\"witness\":[0,1,", "\"witness\":[1,0,");
    assertRejected("event 1 is not the next event of its thread");
  }

  @Test
  void anAccessThatTheOtherNeeds() throws IOException {
    decide(MIXED, "--pair", "0,7");
    assertAccepted("no race, contained");
    edit("\"event\":0,\"other\":7", "\"event\":7,\"other\":0");
    assertRejected("event 0 does not need event 7");
  }

  @Test
  void aCommonLock() throws IOException {
    decide(MIXED, "--pair", "3,9");
    assertAccepted("no race, common lock");
    edit("\"firstAcquire\":2", "\"firstAcquire\":1");
    assertRejected("event 3 is not in a section that event 1 begins");
  }

  @Test
  void aDerivation() throws IOException {
    decide(BOTH_OPEN, "--pair", "2,8");
    assertAccepted("no race, derivation");
    edit("{\"rule\":\"lock\",\"data\":[", "{\"rule\":\"lock\",\"data\":[4,");
    assertRejected("these are not two sections on one lock");
    edit("\"data\":[4,", "\"other\":[],\"data\":[");
    assertAccepted("no race, derivation");
    edit("{\"rule\":\"lock\"", "{\"rule\":\"read\"");
    assertRejected("not a read and a write");
  }

  /** A search that was exhausted is told apart, and each of its steps is checked. */
  @Test
  void anExhaustedSearch() throws IOException {
    String hard = folder.resolve("hard.std").toString();
    Cli.Result made =
        Cli.run(
            "generate",
            "--hard",
            "independent-set",
            "--size",
            "4",
            "--parameter",
            "3",
            "--density",
            "0.9",
            hard);
    assertThat(made.err()).contains("do not race");
    String header = Files.readAllLines(Path.of(hard)).get(0);
    String[] words = header.substring(header.indexOf("events ")).split(" ", -1);
    decide(
        Files.readString(Path.of(hard), StandardCharsets.UTF_8),
        "--pair",
        words[1] + "," + words[3]);
    assertAccepted("no race, exhausted search");
    // Without its learned steps nothing contradicts; with a wrong one it does not follow.
    String json = Files.readString(Path.of(report));
    String tampered =
        json.replaceFirst(
            "\\{\"rule\":\"learned\",\"data\":\\[[^]]*]}", "{\"rule\":\"learned\",\"data\":[]}");
    assertThat(tampered).isNotEqualTo(json);
    Files.writeString(Path.of(report), tampered);
    assertRejected("does not follow");
    Files.writeString(
        Path.of(report), json.replaceAll(",\\{\"rule\":\"learned\",\"data\":\\[[^]]*]}", ""));
    assertRejected("the steps do not contradict each other");
  }

  @Test
  void anUnknownVerdictIsNeverVerified() throws IOException {
    decide(
        "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\n",
        "--pair",
        "1,5",
        "--max-distance",
        "0");
    Cli.Result result = verify();
    assertThat(result.status()).isZero();
    assertThat(result.out()).contains("unknown: 1; nothing to check").doesNotContain("accepted");
  }

  @Test
  void allVerdictsOfATrace() throws IOException {
    decide(MIXED, "--list");
    Cli.Result result = verify();
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out()).startsWith("2 verdicts on ").contains("race: 2 accepted, 0 rejected");
  }

  @Test
  void countsAloneHaveNothingToCheckAndAreNotAccepted() throws IOException {
    decide(MIXED);
    Cli.Result result = verify();
    assertThat(result.status()).isEqualTo(65);
    assertThat(result.err()).contains("no verdict to check; run sooth decide with --list");
  }

  @Test
  void aStrayKeyDoesNotHideAVerdict() throws IOException {
    decide(MIXED, "--pair", "5,11");
    Path file = Path.of(report);
    Files.writeString(file, Files.readString(file).replaceFirst("\\{", "{\"pairs\":1,"));
    assertThat(verify().out()).startsWith("1 verdict on ");
    Files.writeString(file, "{\"pairs\":1}");
    assertThat(verify().status()).isEqualTo(65);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"first\":5       ; \"first\":500        ; the trace has no event 500, only 12",
        "\"first\":5       ; \"first\":-5         ; positions from 0 on",
        "\"first\":5       ; \"first\":4          ; are not a plain access and a plain write",
        "\"first\":5       ; \"first\":99999999999; out of range of int",
        "\"events\":12     ; \"events\":13        ; the report is about 13 events and the trace has 12",
        "\"verdict\":\"race\" ; \"verdict\":\"maybe\" ; expected race, no-race or unknown as verdict",
        "\"verdict\":\"race\" ; \"verdict\":\"no-race\" ; expected a reason of kind",
        "\"witness\":      ; \"schedule\":        ; expected the key witness in a race",
        "\"witness\":[     ; \"witness\":[true,   ; expected positions as witness",
      })
  void whatDoesNotFitIsSaid(String from, String to, String message) throws IOException {
    decide(MIXED, "--pair", "5,11");
    edit(from, to);
    Cli.Result result = verify();
    assertThat(result.status()).as(result.err()).isEqualTo(65);
    assertThat(result.err()).startsWith(report + ":").contains(message).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"kind\":\"contained\" ; \"kind\":\"because\" ; expected a reason of kind",
        "\"kind\":             ; \"sort\":          ; expected the key kind in a reason",
        "\"kind\":\"contained\" ; \"kind\":\"derivation\" ; expected the key steps in a derivation",
        "\"kind\":\"contained\" ; \"kind\":\"derivation\",\"steps\":[{\"rule\":\"lock\"}] ; expected the keys rule and data",
        "\"kind\":\"contained\" ; \"kind\":\"derivation\",\"steps\":[{\"rule\":\"luck\",\"data\":[1,2]}] ; expected lock, read, cycle or learned",
      })
  void reasonsThatAreNoneAreSaid(String from, String to, String message) throws IOException {
    decide(MIXED, "--pair", "0,7");
    edit(from, to);
    Cli.Result result = verify();
    assertThat(result.status()).as(result.err()).isEqualTo(65);
    assertThat(result.err()).startsWith(report + ":").contains(message).hasLineCount(1);
  }

  /** Steps that name events which are not there are an objection, not an accident. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "lock    ; 0,99",
        "lock    ; -1,2",
        "lock    ; 2",
        "read    ; 0,7",
        "cycle   ; 5",
        "cycle   ; 5,11,11,5",
        "learned ; 1,5",
        "learned ; ''",
        "learned ; 1,-7,-1",
      })
  void forgedStepsAreRejected(String rule, String data) throws IOException {
    decide(MIXED, "--pair", "5,11");
    Files.writeString(
        Path.of(report),
        ("{\"sooth\":\"x\",\"file\":\"x\",\"first\":5,\"second\":11,\"verdict\":\"no-race\","
                + "\"reason\":{\"kind\":\"derivation\",\"steps\":[{\"rule\":\"%s\",\"data\":[%s]}]}}")
            .formatted(rule, data));
    Cli.Result result = verify();
    assertThat(result.status()).as(result.err()).isEqualTo(70);
    assertThat(result.err()).contains("refutation rejected: ");
  }
}
