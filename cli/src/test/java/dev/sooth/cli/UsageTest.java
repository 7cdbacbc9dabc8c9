package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sooth.detect.Engines;
import dev.sooth.recipe.Level;
import dev.sooth.report.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Tag("any-jdk")
class UsageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''                                  ; sooth: a verb is missing",
        "analyse x                           ; sooth: Unmatched arguments",
        "analyze                             ; sooth: Missing required parameter: 'TRACE'",
        "analyze x --engine foo              ; sooth: Invalid value for option '--engine': unknown"
            + " engine 'foo', expected all or some of: hb, shb, wcp, ",
        "analyze x --engine hb,              ; sooth: Invalid value for option '--engine': unknown"
            + " engine ''",
        "analyze x --pairs some              ; sooth: Invalid value for option '--pairs': 'some' is"
            + " neither first-per-event nor all",
        "analyze x --timeout soon            ; sooth: Invalid value for option '--timeout': 'soon'"
            + " is not a duration such as 500ms, 60s or 2m",
        "analyze x --format xml              ; sooth: Invalid value for option '--format'",
        "analyze x --max-races -1            ; sooth: --max-races must not be negative",
        "analyze x --input-format pdf        ; sooth: Invalid value for option '--input-format':"
            + " unknown format 'pdf', expected one of: std, csv, rr, sooth",
        "convert x                           ; sooth: Missing required parameter: 'OUT'",
        "generate --events 1 x.std           ; sooth: 16 threads need at least 30 events",
        "generate --events 100 x.foo         ; sooth: the name 'x.foo' does not tell the format",
        "generate --skew 9 x.std             ; sooth: the skew must be 0 to 4",
        "bench --rounds 0                    ; sooth: --rounds must be at least 1",
        "bench --threads 0                   ; sooth: --threads must be at least 1",
        "bench --doublings -1                ; sooth: --doublings must be 0 to 10, and is for"
            + " generated traces",
      })
  void wrongUsageIsStatus64AndOneMessage(String line, String message) {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ", -1);
    Cli.Result result = Cli.run(args);
    assertThat(result.status()).isEqualTo(64);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith(message).contains("--help`.\n");
    assertThat(result.err().lines().count()).isLessThanOrEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"analyze", "verify", "info", "convert", "generate", "bench", "engines", ""})
  void everyVerbHasHelp(String verb) {
    Cli.Result result = verb.isEmpty() ? Cli.run("--help") : Cli.run(verb, "--help");
    assertThat(result.status()).isZero();
    assertThat(result.out()).startsWith("Usage: sooth " + verb).contains("--help");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void versionIsThatOfTheBuild() {
    Cli.Result result = Cli.run("--version");
    assertThat(result.status()).isZero();
    assertThat(result.out()).startsWith("sooth " + Version.current() + " (Java ");
  }

  @Test
  void enginesListsGuaranteeAndCost() {
    Cli.Result result = Cli.run("engines");
    assertThat(result.status()).isZero();
    assertThat(result.out().lines()).hasSize(1 + Engines.all().size() + Level.values().length);
    assertThat(result.out()).contains("syncp").contains("every report is a race").contains("cost");
  }

  @ParameterizedTest
  @CsvSource({"500ms, 500", "60s, 60000", "2m, 120000", "1h, 3600000", "7, 7000", "0s, 0"})
  void durations(String text, long millis) {
    assertThat(Values.duration(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-1s", "1.5s", "1d", "99999999999s"})
  void notDurations(String text) {
    assertThatThrownBy(() -> Values.duration(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void helpIsAVerbToo() {
    assertThat(Cli.run("help").out()).isEqualTo(Cli.run("--help").out()).contains("Verbs:");
    Cli.Result verb = Cli.run("help", "bench", "online");
    assertThat(verb.status()).isEqualTo(ExitStatus.OK);
    assertThat(verb.out()).isEqualTo(Cli.run("bench", "online", "--help").out());
  }

  /** It may be the name of a trace, or a word of the program that is run. */
  @Test
  void aWordThatBeginsWithAtIsNoFileOfArguments(@TempDir Path folder) throws IOException {
    Path words = Files.writeString(folder.resolve("words"), "a b");
    CommandLine line = Verbs.commandLine(Io.ofProcess());
    String word = "@" + words;
    CommandLine.ParseResult run = line.parseArgs("run", "App.java", word).subcommand();
    assertThat(run.matchedPositionals().get(0).<List<String>>getValue())
        .containsExactly("App.java", word);
    assertThat(Cli.run("analyze", word).err()).isEqualTo("sooth: " + word + ": no such file\n");
  }
}
