package dev.sooth.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the traces recorded by other projects are: not part of this project, and tests on them are
 * skipped when the folder is absent. System property {@code sooth.shared}, else the folder {@code
 * shared} beside the root of the repository.
 */
public final class SharedFolder {
  private SharedFolder() {}

  /** This subfolder of the shared folder, or nothing. */
  public static Optional<Path> find(String subfolder) {
    String shared = System.getProperty("sooth.shared", "");
    String root = System.getProperty("sooth.root", "");
    Path folder =
        !shared.isEmpty()
            ? Path.of(shared)
            : Path.of(root).toAbsolutePath().resolveSibling("shared");
    return Optional.of(folder.resolve(subfolder)).filter(Files::isDirectory);
  }
}
