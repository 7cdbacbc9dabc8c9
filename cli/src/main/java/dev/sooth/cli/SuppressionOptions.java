package dev.sooth.cli;

import dev.sooth.analysis.Failure;
import dev.sooth.race.Suppressions;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

  /** What the programs of these traces call benign, as their recording has left it beside them. */
  static List<String> annotated(List<String> traces) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String trace : traces) {
      if (trace.equals("-")) {
        continue; // nothing stands beside a pipe
      }
      File file = new File(new File(trace).getAbsoluteFile().getParentFile(), "benign.txt");
      if (file.isFile()) { // else also where the trace's name is none, which others say
        byte[] bytes = Files.readAllBytes(file.toPath());
        lines.addAll(new String(bytes, StandardCharsets.UTF_8).lines().toList());
      }
    }
    return lines;
  }
}
