package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sooth decide}, and {@code sooth generate --hard}, whose answers it must find. */
@Tag("any-jdk")
class DecideCommandTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Reversing the sections shows the race of 1 and 5, which no order of the trace does. */
  private static final String REVERSED =
      "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\n";

  private static final String PROTECTED =
      "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|w(x)|5\nT2|rel(l)|6\n";

  @Test
  void countsTheVerdicts() throws IOException {
    assertThat(run("decide", write(REVERSED))).isEqualTo(ExitStatus.RACES);
    assertThat(text()).contains("1 by osr").contains("0.000%");
    assertThat(run("decide", write(PROTECTED))).isEqualTo(ExitStatus.OK);
    assertThat(text()).contains("1 hold one lock");
  }

  @Test
  void printsTheWitnessOfAPair() throws IOException {
    assertThat(run("decide", "--pair", "5,1", "-f", "json", write(REVERSED)))
        .isEqualTo(ExitStatus.RACES);
    JsonNode json = json();
    assertThat(json.get("verdict").asText()).isEqualTo("race");
    assertThat(json.get("witness").toString()).isEqualTo("[3,4,0]");
  }

  @Test
  void printsTheDistanceOfAPair() throws IOException {
    assertThat(run("decide", "--pair", "1,5", "--max-distance", "3", write(REVERSED)))
        .isEqualTo(ExitStatus.RACES);
    assertThat(text()).contains("with 1 reversal, after");
    assertThat(run("decide", "--pair", "1,5", "--max-distance", "0", write(REVERSED)))
        .isEqualTo(ExitStatus.OK);
    assertThat(text()).contains("unknown: no witness has at most 0 reversals");
  }

  @Test
  void printsTheReasonOfAPair() throws IOException {
    assertThat(run("decide", "--pair", "1,4", "-f", "json", write(PROTECTED)))
        .isEqualTo(ExitStatus.OK);
    JsonNode json = json();
    assertThat(json.get("verdict").asText()).isEqualTo("no-race");
    assertThat(json.get("reason").get("kind").asText()).isEqualTo("common-lock");
    assertThat(json.get("reason").get("firstAcquire").asInt()).isEqualTo(0);
  }

  @Test
  void refusesWhatIsNoPair() throws IOException {
    String trace = write(REVERSED);
    for (String pair : new String[] {"0,1", "1,1", "1,99", "-1,5", "1", "1,2,3", "a,b"}) {
      assertThat(run("decide", "--pair=" + pair, trace)).as(pair).isEqualTo(ExitStatus.USAGE);
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("--pair").doesNotContain("%d");
    }
    assertThat(run("decide", "--engine", "magic", trace)).isEqualTo(ExitStatus.USAGE);
    assertThat(run("decide", "--budget-millis", "0", trace)).isEqualTo(ExitStatus.USAGE);
    assertThat(run("decide", folder.resolve("none").toString())).isEqualTo(ExitStatus.IO);
  }

  @Test
  void hardTracesSayTheirAnswer() throws IOException {
    for (String problem : new String[] {"independent-set", "orthogonal-vectors"}) {
      for (int seed = 1; seed <= 6; seed++) {
        String file = folder.resolve(problem + seed + ".std").toString();
        int status =
            run(
                "generate",
                "--hard",
                problem,
                "--size",
                "6",
                "--density",
                "0.7",
                "--seed",
                "" + seed,
                file);
        assertThat(status).isEqualTo(ExitStatus.OK);
        String header = Files.readAllLines(Path.of(file)).get(0);
        String[] words = header.substring(header.indexOf("events ")).split(" ", -1);
        boolean race = !header.contains("do not race");
        assertThat(run("decide", "--pair", words[1] + "," + words[3], file))
            .as(header)
            .isEqualTo(race ? ExitStatus.RACES : ExitStatus.OK);
        assertThat(text()).doesNotContain("unknown");
      }
    }
    assertThat(run("generate", "--hard", "sudoku", folder.resolve("x.std").toString()))
        .isEqualTo(ExitStatus.USAGE);
  }

  /** In every text format, compressed or not; what cannot hold the answer is refused. */
  @Test
  void everyFormatWithCommentsHoldsTheAnswer() throws IOException {
    String[] hard = {"generate", "--hard", "orthogonal-vectors", "--size", "4", "--quiet", ""};
    for (String name : new String[] {"a.std", "a.csv", "a.rr", "a.std.gz", "a.csv.zst"}) {
      hard[6] = folder.resolve(name).toString();
      assertThat(run(hard)).isEqualTo(ExitStatus.OK);
      String plain = folder.resolve("plain.csv").toString();
      byte[] bytes = Files.readAllBytes(Path.of(hard[6]));
      if (name.endsWith(".gz")) {
        bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
      }
      if (!name.endsWith(".zst")) {
        assertThat(new String(bytes, StandardCharsets.UTF_8))
            .startsWith("# orthogonal pair")
            .containsPattern("^# .*: events \\d+ and \\d+ (do not )?race\n");
      }
      assertThat(run("convert", hard[6], plain)).isEqualTo(ExitStatus.OK);
      assertThat(run("decide", "--quiet", hard[6])).isIn(ExitStatus.OK, ExitStatus.RACES);
    }
    assertThat(run("generate", "--hard", "independent-set", "-f", "std", "--quiet", "-"))
        .isEqualTo(ExitStatus.OK);
    assertThat(text()).startsWith("# independent set");
    hard[6] = folder.resolve("a.sooth").toString();
    assertThat(run(hard)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("a .sooth file has no place for the known answer; write .std, .csv or .rr");
    assertThat(Path.of(hard[6])).doesNotExist();
  }

  private String write(String trace) throws IOException {
    return Files.writeString(folder.resolve("trace.std"), trace).toString();
  }

  private int run(String... args) {
    out.reset();
    err.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(args, new Io(new ByteArrayInputStream(new byte[0]), out, errors, false));
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(text());
  }
}
