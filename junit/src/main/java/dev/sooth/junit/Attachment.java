package dev.sooth.junit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The agent of this JVM, which is attached if there is none: by another process, since a JVM does
 * not let itself do that. That process stays, and ends with this one.
 */
final class Attachment {
  private static final long PAUSE_MILLIS = 20;
  private static final long LONGEST_MILLIS = 120_000;

  private static final String HOW =
      "; start the tests with the agent instead: mvn dev.sooth:sooth-maven-plugin:test, or"
          + " -javaagent:sooth.jar=folder=target/sooth-traces among the options of their JVM";

  /** Those of JUnit and its likes are not the user's. */
  private static final String[] FRAMEWORKS = {"org.junit.*", "org.apache.maven.*", "org.gradle.*"};

  private static String failure; // why it could not be attached; guarded by the class

  private Attachment() {}

  /**
   * The agent.
   *
   * @param online whether one will do that checks and does not record
   */
  static synchronized Agent agent(boolean online) throws IOException, InterruptedException {
    Optional<Agent> present = Agent.find();
    if (present.isEmpty() && failure == null) {
      failure = attach();
      present = Agent.find();
    }
    if (present.isEmpty()) {
      throw new IllegalStateException(
          "races cannot be checked: the agent could not be attached to this JVM: " + failure + HOW);
    }
    boolean checks = online && present.get().found() != null;
    if (present.get().trace().isEmpty() && !checks) {
      throw new IllegalStateException(
          "races cannot be checked: the agent writes no trace; start it without trace=false and"
              + " online=, or with online=fasttrack for checks that ask for online");
    }
    return present.get();
  }

  /** Null if it is there. */
  private static String attach() throws IOException, InterruptedException {
    long pid = ProcessHandle.current().pid();
    Path folder = folder().resolve(Long.toString(pid));
    Files.createDirectories(folder);
    Path said = folder.resolve("attach.txt");
    String[] arguments = {
      "run", "--attach", Long.toString(pid), "--record-only", "--out", folder.toString()
    };
    ProcessBuilder command = Tool.command(arguments);
    for (String framework : FRAMEWORKS) {
      command.command().addAll(List.of("--exclude", framework));
    }
    Process process = command.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
    while (Agent.find().map(Agent::trace).orElse("").isEmpty()) {
      if (!process.isAlive()) {
        return Files.readString(said, StandardCharsets.UTF_8).strip().replace('\n', ' ');
      }
      if (System.nanoTime() > end) {
        process.destroy();
        return "it did not answer";
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    System.err.println(
        "sooth: the agent was attached to a JVM that was running: less of it is seen, and races can be"
            + " missed that it finds when it starts with the JVM"
            + HOW);
    return null;
  }

  /** Where a build puts what it makes, else where the system does. */
  private static Path folder() throws IOException {
    for (String name : new String[] {"target", "build"}) {
      if (Files.isDirectory(Path.of(name))) {
        return Path.of(name, "sooth-junit").toAbsolutePath();
      }
    }
    return Files.createTempDirectory("sooth-junit");
  }
}
