package dev.sooth.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One JVM that was recorded below a command: its folder, named by its process, in the folder of the
 * run.
 *
 * @param number counted from 1, in the order of the starts
 * @param command the number of the process, its main class and arguments
 */
record RecordedProcess(int number, Path folder, String command) {
  private static final String LEFT_OUT = "left-out.txt"; // in the folder of the run

  private static final Pattern NAME = Pattern.compile("\\d+(-\\d+)?");

  /** What the recording of one JVM leaves. */
  static final List<String> OF_A_JVM =
      List.of(
          "trace.sooth",
          "recording.txt",
          "not-observed.txt",
          "benign.txt",
          "process.txt",
          "worth-recording.txt",
          "online.txt");

  private static final List<String> AND_WHILE_IT_RUNS =
      List.of("stuck.txt", "benign.part", ".running");

  Path trace() {
    return folder.resolve("trace.sooth");
  }

  /** Those of a run. */
  static List<RecordedProcess> in(Path folder) throws IOException {
    List<Path> folders = folders(folder);
    List<Started> started = new ArrayList<>();
    for (Path each : folders) {
      Path about = each.resolve("process.txt");
      if (Files.exists(about)) {
        started.add(new Started(each, Files.getLastModifiedTime(about).toMillis()));
      }
    }
    started.sort(Comparator.comparingLong(Started::millis).thenComparing(Started::folder));
    List<RecordedProcess> processes = new ArrayList<>();
    for (Started each : started) {
      String command =
          Files.readString(each.folder().resolve("process.txt"), StandardCharsets.UTF_8).strip();
      processes.add(new RecordedProcess(processes.size() + 1, each.folder(), command));
    }
    return processes;
  }

  /** The numbers and main classes of the JVMs that were not recorded. */
  static List<String> leftOut(Path folder) throws IOException {
    Path file = folder.resolve(LEFT_OUT);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** Whether a line of those is about Maven itself. */
  static boolean isMaven(String leftOut) {
    return leftOut.contains("plexus.classworlds.") || leftOut.contains(" org.mvndaemon.");
  }

  private record Started(Path folder, long millis) {}

  private static List<Path> folders(Path folder) throws IOException {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, Files::isDirectory)) {
      for (Path each : all) {
        if (NAME.matcher(each.getFileName().toString()).matches()) {
          folders.add(each);
        }
      }
    }
    return folders;
  }

  /** Deletes what an earlier run has left in the folder. */
  static void deleteOld(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(LEFT_OUT));
    for (Path old : folders(folder)) {
      if (Files.exists(old.resolve("process.txt"))) {
        for (String file : OF_A_JVM) {
          Files.deleteIfExists(old.resolve(file));
        }
        for (String file : AND_WHILE_IT_RUNS) {
          Files.deleteIfExists(old.resolve(file));
        }
        try (DirectoryStream<Path> rest = Files.newDirectoryStream(old)) {
          if (!rest.iterator().hasNext()) {
            Files.delete(old);
          }
        }
      }
    }
  }
}
