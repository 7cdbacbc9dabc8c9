package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server of 16 threads under {@code atexrace}: what the checks keep does not grow with what the
 * server has dropped, and nothing is reported. {@code -Dsooth.soak.seconds=3600} is the long form.
 */
class SoakIT {
  private static final long SECONDS = Long.getLong("sooth.soak.seconds", 0);
  private static final int REQUESTS = SECONDS > 0 ? 50_000 : 1500; // a round
  private static final int ROUNDS = 18;
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  @Test
  void theHeapStaysAsItIs() throws IOException, InterruptedException {
    Path source = Cli.root().resolve("bench/soak/SoakServer.java");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", folder.toString(), source.toString());
    assertThat(compiled).isZero();
    String agent =
        "-javaagent:%s=online=atexrace,out=%s,pairs=%s"
            .formatted(
                Cli.root().resolve("cli/target/sooth.jar"),
                folder.resolve("out/trace.sooth"),
                folder.resolve("pairs"));
    Cli.Result run =
        Processes.run(
            folder,
            Map.of(),
            List.of(
                JAVA,
                "-Xmx300m",
                "-XX:+UseSerialGC",
                agent,
                "-cp",
                folder.toString(),
                "SoakServer",
                Integer.toString(REQUESTS),
                Integer.toString(ROUNDS),
                Long.toString(SECONDS)));
    System.out.println(run.out());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("atexrace: 0 pairs of racing lines").doesNotContain("stopped");
    List<long[]> rounds = run.out().lines().map(SoakIT::numbers).toList();
    assertThat(rounds).hasSizeGreaterThanOrEqualTo(SECONDS > 0 ? 6 : ROUNDS);
    // Tables fill at first, and grow in steps; so thirds are compared, by their least.
    long middle = least(rounds, 1);
    long last = least(rounds, 2);
    long slack = SECONDS > 0 ? 0 : 2 << 20; // in few requests what is allowed weighs more
    assertThat(last).as(run.out()).isLessThanOrEqualTo(middle + middle / 20 + slack);
  }

  private static long[] numbers(String line) {
    String[] words = line.split(" ", -1);
    long[] numbers = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      numbers[i] = Long.parseLong(words[i]);
    }
    return numbers;
  }

  /** The least heap in a third of the rounds. */
  private static long least(List<long[]> rounds, int third) {
    int from = rounds.size() * third / 3;
    int to = rounds.size() * (third + 1) / 3;
    return rounds.subList(from, to).stream().mapToLong(round -> round[2]).min().orElseThrow();
  }
}
