package dev.sooth.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The JVMs of a command that are recorded and still run, also those whose parent has gone, and
 * those that are about to start: all that have our agent in their environment. Where the system
 * does not tell the environment of a process (it is Linux that does) there are none.
 */
final class LeftJvms {
  /** Of programs that start no others. */
  static final LeftJvms NONE = new LeftJvms(null);

  private static final Path PROCESSES = Path.of("/proc");

  private final Path folder; // of the run; null for none

  private LeftJvms(Path folder) {
    this.folder = folder;
  }

  /** Those whose agent writes below this folder. */
  static LeftJvms of(Path folder) {
    return new LeftJvms(Files.exists(PROCESSES.resolve("self/environ")) ? folder : null);
  }

  List<ProcessHandle> now() {
    List<ProcessHandle> found = new ArrayList<>();
    if (folder == null) {
      return found;
    }
    Set<String> leftOut = leftOut();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : all) {
        String pid = process.getFileName().toString();
        if (!leftOut.contains(pid) && isOurs(process)) {
          ProcessHandle.of(Long.parseLong(pid))
              .filter(ProcessHandle::isAlive)
              .ifPresent(found::add);
        }
      }
    } catch (IOException e) {
      // Processes come and go; what is not seen is not waited for.
    }
    return found;
  }

  private boolean isOurs(Path process) {
    try {
      if (!process.resolve("exe").toRealPath().getFileName().toString().equals("java")) {
        return false;
      }
      byte[] environment = Files.readAllBytes(process.resolve("environ"));
      String agent = "folder=" + RunCommand.escaped(folder.toString()) + ",";
      return new String(environment, StandardCharsets.ISO_8859_1)
          .contains(
              new String(agent.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return false; // it has ended, or is another user's
    }
  }

  /** The numbers of the build tools, which nobody waits for: some stay for hours. */
  private Set<String> leftOut() {
    Set<String> numbers = new HashSet<>();
    try {
      for (String line : Files.readAllLines(folder.resolve("left-out.txt"))) {
        numbers.add(line.split(" ", 2)[0]);
      }
    } catch (IOException e) {
      // None was left out.
    }
    return numbers;
  }
}
