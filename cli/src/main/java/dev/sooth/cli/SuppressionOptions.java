package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.race.Suppressions;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which races are not said. */
final class SuppressionOptions {
  @Option(
      names = "--suppressions",
      paramLabel = "FILE",
      description =
          "Do not say the races that a line race:PATTERN of this file matches, as"
              + " ThreadSanitizer's; until=YYYY-MM-DD behind it is its last day.")
  private String file;

  boolean any() {
    return file != null;
  }

  /** What the file holds; nothing without one. */
  Suppressions read() {
    if (file == null) {
      return Suppressions.NONE;
    }
    try {
      return Suppressions.read(Path.of(file));
    } catch (IOException e) {
      throw new FailedException(Failure.of(e, file));
    }
  }

  /** As an option of the agent, with a comma before it. */
  String ofTheAgent() {
    return file == null
        ? ""
        : ",suppressions=" + RunCommand.escaped(Path.of(file).toAbsolutePath().toString());
  }
}
