package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.trace.format.ValueCheck;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every read of the trace reads the value of the last write before it, however racy the run. */
class FaithfulOrderTest {
  /** Events of one round of one thread in {@code Hammer}, to size the run. */
  private static final int EVENTS_A_ROUND = 60;

  @Test
  void sixteenThreadsOnFewLocations(@TempDir Path folder) throws Exception {
    // Ten million events with -Dsooth.hammer=10000000; fewer in a build on two cores.
    long wanted = Long.getLong("sooth.hammer", 1_000_000);
    long rounds = wanted / (16 * EVENTS_A_ROUND) + 1;
    AgentRun run = AgentRun.ofProgram("Hammer", folder, "values=true", "16", "" + rounds);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done true\n");
    ValueCheck check = ValueCheck.run(run.source());
    System.out.println(
        "hammer: "
            + run.err.lines().findFirst().orElse("")
            + ", "
            + check.checked()
            + " reads checked");
    assertThat(check.complaints()).isEmpty();
    assertThat(check.wrong()).isZero();
    assertThat(check.checked()).isGreaterThan(wanted / 5);
  }

  /** The same of what is left when accesses that repeat are left out. */
  @Test
  void whatIsLeftOutDoesNotChangeWhatIsRead(@TempDir Path folder) throws Exception {
    AgentRun run = AgentRun.ofProgram("Drum", folder, "values=true,repeats=false", "1500");
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo("done true\n");
    assertThat(run.err).contains("left out: ");
    ValueCheck check = ValueCheck.run(run.source());
    System.out.println("drum: " + run.err.lines().limit(2).toList() + ", " + check.checked());
    assertThat(check.complaints()).isEmpty();
    assertThat(check.wrong()).isZero();
    assertThat(check.checked()).isGreaterThan(10_000);
  }
}
