package dev.sooth.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.maven.project.MavenProject;

/** Where a project's reports are, and what its JVMs have recorded. */
final class SuiteFolder {
  private SuiteFolder() {}

  static Path of(MavenProject project) {
    return Path.of(project.getBuild().getDirectory(), "sooth").toAbsolutePath();
  }

  /** A file as old as the recordings at most. */
  static Path started(Path folder) {
    return folder.resolve(".started");
  }

  /** When this file was written, for people. */
  static String time(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static Path jvms(Path folder) {
    return folder.resolve("jvms");
  }

  /** What an earlier build has left would be reported again. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
