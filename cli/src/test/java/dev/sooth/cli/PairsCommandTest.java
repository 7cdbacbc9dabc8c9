package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.online.PairStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class PairsCommandTest {
  @TempDir Path folder;

  private String store(String name, Set<Long> first, Set<Long> second) throws IOException {
    Path file = folder.resolve(name);
    PairStore store = PairStore.at(file.toString(), text -> {});
    store.add(first);
    store.add(second);
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
    for (String mode : List.of("fasttrack", "literace", "shb")) {
      Cli.Result refused = Cli.run("run", "--online", mode, "--pairs", "p", "A.java");
      assertThat(refused.status()).isEqualTo(64);
      assertThat(refused.err()).contains("--pairs and --frequent need --online atexrace");
    }
    assertThat(Cli.run("run", "--online", "literace", "--record-only", "A.java").err())
        .contains("--record-only goes with --online fasttrack, not literace");
  }

  /** The agent would say so only when the JVM has started. */
  @Test
  void wrongValuesAreRefusedBeforeTheProgramStarts() {
    for (String[] wrong :
        new String[][] {
          {"--exit-code", "300", "--exit-code=300, expected 0 to 255"},
          {"--shadow-memory", "lots", "--shadow-memory=lots, expected a number such as"},
          {"--frequent", "0", "--frequent=0, expected 1 to 64"},
          {"--frequent", "65", "--frequent=65, expected 1 to 64"},
          {"--pairs", "jdbc:mysql://h/d", "--pairs=jdbc:mysql://h/d, expected a file or jdbc:p"},
          {"--max-events", "many", "--max-events=many, expected a number such as"},
        }) {
      Cli.Result refused =
          Cli.run(
              "run",
              "--online",
              "atexrace",
              "-o",
              folder.resolve("out").toString(),
              wrong[0],
              wrong[1],
              Cli.root().resolve("examples/programs/account/Account.java").toString());
      assertThat(refused.status()).as(wrong[0]).isEqualTo(64);
      assertThat(refused.err()).contains(wrong[2]).doesNotContain("summary", "sum up");
    }
  }

  @Test
  void aWrongFileOfSuppressionsIsRefusedWithItsLine() throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong"), "race:A\nA.b\n");
    Cli.Result refused =
        Cli.run("run", "--online", "fasttrack", "--suppressions", wrong.toString(), "A.java");
    assertThat(refused.status()).isEqualTo(65);
    assertThat(refused.err()).contains(wrong + ":2: 'A.b', expected race:PATTERN");
    String none = folder.resolve("none").toString();
    Cli.Result missing = Cli.run("run", "--online", "shb", "--suppressions", none, "A.java");
    assertThat(missing.status()).isEqualTo(74);
    assertThat(Cli.run("run", "--suppressions", none, "A.java").status()).isEqualTo(74);
  }
}
