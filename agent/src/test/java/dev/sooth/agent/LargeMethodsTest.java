package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A method that is hard to instrument must not keep the locks of the others from being seen. */
class LargeMethodsTest {
  private static final String BRANCHES =
      """
          try {
            switch ((x + %1$d) %% 5) {
              case 0: synchronized (LOCK) { sum += x; } break;
              case 1: synchronized (LOCK) { if (sum %% 97 == %1$d) throw new IllegalStateException(); } break;
              case 3: for (int j = 0; j < 3; j++) { synchronized (LOCK) { sum ^= j; } if (j == x %% 4) continue; } break;
              default: n += %1$d;
            }
          } catch (IllegalStateException e) { synchronized (LOCK) { sum++; } } finally { n++; }
      """;

  private static final String SECTIONS =
      "    try { synchronized (LOCK) { sum += x; } } finally { n++; }\n";

  @TempDir Path folder;

  private AgentRun run(String part, int times) throws IOException, InterruptedException {
    StringBuilder huge = new StringBuilder();
    for (int i = 0; i < times; i++) {
      huge.append(part.formatted(i));
    }
    Path source = folder.resolve("Large.java");
    Files.writeString(
        source,
        """
        public class Large {
          static final Object LOCK = new Object();
          static long sum;

          static long huge(int x) {
            int n = 0;
        %s    return n;
          }

          static synchronized void locked(Other other) {
            other.value++;
          }

          static class Other {
            int value;
          }

          public static void main(String[] args) throws InterruptedException {
            Other other = new Other();
            Thread[] threads = new Thread[2];
            for (int i = 0; i < 2; i++) {
              threads[i] = new Thread(() -> { for (int k = 0; k < 50; k++) { locked(other); } });
              threads[i].start();
            }
            for (Thread thread : threads) {
              thread.join();
            }
            System.out.println(other.value + " " + (huge(1) > 0));
          }
        }
        """
            .formatted(huge));
    Path classes = AgentRun.compile(folder, source);
    return AgentRun.run(classes, "Large", folder, "", List.of());
  }

  @Test
  void manyBranchesAndHandlersAreInstrumented() throws Exception {
    AgentRun run = run(BRANCHES, 100);
    assertThat(run.out).as(run.err).isEqualTo("100 true" + System.lineSeparator());
    assertThat(run.err).contains(" 0 failed");
    assertThat(run.races()).isEmpty();
  }

  @Test
  void aMethodThatDoesNotFitStaysAloneAsItIs() throws Exception {
    AgentRun run = run(SECTIONS, 1300);
    assertThat(run.out).as(run.err).isEqualTo("100 true" + System.lineSeparator());
    assertThat(run.err).contains("Large.huge").contains("not even its synchronisation");
    assertThat(run.races()).isEmpty();
  }
}
