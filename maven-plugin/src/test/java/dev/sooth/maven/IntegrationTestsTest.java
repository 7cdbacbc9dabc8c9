package dev.sooth.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Failsafe has written of the tests is read as its own goal {@code verify} reads it. */
class IntegrationTestsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "false, 0, 0, '', false",
    "false, 1, 0, '', true",
    "false, 0, 2, '', true",
    "true, 0, 0, '', true",
    "false, 0, 0, The forked VM terminated without saying properly goodbye, true"
  })
  void haveFailed(String timeout, int errors, int failures, String message, boolean failed)
      throws Exception {
    Path summary =
        Files.writeString(
            folder.resolve("failsafe-summary.xml"),
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <failsafe-summary xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" result="0" timeout="%s">
              <completed>3</completed><errors>%d</errors><failures>%d</failures><skipped>1</skipped>
              <failureMessage>%s</failureMessage>
            </failsafe-summary>
            """
                .formatted(timeout, errors, failures, message));
    assertThat(IntegrationTests.failed(summary)).isEqualTo(failed);
  }
}
