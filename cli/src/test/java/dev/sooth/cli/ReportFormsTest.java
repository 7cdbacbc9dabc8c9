package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Several forms of the report in one run: each is what its readers expect, and all agree. */
@Tag("any-jdk")
class ReportFormsTest {
  private static final Pattern FINGERPRINT = Pattern.compile("\\b[0-9a-f]{16}\\b");
  private static final String[] FORMS = {"html", "sarif", "junit-xml", "json", "github", "gitlab"};

  @TempDir Path folder;

  private Path file(String form) {
    return folder.resolve("report." + form);
  }

  /** Writes all forms of the report on these traces; returns what is printed. */
  private Cli.Result report(int status, String... arguments) {
    List<String> line = new ArrayList<>(List.of("analyze"));
    for (String form : FORMS) {
      line.add("--" + form);
      line.add(file(form).toString());
    }
    line.addAll(List.of(arguments));
    Cli.Result result = Cli.run(line.toArray(String[]::new));
    assertThat(result.status()).as(result.err()).isEqualTo(status);
    return result;
  }

  private JsonNode json(String form) throws IOException {
    return new ObjectMapper().readTree(file(form).toFile());
  }

  private static void isValidSarif(Path file) throws IOException {
    try (InputStream schema =
        ReportFormsTest.class
            .getClassLoader()
            .getResourceAsStream("schema/sarif-schema-2.1.0.json")) {
      JsonSchema checker =
          JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
              .getSchema(new ObjectMapper().readTree(schema));
      JsonNode report = new ObjectMapper().readTree(file.toFile());
      assertThat(checker.validate(report)).isEmpty();
      assertThat(checker.validate(new ObjectMapper().readTree("{\"runs\":[{}]}")))
          .as("the schema is used")
          .isNotEmpty();
    }
  }

  private Document xml() throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(file("junit-xml").toFile());
  }

  @Test
  void allFormsHaveTheSameRaces() throws Exception {
    Cli.Result printed =
        report(
            ExitStatus.RACES,
            "-e",
            "hb,syncp,osr",
            Cli.example("hidden.std"),
            Cli.example("pipeline.std"));
    Set<String> all = fingerprints(printed.out());
    assertThat(all).hasSize(3);
    for (String form : FORMS) {
      assertThat(fingerprints(Files.readString(file(form)))).as(form).isEqualTo(all);
    }
    isValidSarif(file("sarif"));
    NodeList failures = xml().getElementsByTagName("failure");
    assertThat(failures.getLength()).isEqualTo(3);
    assertThat(Files.readAllLines(file("github")))
        .hasSize(3)
        .allMatch(l -> l.startsWith("::error file="));
    assertThat(json("gitlab")).hasSize(3);
  }

  private static Set<String> fingerprints(String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = FINGERPRINT.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }

  @Test
  void theFlowOfSarifIsTheWitness() throws IOException {
    report(ExitStatus.RACES, "-q", Cli.example("hidden.std"));
    JsonNode result = json("sarif").at("/runs/0/results/0");
    List<String> steps = new ArrayList<>();
    for (JsonNode thread : result.at("/codeFlows/0/threadFlows")) {
      for (JsonNode step : thread.get("locations")) {
        steps.add(
            step.get("executionOrder").asInt()
                + " "
                + thread.get("id").asText()
                + " "
                + step.at("/location/message/text").asText());
      }
    }
    assertThat(steps)
        .containsExactly(
            "1 main fork(writer)",
            "2 main fork(reader)",
            "3 reader acq(counter)",
            "4 reader w(Stats.gets)",
            "5 reader rel(counter)",
            "6 reader r(Cache.entry)",
            "6 writer w(Cache.entry)");
  }

  @Test
  void pathsOfSarifAreThoseOfTheSources() throws IOException {
    Path sources = Files.createDirectories(folder.resolve("src/bank"));
    Files.writeString(sources.resolve("Account.java"), "class Account {\n int balance;\n}\n");
    Path trace = folder.resolve("a.std");
    String access = "w(bank.Account.balance@1)|Account.java:2 bank.Account.deposit";
    Files.write(trace, List.of("T1|" + access, "T2|" + access));
    report(
        ExitStatus.RACES,
        "-q",
        "--source-path",
        folder.resolve("src").toString(),
        trace.toString());
    assertThat(
            json("sarif")
                .at("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri")
                .asText())
        .isEqualTo("bank/Account.java");
    assertThat(Files.readString(file("html"))).contains(" int balance;");
    isValidSarif(file("sarif"));
  }

  /** A trace names files as it likes; what is not below the chosen folder is not read. */
  @Test
  void nothingOutsideOfTheSourcesIsRead() throws IOException {
    Path sources = Files.createDirectories(folder.resolve("src"));
    Files.writeString(folder.resolve("Secret.java"), "the secret\n");
    Files.createSymbolicLink(sources.resolve("Link.java"), folder.resolve("Secret.java"));
    Path absolute = folder.resolve("Secret.java").toAbsolutePath();
    for (String location :
        List.of("../Secret.java:1", "Link.java:1", absolute + ":1", "a/../../Secret.java:1")) {
      Path trace = folder.resolve("a.std");
      Files.writeString(trace, "T1|w(x)|" + location + "\nT2|w(x)|" + location + "\n");
      report(ExitStatus.RACES, "-q", "--source-path", sources.toString(), trace.toString());
      assertThat(Files.readString(file("html"))).as(location).doesNotContain("the secret");
      isValidSarif(file("sarif"));
    }
  }

  @Test
  void hostileNamesAreTextInEveryForm() throws Exception {
    String trace = ReportBrowserTest.hostile(folder).toString();
    Cli.Result printed = report(ExitStatus.RACES, "-q", "-w", trace);
    assertThat(printed.out()).doesNotContain("\u202e", "\u001b");
    assertThat(printed.out().lines()).allMatch(line -> line.length() < 3_000);
    String page = Files.readString(file("html"));
    assertThat(page).doesNotContain("<img").doesNotContain("harmed=2</script>");
    assertThat(page.split("</script>", -1)).hasSize(3); // the data and the script
    isValidSarif(file("sarif"));
    assertThat(json("json")).hasSize(1);
    assertThat(json("gitlab")).hasSize(1);
    assertThat(xml().getElementsByTagName("failure").getLength()).isEqualTo(1);
    assertThat(Files.readAllLines(file("github"))).hasSize(1);
    for (String form : FORMS) {
      assertThat(Files.readString(file(form))).as(form).doesNotContain("\u202e", "\u001b");
    }
    assertThat(json("json").toString()).as("a reader gets the name").contains("\u202e");
  }

  @Test
  void aTraceWithoutARaceOrWithoutLocationsIsReportedToo() throws Exception {
    report(ExitStatus.OK, "-q", Cli.trace(folder, "none.std", "T1|w(x)|1 T1|w(x)|2"));
    isValidSarif(file("sarif"));
    assertThat(xml().getElementsByTagName("testcase").getLength()).isEqualTo(1);
    assertThat(json("gitlab")).isEmpty();
    report(ExitStatus.RACES, "-q", Cli.trace(folder, "opaque.std", "T1|w(x)| T2|w(x)|17"));
    isValidSarif(file("sarif"));
    report(ExitStatus.BAD_INPUT, "-q", Cli.trace(folder, "bad.std", "T1|rel(l)|1"));
    isValidSarif(file("sarif"));
    assertThat(xml().getElementsByTagName("error").getLength()).isEqualTo(1);
  }

  @Test
  void aFileAppearsCompleteOrNotAtAll() throws IOException {
    String missing = folder.resolve("no/such/folder.html").toString();
    Path sarif = folder.resolve("x.sarif");
    Cli.Result result =
        Cli.run("analyze", "--html", missing, "--sarif", sarif.toString(), Cli.example("bank.std"));
    assertThat(result.status()).isEqualTo(ExitStatus.IO);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
    assertThat(result.err()).contains("folder.html: there is no folder ").doesNotContain(".part");
    String trace = Cli.trace(folder, "a.std", "T1|w(x)|1");
    assertThat(Cli.run("analyze", "--html", trace, trace).status()).isEqualTo(ExitStatus.IO);
  }

  @Test
  void whatFailsLateSaysWhichFile() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");
    Cli.Result result = Cli.run("analyze", "--html", "/dev/full", Cli.example("bank.std"));
    assertThat(result.status()).isEqualTo(ExitStatus.IO);
    assertThat(result.err()).contains("sooth: /dev/full: No space left on device");
  }

  /** One of the two would be lost. */
  @Test
  void oneFileIsNotGivenTwice() throws IOException {
    String trace = Cli.example("bank.std");
    String file = folder.resolve("one").toString();
    Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createFile(Path.of(file)));
    for (String[] twice :
        new String[][] {
          {"--html", file, "--sarif", file},
          {"--output", file, "--json", file},
          {"--json", file, "--github", link.toString()},
          {"--html", "-"},
          {"--html", ""}
        }) {
      List<String> line = new ArrayList<>(List.of("analyze"));
      line.addAll(List.of(twice));
      line.add(trace);
      Cli.Result result = Cli.run(line.toArray(String[]::new));
      assertThat(result.status()).as("%s", line).isEqualTo(ExitStatus.USAGE);
      assertThat(result.out()).isEmpty();
      assertThat(Files.size(Path.of(file))).isZero();
    }
    Cli.Result nowhere = Cli.run("analyze", "--html", "/dev/null", "--sarif", "/dev/null", trace);
    assertThat(nowhere.status()).as(nowhere.err()).isEqualTo(ExitStatus.RACES);
  }

  /**
   * Of many races on one pair of lines a file lists a thousand, unless all witnesses are wanted.
   */
  @Test
  void aFileListsAndProvesWhatPeopleCanRead() throws IOException {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 1500; i++) {
      events.append("T1|w(A.x@%d)|A.java:1 T2|w(A.x@%d)|A.java:2 ".formatted(i, i));
    }
    events.append("T1|w(B.y)|B.java:1 T2|w(B.y)|B.java:2");
    String trace = Cli.trace(folder, "many.std", events.toString());
    report(ExitStatus.RACES, "-q", trace);
    JsonNode run = json("json").get(0);
    assertThat(run.get("races")).hasSize(1001);
    assertThat(run.findValues("witness")).as("one of each pair of lines").hasSize(2);
    assertThat(run.get("verifiedRaces").asInt()).isEqualTo(1501);
    assertThat(run.get("verifiedListed").asInt()).isEqualTo(1001);
    assertThat(run.get("notes").toString()).contains("the first 1000 races are listed");
    assertThat(run.get("groups").get(0).get("count").asInt()).isEqualTo(1500);
    String file = file("json").toString();
    assertThat(Cli.run("verify", trace, file).out())
        .contains("1001 accepted, 0 rejected, of them 999 found anew");
    assertThat(Cli.run("analyze", "-q", "--baseline", file, trace).status())
        .as("all are known")
        .isEqualTo(ExitStatus.OK);

    report(ExitStatus.RACES, "-q", "--witness", trace);
    JsonNode whole = json("json").get(0);
    assertThat(whole.get("races")).hasSize(1501);
    assertThat(whole.findValues("witness")).hasSize(1501);
    assertThat(whole.has("verifiedListed")).isFalse();
  }

  /** An analysis that did not end must not look like one that found nothing. */
  @Test
  void whatIsNotCompleteSaysSo() throws Exception {
    String trace = Cli.trace(folder, "race.std", "T1|w(x)|1 T2|w(x)|2");
    report(ExitStatus.OK, "-q", "--timeout", "0", trace);
    assertThat(Files.readString(file("github")))
        .startsWith("::warning title=Sooth::syncp on ")
        .contains("is not complete (timeout): no statement about the rest of the trace");
    assertThat(xml().getElementsByTagName("error").getLength()).isEqualTo(1);
    assertThat(json("json").get(0).get("status").asText()).isEqualTo("timeout");
  }

  @Test
  void aRecordingThatStoppedEarlySaysSo() throws IOException {
    String trace = Cli.trace(folder, "trace.std", "T1|w(x)|1");
    String stopped = "recording stopped early: --max-events reached";
    Path summary = folder.resolve("recording.txt");
    Files.writeString(summary, "trace: out/trace.std, 1 events, 1 threads\n" + stopped + "\n");
    String note = stopped + ": no statement about the rest of the run";
    assertThat(report(ExitStatus.OK, "-q", trace).out()).contains("NOTE: " + note);
    assertThat(json("json").get(0).get("notes").toString()).contains(note);
    String other = Cli.trace(folder, "other.std", "T1|w(x)|1");
    assertThat(report(ExitStatus.OK, "-q", other).out()).doesNotContain("stopped early");
  }

  /** With all engines: one list, and what each engine says of each race. */
  @Test
  void allEnginesGiveOneList() throws IOException {
    Cli.Result printed = report(ExitStatus.RACES, "-e", "all", Cli.example("hidden.std"));
    assertThat(printed.out().split("WARNING:", -1)).hasSize(2);
    assertThat(printed.out())
        .containsPattern("field +lines +races +status +hb +shb +wcp +syncp +m +osr\n")
        .contains("Pairs of lines seen by wcp, syncp, osr only: 1.");
    JsonNode runs = json("json");
    JsonNode merged = runs.get(runs.size() - 1).get("merged");
    assertThat(merged).hasSize(1);
    assertThat(merged.get(0).get("engines").toString())
        .isEqualTo(
            "{\"hb\":\"not-found\",\"shb\":\"not-found\",\"wcp\":\"verified\","
                + "\"syncp\":\"verified\",\"m\":\"not-found\",\"osr\":\"verified\"}");
    assertThat(json("sarif").at("/runs/0/results")).hasSize(1);
  }

  /** A page of verdicts has the witnesses of races, and the reason of what is none. */
  @Test
  void verdictsHaveAPageToo() throws IOException {
    String page = file("html").toString();
    String trace = Cli.example("hidden.std");
    assertThat(Cli.run("decide", "--html", page, trace).status()).isEqualTo(ExitStatus.RACES);
    assertThat(Files.readString(file("html")))
        .contains("\"total\":{\"pairs\":1,\"race\":1,\"noRace\":0,\"unknown\":0}")
        .contains("\"verdict\":\"verified\"")
        .contains("\"picture\":0");
    String locked =
        Cli.trace(
            folder,
            "locked.std",
            "T1|acq(l)|1 T1|w(x)|2 T1|rel(l)|3 T2|acq(l)|4 T2|w(x)|5 T2|rel(l)|6");
    assertThat(Cli.run("decide", "--pair", "1,4", "--html", page, locked).status())
        .isEqualTo(ExitStatus.OK);
    assertThat(Files.readString(file("html")))
        .contains("\"verdict\":\"no-race\"")
        .contains("both hold l, acquired at events 0 and 3");
  }
}
