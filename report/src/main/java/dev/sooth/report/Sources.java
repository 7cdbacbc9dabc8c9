package dev.sooth.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds source files in the folders that the user named. A trace says which files those are and can
 * say anything: nothing outside of these folders is read, neither by {@code ..} nor by a link.
 */
public final class Sources {
  /** There are none. */
  public static final Sources NONE = new Sources(List.of());

  private static final long LARGEST = 4L << 20;

  /**
   * A source file that is there.
   *
   * @param path relative to the folder we run in if it is below it, else to the folder of sources
   */
  record Found(String path, List<String> lines) {}

  private final List<Path> folders;
  private final Map<String, Optional<Found>> known = new HashMap<>();

  /** Looks in these folders, in this order. */
  public Sources(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /** The file of a location; empty if there is none in the folders. */
  Optional<Found> find(Spot spot) {
    if (folders.isEmpty() || spot.file().isEmpty()) {
      return Optional.empty();
    }
    return known.computeIfAbsent(spot.path(), path -> read(path, spot.file()));
  }

  private Optional<Found> read(String path, String file) {
    for (Path folder : folders) {
      Optional<Found> found = read(folder, path);
      if (found.isEmpty() && !file.equals(path)) {
        found = read(folder, file); // the folder may be that of the package
      }
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Found> read(Path folder, String path) {
    try {
      Path root = folder.toRealPath();
      Path file = root.resolve(path).normalize();
      if (!file.startsWith(root) || !Files.isRegularFile(file)) {
        return Optional.empty();
      }
      Path real = file.toRealPath();
      if (!real.startsWith(root) || Files.size(real) > LARGEST) {
        return Optional.empty();
      }
      // Any bytes are a text in this encoding: a file in another one than UTF-8 is no error.
      String text = new String(Files.readAllBytes(real), StandardCharsets.UTF_8);
      return Optional.of(new Found(name(root, real), text.lines().toList()));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // a report without this source is better than none
    }
  }

  private static String name(Path root, Path file) throws IOException {
    Path here = Path.of("").toRealPath();
    Path relative = file.startsWith(here) ? here.relativize(file) : root.relativize(file);
    return relative.toString().replace('\\', '/');
  }
}
