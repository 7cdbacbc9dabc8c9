package dev.sooth.agent.online;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairStoreTest {
  @TempDir Path folder;
  private final List<String> warnings = new ArrayList<>();

  private PairStore store() {
    return new PairStore(folder.resolve("sub/pairs"), warnings::add);
  }

  @Test
  void aPairIsFrequentIfTheLastExecutionsHaveSeenIt() throws IOException {
    assertThat(store().read().frequent(1)).isEmpty();
    store().change(pairs -> pairs.with(Set.of(1L, -2L)));
    assertThat(store().read().frequent(1)).containsExactlyInAnyOrder(1L, -2L);
    assertThat(store().read().frequent(2)).isEmpty();
    store().change(pairs -> pairs.with(Set.of(-2L, 3L)));
    assertThat(store().read().frequent(1)).containsExactlyInAnyOrder(-2L, 3L);
    assertThat(store().read().frequent(2)).containsExactly(-2L);
    assertThat(store().read().executions()).isEqualTo(2);
    assertThat(store().read().pruned(1).pairs()).containsOnlyKeys(-2L, 3L);
    for (int i = 0; i < 64; i++) {
      store().change(pairs -> pairs.with(Set.of(3L)));
    }
    assertThat(store().read().pairs()).as("long not seen").containsOnlyKeys(3L);
  }

  @Test
  void twoFilesBecomeOne() {
    PairStore.Pairs one = PairStore.Pairs.NONE.with(Set.of(1L, 2L));
    PairStore.Pairs other = PairStore.Pairs.NONE.with(Set.of(2L, 3L));
    assertThat(one.and(other).pairs()).containsOnlyKeys(1L, 2L, 3L);
    assertThat(one.and(other).executions()).isEqualTo(2);
  }

  @Test
  void aBrokenFileIsMovedAside() throws IOException {
    store().change(pairs -> pairs.with(Set.of(1L, 2L, 3L)));
    Path file = folder.resolve("sub/pairs");
    String whole = Files.readString(file);
    int broken = 0;
    for (String text :
        List.of("", "x", whole.substring(0, whole.length() - 3), whole.replace("1 1", "1 2"))) {
      Files.writeString(file, text);
      assertThat(store().read().pairs()).as(text).isEmpty();
      assertThat(file).doesNotExist();
      assertThat(warnings).hasSize(++broken);
      assertThat(folder.resolve("sub/pairs.broken-" + broken)).content().isEqualTo(text);
    }
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(store().read().pairs()).isEmpty();
    store().change(pairs -> pairs.with(Set.of(4L)));
    assertThat(store().read().pairs()).containsOnlyKeys(4L);
  }

  /** Merges pairs of its own, one after the other: first, first + 1, … */
  public static final class Merger {
    private Merger() {}

    public static void main(String[] args) throws IOException {
      PairStore store = new PairStore(Path.of(args[0]), System.err::println);
      long first = Long.parseLong(args[1]);
      for (long i = 0; i < Long.parseLong(args[2]); i++) {
        long pair = first + i;
        store.change(pairs -> pairs.and(PairStore.Pairs.NONE.with(Set.of(pair))));
        System.out.println(pair);
      }
    }
  }

  private Process merger(Path file, int number, int pairs) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Merger.class.getName(),
            file.toString(),
            Long.toString(1000L * number),
            Integer.toString(pairs))
        .redirectOutput(folder.resolve("merged-" + number).toFile())
        .redirectError(folder.resolve("errors-" + number).toFile())
        .start();
  }

  /** Four processes at once, two of which are killed: what was merged stays, and nothing breaks. */
  @Test
  void whatIsMergedIsNotLost() throws IOException, InterruptedException {
    Path file = folder.resolve("sub/pairs");
    Files.createDirectories(file.getParent());
    List<Process> processes = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      processes.add(merger(file, i, i <= 2 ? 30 : 1_000_000));
    }
    for (int i = 0; i < 2; i++) {
      assertThat(processes.get(i).waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
    for (Process endless : processes.subList(2, 4)) {
      endless.destroyForcibly().waitFor();
    }
    Set<Long> kept = store().read().pairs().keySet();
    int merged = 0;
    for (int i = 1; i <= 4; i++) {
      assertThat(folder.resolve("errors-" + i)).isEmptyFile();
      String said = Files.readString(folder.resolve("merged-" + i));
      try (Stream<String> lines = said.substring(0, said.lastIndexOf('\n') + 1).lines()) {
        List<Long> own = lines.map(Long::parseLong).toList();
        assertThat(kept).containsAll(own);
        merged += own.size();
      }
    }
    assertThat(merged).isGreaterThanOrEqualTo(60);
    assertThat(warnings).isEmpty();
  }
}
