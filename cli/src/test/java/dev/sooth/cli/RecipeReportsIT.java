package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Races by values are in every form of the report, as those of every engine, and can be forced. */
class RecipeReportsIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  private Cli.Result sooth(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx500m", "-jar", JAR.toString()));
    command.addAll(Arrays.asList(args));
    return Processes.run(folder, Map.of(), command);
  }

  private static String program(String name) {
    return Cli.root().toAbsolutePath().resolve("examples/recipe/" + name + ".java").toString();
  }

  private JsonNode json(String file) throws IOException {
    return MAPPER.readTree(folder.resolve(file).toFile());
  }

  @Test
  void aDeepRunReportsInAllFormsAndKnowsItsRacesTheNextTime() throws Exception {
    Cli.Result first = sooth("run", "--deep", "-o", "out", program("Figure1"));
    assertThat(first.status()).as(first.err()).isEqualTo(ExitStatus.RACES);
    assertThat(first.err()).contains("by recipe only: 1").contains("by recipe-s, recipe only: 1");
    JsonNode runs = json("out/report.json");
    JsonNode recipe = runs.get(runs.size() - 1);
    assertThat(recipe.get("engine").asText()).isEqualTo("recipe");
    assertThat(recipe.get("merged")).hasSize(2);
    JsonNode race = recipe.get("races").get(1);
    assertThat(race.get("values").get("unexecuted").asBoolean()).isTrue();
    assertThat(race.get("values").get("wouldRun").get(0).asText())
        .isEqualTo("Figure1.java:21 Figure1.second");
    assertThat(race.get("values").get("changedReads").get(0).get("recorded").asInt()).isEqualTo(5);
    assertThat(race.get("values").get("schedule").size()).isGreaterThan(5);
    assertThat(Files.readString(folder.resolve("out/report.html")))
        .contains("\"wouldRun\":[{")
        .contains("System.out.println(2 + x)"); // the source of the line that would run
    assertThat(json("out/report.sarif").get("runs").get(0).get("results")).hasSize(2);

    Cli.Result again =
        sooth("analyze", "-e", "recipe", "-f", "sarif", "--junit-xml", "r.xml", "out/trace.sooth");
    assertThat(again.status()).as(again.err()).isEqualTo(ExitStatus.RACES);
    assertThat(MAPPER.readTree(again.out()).get("runs").get(0).get("results")).hasSize(2);
    assertThat(Files.readString(folder.resolve("r.xml"))).contains("recorded 5");

    Cli.Result explained = sooth("explain", "-e", "recipe", "out", "R2");
    assertThat(explained.status()).as(explained.err()).isZero();
    assertThat(explained.out()).contains("recorded 5", "would run: Figure1.java:21");
    Cli.Result verified = sooth("verify", "out/trace.sooth", "out/report.json");
    assertThat(verified.status()).as(verified.err()).isZero();
    assertThat(verified.out()).contains("3 races by values not checked");

    assertThat(sooth("baseline", "update", "known.json", "out/report.json").status()).isZero();
    Cli.Result known =
        sooth("analyze", "-e", "recipe", "--baseline", "known.json", "out/trace.sooth");
    assertThat(known.status()).as(known.out() + known.err()).isZero();
    assertThat(known.out()).contains("KNOWN: recipe: 2 pairs of lines");
  }

  @Test
  void theProgramIsLedToTheRaceOfABranchThatTheRunDidNotTake() throws Exception {
    assertThat(sooth("run", "-q", "-e", "recipe", "-o", "out", program("Figure1")).status())
        .isEqualTo(ExitStatus.RACES);
    Cli.Result confirmed = sooth("confirm", "out", "R2", program("Figure1"));
    assertThat(confirmed.status()).as(confirmed.out() + confirmed.err()).isEqualTo(66);
    assertThat(confirmed.out())
        .contains("R2 of recipe: data race on Figure1.x: confirmed")
        .contains("Figure1.java:21 Figure1.second")
        .contains("1 read of fields saw the value of the schedule, 0 another one.");
  }

  @Test
  void aProgramThatGoesAnotherWayConfirmsNothing() throws Exception {
    sooth("run", "-q", "-e", "recipe", "-o", "out", program("Figure1"));
    Path other = folder.resolve("Figure1.java"); // in which nobody writes y
    String source = Files.readString(Path.of(program("Figure1")));
    Files.writeString(other, source.replace("      y = value;", "      assert value > 0;"));
    Cli.Result result = sooth("confirm", "--patience", "2s", "out", "R2", other.toString());
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(69);
    assertThat(result.out()).contains("not confirmed after", "This says nothing about the race.");
  }

  @Test
  void whatHasNoDataFlowIsSaid() throws Exception {
    Path text = Cli.root().toAbsolutePath().resolve("examples/traces/hidden.std");
    assertThat(sooth("convert", text.toString(), "hidden.sooth").status()).isZero();
    Cli.Result result = sooth("analyze", "-e", "rv,recipe", "hidden.sooth");
    assertThat(result.status()).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(result.err()).contains("no data flow in it, expected a trace of `sooth run");
  }
}
