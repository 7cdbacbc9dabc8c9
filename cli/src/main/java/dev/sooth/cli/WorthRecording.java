package dev.sooth.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The classes that a run with checks has found to deserve a recording. */
final class WorthRecording {
  /** Beside the other files of a JVM, a name in each line. */
  private static final String FILE = "worth-recording.txt";

  private static final int SHOWN = 8;

  private WorthRecording() {}

  /** Those of all JVMs of a run. */
  static Set<String> in(Path folder) throws IOException {
    List<Path> folders = new ArrayList<>(List.of(folder));
    for (RecordedProcess process : RecordedProcess.in(folder)) {
      folders.add(process.folder());
    }
    Set<String> classes = new TreeSet<>();
    for (Path each : folders) {
      Path file = each.resolve(FILE);
      if (Files.exists(file)) {
        classes.addAll(Files.readAllLines(file));
      }
    }
    return classes;
  }

  /** Some of them, for people. */
  static String text(Set<String> classes) {
    List<String> first = classes.stream().limit(SHOWN).toList();
    int more = classes.size() - first.size();
    return String.join(", ", first) + (more > 0 ? " and " + more + " more" : "");
  }
}
