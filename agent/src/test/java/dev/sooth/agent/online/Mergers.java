package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.online.PairStore.Pairs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ten processes that merge into one store all the time. One after the other is killed at a random
 * moment in which it does, and replaced: {@code -Dsooth.repetitions=200} kills so many.
 */
final class Mergers {
  private static final int PROCESSES = 10;
  private static final int KILLS = Math.max(5, Integer.getInteger("sooth.repetitions", 5));
  private static final int LONGEST_PAUSE_MILLIS = 200;

  private final Path folder;
  private final String store;
  private final Random random;
  private final long seed;
  private int started;

  Mergers(Path folder, String store) {
    this.folder = folder;
    this.store = store;
    String given = System.getProperty("sooth.seed", "");
    seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
    random = new Random(seed);
  }

  /** Merges pairs of its own in turn, each as one execution, and says each when it is merged. */
  public static final class Merger {
    private static final int PAIRS = 20;

    private Merger() {}

    public static void main(String[] args) throws IOException {
      ManagedPairs store = PairStore.at(args[0], System.err::println);
      long first = Long.parseLong(args[1]);
      for (long i = 0; ; i++) {
        long pair = first + i % PAIRS;
        store.merge(new Pairs(1, Map.of(pair, 1L)));
        System.out.write((pair + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
        System.out.flush();
      }
    }
  }

  /** One of the processes. */
  private record Numbered(int number, Process process) {}

  void run() throws IOException, InterruptedException {
    List<Numbered> running = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        running.add(start());
      }
      for (int kill = 0; kill < KILLS; kill++) {
        Numbered victim = running.get(random.nextInt(PROCESSES));
        awaitMerge(victim.number()); // from then on it merges all the time
        Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
        assertThat(victim.process().destroyForcibly().waitFor()).isNotZero();
        running.remove(victim);
        running.add(start());
      }
      awaitMerge(started); // the last one works, too: nobody was left holding a lock
      assertThat(running).as("seed " + seed).allMatch(one -> one.process().isAlive());
    } finally {
      for (Numbered one : running) {
        one.process().destroyForcibly().waitFor();
      }
    }
    check();
  }

  private void check() throws IOException {
    List<String> warnings = new ArrayList<>();
    Pairs kept = PairStore.at(store, warnings::add).read();
    Set<Long> merged = new TreeSet<>();
    long merges = 0;
    for (int i = 1; i <= started; i++) {
      assertThat(folder.resolve("errors-" + i)).as("seed " + seed).isEmptyFile();
      List<Long> own = merged(i);
      merged.addAll(own);
      merges += own.size();
    }
    System.out.printf("%,d merges by %d processes, %d killed%n", merges, started, KILLS);
    assertThat(warnings).isEmpty();
    assertThat(kept.pairs().keySet()).as("seed " + seed).containsAll(merged);
    // Of each process the last merge may have come without its word.
    assertThat(kept.executions()).as("seed " + seed).isBetween(merges, merges + started);
  }

  private List<Long> merged(int number) throws IOException {
    String said = Files.readString(folder.resolve("merged-" + number));
    return said.substring(0, said.lastIndexOf('\n') + 1).lines().map(Long::parseLong).toList();
  }

  private void awaitMerge(int number) throws IOException, InterruptedException {
    while (merged(number).isEmpty()) {
      assertThat(folder.resolve("errors-" + number)).isEmptyFile();
      Thread.sleep(10);
    }
  }

  private Numbered start() throws IOException {
    int number = ++started;
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Merger.class.getName(),
                store,
                Long.toString(1000L * number))
            .redirectOutput(folder.resolve("merged-" + number).toFile())
            .redirectError(folder.resolve("errors-" + number).toFile());
    return new Numbered(number, builder.start());
  }
}
