package dev.sooth.agent.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** What the program calls benign, beside its trace: somebody may read it at any time. */
final class BenignFile {
  private final Path file;
  private int kept; // lines that stand in it; guarded by this

  BenignFile(Path trace) {
    file = trace.resolveSibling("benign.txt");
  }

  /** The same as {@link #keep}; where it cannot be, a race is said that need not be. */
  void keepIfPossible(List<String> lines) {
    try {
      keep(lines);
    } catch (IOException e) {
      // The folder may have been removed. It is tried again at the end, and said then.
    }
  }

  /** Writes the lines, the first of which stand there already, if there are more. */
  synchronized void keep(List<String> lines) throws IOException {
    if (lines.size() > kept) {
      Path part = file.resolveSibling("benign.part");
      Files.write(part, lines);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      kept = lines.size();
    }
  }
}
