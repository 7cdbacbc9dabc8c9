package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VirtualThreadsTest {
  /**
   * The JVM's thread that makes virtual threads run again must not wait for a monitor that is meant
   * for one of them next. It did in one run of ten.
   */
  @Test
  void manyTasksEnd(@TempDir Path folder) throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "needs virtual threads");
    Path classes = AgentRun.compile(folder, AgentRun.program("ManyTasks"));
    for (int i = 0; i < 10; i++) {
      AgentRun run = AgentRun.run(classes, "ManyTasks", folder, "", List.of());
      assertThat(run.status).as(run.err).isZero();
      assertThat(run.out).isEqualTo("30000" + System.lineSeparator());
      assertThat(run.races()).isEmpty();
    }
  }
}
