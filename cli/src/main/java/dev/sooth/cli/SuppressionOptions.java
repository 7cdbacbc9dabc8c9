package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.race.Suppressions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Which races are not said while the program runs.
 *
 * @param file of --suppressions, or null
 */
record SuppressionOptions(String file) {
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
