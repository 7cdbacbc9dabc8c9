package dev.sooth.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/**
 * Files that the user has named. A path that is not absolute is one below the module, as elsewhere
 * in Maven, else below the folder in which Maven was started, else below that of the whole build: a
 * file for all modules is named once, on the command line or in the POM of the parent.
 */
record UserFiles(List<Path> folders) {
  static UserFiles of(MavenProject project, MavenSession session) {
    List<Path> folders = new ArrayList<>();
    folders.add(project.getBasedir().toPath());
    folders.add(Path.of(session.getExecutionRootDirectory()));
    File whole = session.getRequest().getMultiModuleProjectDirectory();
    if (whole != null) {
      folders.add(whole.toPath());
    }
    return new UserFiles(folders);
  }

  /**
   * The file, or null if none is named.
   *
   * @throws NoSuchFileException if it is in none of the folders
   */
  Path find(String name) throws NoSuchFileException {
    if (name == null) {
      return null;
    }
    for (Path folder : folders) {
      Path file = folder.resolve(name);
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new NoSuchFileException(folders.get(0).resolve(name).toString());
  }
}
