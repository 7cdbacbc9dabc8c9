package dev.sooth.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Paths for options in which some characters have a meaning that cannot be escaped. */
final class PlainPath {
  private PlainPath() {}

  /** The path, or, if it has the character in it, that of a link to it, there until we end. */
  static String without(String character, Path path) throws IOException {
    if (!path.toString().contains(character)) {
      return path.toString();
    }
    Path folder = Files.createTempDirectory("sooth-link");
    Path link = folder.resolve("link" + (Files.isDirectory(path) ? "" : ".jar"));
    if (link.toString().contains(character)) {
      throw new FileSystemException(
          path.toString(), null, "a path with '" + character + "' cannot be given to a JVM");
    }
    folder.toFile().deleteOnExit();
    link.toFile().deleteOnExit(); // before the folder: in reverse order
    Files.createSymbolicLink(link, path.toAbsolutePath());
    return link.toString();
  }
}
