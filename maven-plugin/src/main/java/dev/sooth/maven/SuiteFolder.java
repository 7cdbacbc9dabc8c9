package dev.sooth.maven;

import java.nio.file.Path;
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

  static Path jvms(Path folder) {
    return folder.resolve("jvms");
  }
}
