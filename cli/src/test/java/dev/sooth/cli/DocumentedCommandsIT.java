package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.online.PairStore;
import dev.sooth.cli.DocumentedCommands.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands of the documents do what the documents say. */
@Tag("any-jdk")
class DocumentedCommandsIT {
  private static final Path ROOT = Cli.root().toAbsolutePath().normalize();
  private static final Path JAR = ROOT.resolve("cli/target/sooth.jar");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  /** What is not run, by how it begins, and why. Maven's arguments are looked up instead. */
  private static final Map<String, String> NOT_RUN =
      new LinkedHashMap<>(
          Map.of(
              "java -Xmx300m -XX:+UseSerialGC -javaagent:cli/target/sooth.jar", "takes an hour",
              "mvn ", "takes minutes, and this is a part of it",
              "cd bench/libraries", "fetches libraries and takes minutes",
              "bench/field.sh", "fetches a library and takes minutes",
              "java -javaagent:sooth.jar=out=h2.sooth", "needs a library that the reader brings",
              "SIZE=", "takes minutes",
              "REPEAT=", "fetches libraries and takes minutes",
              "sooth run app.jar", "is the head of an outline",
              "sooth analyze trace", "is the head of an outline"));

  /** What makes a command that measures short; it is the same command otherwise. */
  private static final Map<String, String> SHORTENED =
      Map.of(
          "--events \\d+", "--events 20000",
          "--rounds \\d+", "--rounds 1",
          "--executions \\d+", "--executions 1",
          "(sooth bench online .*) examples/programs", "$1",
          "--doublings \\d+", "--doublings 1",
          "(sooth bench)$", "$1 --engine hb --events 20000 --rounds 1",
          "--variables \\d+", "--variables 1000");

  @TempDir static Path folder;

  private static List<Command> commands() throws IOException {
    return DocumentedCommands.inBlocks(ROOT);
  }

  private static String reason(Command command) {
    return NOT_RUN.entrySet().stream()
        .filter(entry -> command.text().startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** The folder of a reader who has the files that the documents speak of. */
  private static void prepare() throws IOException, InterruptedException {
    Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
    Path sooth = folder.resolve("sooth");
    Files.writeString(sooth, "#!/bin/sh\nexec '" + JAVA + "' -Xmx400m -jar '" + JAR + "' \"$@\"\n");
    assertThat(sooth.toFile().setExecutable(true)).isTrue();
    String trace = Files.readString(ROOT.resolve("examples/traces/hidden.std"));
    Files.createDirectory(folder.resolve("traces"));
    for (String name : List.of(".sooth/pairs", "other-machine/pairs")) {
      PairStore.at(path(name), message -> {}).add(Set.of(1L));
    }
    for (String name : List.of("trace.std", "derby.std", "traces/one.std", "traces/two.std")) {
      Files.writeString(folder.resolve(name), trace);
    }
    for (String made : List.of("trace.std.gz", "other.sooth", "h2.sooth", "trace.rr")) {
      assertThat(Cli.run("convert", path("trace.std"), path(made)).status()).as(made).isZero();
    }
    String report = Cli.run("analyze", "-w", "-f", "json", path("trace.std")).out();
    Files.writeString(folder.resolve("report.json"), report);
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void everyCommandWorksAndPrintsWhatTheDocumentShows() throws Exception {
    prepare();
    int run = 0;
    int compared = 0;
    for (Command command : commands()) {
      if (reason(command) != null) {
        continue;
      }
      String text = command.text();
      for (Map.Entry<String, String> shorter : SHORTENED.entrySet()) {
        text = text.replaceAll(shorter.getKey(), shorter.getValue());
      }
      Cli.Result result = run(text);
      assertThat(result.status()).as(command + "\n" + result.err()).isIn(0, 66);
      run++;
      if (command.output() != null) {
        String missing = firstMissing(command.output(), result.out() + result.err());
        for (int more = 0; missing != null && more < 3; more++) { // threads may run otherwise
          result = run(text);
          missing = firstMissing(command.output(), result.out() + result.err());
        }
        assertThat(missing).as(command.place() + "\n" + result.out() + result.err()).isNull();
        compared++;
      }
    }
    assertThat(run).isGreaterThan(10);
    assertThat(compared).isGreaterThanOrEqualTo(2);
  }

  private static Cli.Result run(String text) throws IOException, InterruptedException {
    return Processes.run(folder, new HashMap<>(), List.of("bash", "-c", text));
  }

  /** The first line of the document that is not printed, in the order of the lines; else null. */
  private static String firstMissing(List<String> expected, String printed) {
    List<String> lines = printed.lines().toList();
    int next = 0;
    for (String line : expected) {
      Pattern pattern = pattern(line);
      while (next < lines.size() && !pattern.matcher(lines.get(next)).matches()) {
        next++;
      }
      if (next++ == lines.size()) {
        return line;
      }
    }
    return null;
  }

  /**
   * Numbers, with the plural of what they count, and what the document leaves out by an ellipsis,
   * may be others: another JDK takes other locks.
   */
  private static Pattern pattern(String line) {
    StringBuilder regex = new StringBuilder();
    Matcher matcher = Pattern.compile("…|\\d+ [a-z]+?s?\\b|\\d+| {2,}").matcher(line);
    int from = 0;
    while (matcher.find()) {
      regex.append(Pattern.quote(line.substring(from, matcher.start())));
      String found = matcher.group();
      regex.append(
          found.equals("…")
              ? ".*"
              : found.startsWith(" ")
                  ? " +"
                  : found.replaceFirst("\\d+", "\\\\d+").replaceFirst("([a-z])s?$", "$1s?"));
      from = matcher.end();
    }
    return Pattern.compile(regex.append(Pattern.quote(line.substring(from))).toString());
  }

  @Test
  void whatIsNotRunIsThere() throws IOException {
    Set<String> unused = new HashSet<>(NOT_RUN.keySet());
    List<String> wrong = new ArrayList<>();
    for (Command command : commands()) {
      unused.removeIf(start -> command.text().startsWith(start));
      if (command.text().startsWith("mvn ")) {
        wrong.addAll(wrongInMaven(command));
      }
      Matcher script =
          Pattern.compile("(?<= |^)(\\./)?([\\w/-]+\\.sh)(?= |$)").matcher(command.text());
      while (script.find()) {
        if (find(script.group(2)).isEmpty()) {
          wrong.add(command + ": no " + script.group());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(unused).as("no longer in the documents").isEmpty();
  }

  private static List<String> wrongInMaven(Command command) throws IOException {
    List<String> wrong = new ArrayList<>();
    String poms =
        Files.readString(ROOT.resolve("pom.xml"))
            + Files.readString(ROOT.resolve("agent/pom.xml"))
            + Files.readString(ROOT.resolve("cli/pom.xml"));
    for (String word : command.text().replace("'", "").split(" ", -1)) {
      if (word.startsWith("-P") && !poms.contains("<id>" + word.substring(2) + "</id>")) {
        wrong.add(command.place() + ": no profile " + word);
      }
      if (word.startsWith("-Dtest=") || word.startsWith("-Dmutation.tests=")) {
        for (String test : word.substring(word.indexOf('=') + 1).split(",", -1)) {
          String file = test.substring(test.lastIndexOf('.') + 1).replace("*", "[A-Za-z]*");
          if (find(file + ".java").isEmpty()) {
            wrong.add(command.place() + ": no test " + test);
          }
        }
      }
    }
    Matcher modules = Pattern.compile("-pl (\\S+)").matcher(command.text());
    while (modules.find()) {
      for (String module : modules.group(1).split(",", -1)) {
        if (!Files.exists(ROOT.resolve(module).resolve("pom.xml"))) {
          wrong.add(command.place() + ": no module " + module);
        }
      }
    }
    return wrong;
  }

  private static List<Path> find(String namePattern) throws IOException {
    Pattern pattern = Pattern.compile("(.*/)?" + namePattern);
    try (Stream<Path> all = Files.walk(ROOT, 12)) {
      return all.filter(file -> !file.toString().contains("/target/"))
          .filter(file -> pattern.matcher(file.toString()).matches())
          .toList();
    }
  }

  /** Verbs and options that the text names, of commands that leave out the rest. */
  @Test
  void verbsAndOptionsInTheTextExist() throws IOException {
    CommandLine line = Verbs.commandLine(Io.ofProcess());
    Set<String> wrong = new TreeSet<>();
    int seen = 0;
    for (Command command : DocumentedCommands.inText(ROOT)) {
      String[] words = command.text().split("[ \\[\\]]+", -1);
      CommandLine verb = line.getSubcommands().get(words[1]);
      if (verb == null) {
        wrong.add(command.place() + ": no verb " + words[1]);
        continue;
      }
      for (int i = 2; i < words.length && !words[i].equals("--"); i++) {
        String option = words[i].replaceAll("=.*", "");
        if (verb.getSubcommands().containsKey(option)) {
          verb = verb.getSubcommands().get(option); // bench recipe
        } else if (option.matches("--?[a-z][a-z-]*")) {
          seen++;
          if (verb.getCommandSpec().findOption(option) == null) {
            wrong.add(command.place() + ": no option " + option + " of " + words[1]);
          }
        } else if (words[1].equals("run") && option.matches("[a-z./].*")) {
          break; // the program's own words
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(seen).isGreaterThan(20);
  }

  /** The test can fail: on a command that does not work, and on output that is not printed. */
  @Test
  void aCommandThatFailsIsNoticed() throws Exception {
    List<Command> commands =
        DocumentedCommands.inBlocks(
            "x.md",
            List.of("# A", "```", "./sooth analyse x", "```", "prints", "```", "5 races", "```"));
    assertThat(commands)
        .containsExactly(new Command("x.md:3", "./sooth analyse x", List.of("5 races")));
    assertThat(firstMissing(List.of("5 races", "end"), "7 races\nx\nend\n")).isNull();
    assertThat(firstMissing(List.of("5 races", "end"), "7 races\n")).isEqualTo("end");
    assertThat(firstMissing(List.of("5 races"), "no races\n")).isEqualTo("5 races");
  }

  /** The example of json.md is what the command prints, but for times. */
  @Test
  void theExampleOfJsonIsPrinted() throws IOException {
    String document = Files.readString(ROOT.resolve("docs/json.md"), StandardCharsets.UTF_8);
    Matcher block = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(document);
    assertThat(block.find()).isTrue();
    String trace = ROOT.resolve("examples/traces/hidden.std").toString();
    String printed = Cli.run("analyze", "-w", "-f", "jsonl", trace).out();
    assertThat(withoutTimes(printed.replace(trace, "examples/traces/hidden.std")))
        .isEqualTo(withoutTimes(block.group(1)));
  }

  private static String withoutTimes(String json) {
    return json.replaceAll("\\s", "")
        .replace("-SNAPSHOT", "")
        .replaceAll("\"(millis|reading|detection|proof|report|whole)\":\\d+", "\"$1\":0");
  }
}
