package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.online.PairStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairsCommandTest {
  @TempDir Path folder;

  private String store(String name, Set<Long> first, Set<Long> second) throws IOException {
    Path file = folder.resolve(name);
    PairStore store = new PairStore(file, text -> {});
    store.change(pairs -> pairs.with(first).with(second));
    return file.toString();
  }

  @Test
  void pairsAreShownMergedAndPruned() throws IOException {
    String one = store("one", Set.of(1L, 2L), Set.of(2L));
    String other = store("other", Set.of(3L), Set.of(2L));
    assertThat(Cli.run("pairs", "show", one).out())
        .isEqualTo(
            one
                + ": 2 executions, 2 pairs of methods, 1 in the last execution, 1 in the last two\n");
    assertThat(Cli.run("pairs", "merge", one, other).out()).contains("4 executions, 3 pairs");
    Cli.Result pruned = Cli.run("pairs", "prune", one, "--unseen", "1");
    assertThat(pruned.status()).as(pruned.err()).isZero();
    assertThat(pruned.out()).contains(" 1 pair of methods");
  }

  @Test
  void whatIsWrongIsSaid() throws IOException {
    assertThat(Cli.run("pairs", "show", folder.resolve("none").toString()).status()).isEqualTo(74);
    assertThat(Cli.run("pairs", "merge", "one").status()).isEqualTo(64);
    assertThat(Cli.run("pairs", "forget").status()).isEqualTo(64);
    assertThat(Cli.run("pairs", "prune", "x", "--unseen", "0").status()).isEqualTo(64);
    Path broken = folder.resolve("broken");
    Files.writeString(broken, "rubbish");
    Cli.Result shown = Cli.run("pairs", "show", broken.toString());
    assertThat(shown.status()).isEqualTo(65);
    assertThat(shown.err())
        .contains(broken + ": not a file of pairs, line 1: expected 'sooth-pairs 1'");
    assertThat(
            Cli.run("pairs", "merge", store("one", Set.of(1L), Set.of(1L)), broken.toString())
                .status())
        .isEqualTo(65);
    assertThat(broken).hasContent("rubbish");
  }

  @Test
  void optionsOfChecksNeedThem() {
    assertThat(Cli.run("run", "--halt-on-error", "A.java").err())
        .contains("need --online fasttrack");
    assertThat(Cli.run("run", "--online", "literace", "--record-only", "A.java").err())
        .contains("--record-only goes with --online fasttrack, not literace");
  }
}
