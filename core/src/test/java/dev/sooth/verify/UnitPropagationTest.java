package dev.sooth.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Watched literals find what looking at every clause again and again finds. */
class UnitPropagationTest {
  private static final int RUNS = 1_000;

  @Test
  void agreesWithLookingAtAllClauses() {
    int[] answers = new int[3]; // does not follow, follows, contradiction
    long seed = Seeds.orElse(20_260_101);
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(seed + run);
      int variables = 2 + random.nextInt(12);
      UnitPropagation known = new UnitPropagation(variables);
      List<int[]> clauses = new ArrayList<>();
      for (int i = 0; i < 6 * variables; i++) {
        int[] asked = clause(variables, 4, random);
        boolean follows = contradict(variables, clauses, asked);
        assertThat(known.implies(asked))
            .as("seed %d: %s after %d clauses", seed + run, Arrays.toString(asked), clauses.size())
            .isEqualTo(follows);
        answers[follows ? 1 : 0]++;
        int[] added = clause(variables, 5, random);
        clauses.add(added);
        known.add(added);
        assertThat(known.contradiction())
            .as("seed %d: %d clauses", seed + run, clauses.size())
            .isEqualTo(contradict(variables, clauses, new int[0]));
      }
      answers[2] += known.contradiction() ? 1 : 0;
    }
    assertThat(answers[0]).isGreaterThan(RUNS);
    assertThat(answers[1]).isGreaterThan(RUNS);
    assertThat(answers[2]).isBetween(RUNS / 20, RUNS - RUNS / 20);
  }

  private static int[] clause(int variables, int longest, Random random) {
    int size = random.nextInt(8) == 0 ? 1 : 2 + random.nextInt(longest - 1);
    return random.ints(size, 0, 2 * variables).distinct().toArray();
  }

  /** Whether these clauses and the negation of one more contradict each other. */
  private static boolean contradict(int variables, List<int[]> clauses, int[] negated) {
    boolean[] isFalse = new boolean[2 * variables]; // by literal
    for (int literal : negated) {
      isFalse[literal] = true;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int literal = 0; literal < isFalse.length; literal++) {
        if (isFalse[literal] && isFalse[literal ^ 1]) {
          return true;
        }
      }
      for (int[] clause : clauses) {
        int[] open = Arrays.stream(clause).filter(l -> !isFalse[l]).toArray();
        if (open.length == 0) {
          return true;
        }
        if (open.length == 1 && !isFalse[open[0] ^ 1]) {
          isFalse[open[0] ^ 1] = true;
          changed = true;
        }
      }
    }
    return false;
  }
}
