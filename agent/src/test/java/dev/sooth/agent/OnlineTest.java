package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.AgentRun.Found;
import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Detection in the process of the program finds what the same engine finds in the trace. */
class OnlineTest {
  private static final Pattern SAID =
      Pattern.compile(
          "\\w+: race on (.*?)(@.*?)?: \\w+ by thread .*? at (.*) with \\w+ by thread .*? at (.*)");

  @TempDir Path folder;

  static Stream<Engine> streaming() {
    return Engines.all().stream().filter(Engine::streaming);
  }

  @ParameterizedTest
  @MethodSource("streaming")
  void findsWhatIsInTheTrace(Engine engine) throws IOException, InterruptedException {
    AgentRun run = AgentRun.ofProgram("Hm", folder, "jitter=1,online=" + engine.id());
    assertThat(run.status).as(run.err).isZero();
    Set<String> said = said();
    Set<String> inTrace = new TreeSet<>();
    for (Found race : run.races(engine)) {
      inTrace.add(race.toString());
    }
    assertThat(said).isEqualTo(inTrace).isNotEmpty();
    assertThat(run.err).contains("while running: " + engine.id() + " found ");
  }

  @Test
  void noTraceIsWrittenIfNoneIsWanted() throws IOException, InterruptedException {
    AgentRun run = AgentRun.ofProgram("Hm", folder, "trace=false,online=shb");
    assertThat(run.status).as(run.err).isZero();
    assertThat(said()).isNotEmpty();
    assertThat(run.trace).doesNotExist();
  }

  @Test
  void whatCannotBeDoneIsSaidBeforeTheProgramStarts() throws IOException, InterruptedException {
    for (String options : List.of("trace=false", "online=osr", "online=none", "trace=maybe")) {
      AgentRun run = AgentRun.ofProgram("Hm", folder, options);
      assertThat(run.status).as(options).isEqualTo(64);
      assertThat(run.err).as(options).contains("sooth: ").contains(options.replaceAll(",.*", ""));
    }
  }

  private Set<String> said() throws IOException {
    Set<String> said = new TreeSet<>();
    for (String line : Files.readAllLines(folder.resolve("online.txt"))) {
      Matcher matcher = SAID.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      said.add(new Found(matcher.group(1), matcher.group(3), "", matcher.group(4), "").toString());
    }
    return said;
  }
}
