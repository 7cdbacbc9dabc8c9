package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Where the documents list things, they list all of them. */
@Tag("any-jdk")
class DocumentsTest {
  @TempDir Path folder;

  private static String document(String name) throws IOException {
    return Files.readString(Cli.root().resolve(name));
  }

  private static List<String> missing(String document, Iterable<String> things) {
    List<String> missing = new ArrayList<>();
    for (String thing : things) {
      if (!document.contains(thing)) {
        missing.add(thing);
      }
    }
    return missing;
  }

  private static CommandLine line() {
    return Verbs.commandLine(Io.ofProcess());
  }

  @Test
  void everyVerbIsExplained() throws IOException {
    Set<String> verbs = new TreeSet<>();
    line().getSubcommands().keySet().forEach(verb -> verbs.add("`sooth " + verb));
    assertThat(verbs).hasSizeGreaterThan(8);
    assertThat(missing(document("docs/cli.md"), verbs)).isEmpty();
  }

  @Test
  void everyOptionIsExplained() throws IOException {
    Set<String> options = new TreeSet<>();
    for (CommandLine verb : line().getSubcommands().values()) {
      for (OptionSpec option : verb.getCommandSpec().options()) {
        options.add("`" + option.longestName());
      }
    }
    assertThat(options).contains("`--online-in", "`--engine");
    assertThat(missing(document("docs/cli.md"), options)).isEmpty();
  }

  @Test
  void everyEngineHasAPromise() throws IOException {
    List<String> names = Engines.all().stream().map(Engine::id).map(id -> "`" + id + "`").toList();
    assertThat(missing(document("docs/soundness.md"), names)).isEmpty();
    assertThat(missing(document("docs/cli.md"), names)).isEmpty();
    assertThat(missing(document("README.md"), names)).isEmpty();
  }

  @Test
  void everyFormatIsNamed() throws IOException {
    List<String> names =
        ReportFormat.all().stream().map(format -> "`" + format.id() + "`").toList();
    assertThat(missing(document("docs/cli.md"), names)).isEmpty();
  }

  /** Of reports with witnesses, candidates, heuristics and errors, and of verdicts. */
  @Test
  void everyKeyOfJsonIsSpecified() throws IOException {
    Set<String> keys = new TreeSet<>();
    Path bad = folder.resolve("bad.std");
    Files.writeString(bad, "T1|rel(l)|1\n");
    Path hinted = folder.resolve("hinted.std");
    Files.writeString(
        hinted,
        "T1|w(java.util.HashMap.contents@1)|A.java:1 A.f\nT2|w(java.util.HashMap.contents@1)|A.java:1 A.f\n");
    for (String[] arguments :
        new String[][] {
          {"analyze", "-e", "hb,gprefix", "-w", "-f", "json", Cli.example("bank.std")},
          {"analyze", "-e", "hb", "--no-prove", "-f", "json", Cli.example("bank.std")},
          {"analyze", "-f", "json", bad.toString()},
          {"analyze", "-f", "json", hinted.toString()},
          {"decide", "-f", "json", Cli.example("bank.std")},
        }) {
      collect(new ObjectMapper().readTree(Cli.run(arguments).out()), keys);
    }
    assertThat(keys).contains("`heuristics`", "`hint`", "`witness`", "`error`", "`reason`");
    assertThat(missing(document("docs/json.md"), keys)).isEmpty();
  }

  private static void collect(JsonNode node, Set<String> keys) {
    node.fieldNames().forEachRemaining(key -> keys.add("`" + key + "`"));
    node.forEach(child -> collect(child, keys));
  }
}
