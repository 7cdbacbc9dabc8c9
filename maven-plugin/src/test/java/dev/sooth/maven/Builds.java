package dev.sooth.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds of projects as a user has them, with a local repository of their own: of ours it has what
 * this build has packaged; the rest comes from the repository of this build, else from the net.
 */
final class Builds {
  static final Path ROOT = Path.of(System.getProperty("sooth.root")).toAbsolutePath();
  static final String VERSION = System.getProperty("sooth.version");
  static final String TEST = "dev.sooth:sooth-maven-plugin:" + VERSION + ":test";

  private static final List<String> MODULES =
      List.of(
          "core", "analysis", "report", "suite", "agent", "smt", "cli", "junit", "maven-plugin");

  private final Path repository;
  private final Path settings;

  /**
   * How a build ended.
   *
   * @param output what it said on both streams
   * @param seconds how long it took
   */
  record Ended(int status, String output, double seconds) {
    /** The lines with this text, without what stands before it. */
    List<String> linesWith(String text) {
      return output
          .lines()
          .filter(line -> line.contains(text))
          .map(line -> line.substring(line.indexOf(text)))
          .toList();
    }
  }

  /** With everything below this folder. */
  Builds(Path folder) throws IOException {
    repository = folder.resolve("repository");
    settings = folder.resolve("settings.xml");
    install(ROOT.resolve("pom.xml"), "sooth-parent", "", "pom");
    for (String module : MODULES) {
      Path at = ROOT.resolve(module);
      String artifact = "sooth-" + module;
      install(at.resolve("pom.xml"), artifact, "", "pom");
      Path jar = at.resolve("target").resolve(artifact + "-" + VERSION + ".jar");
      install(jar, artifact, "", "jar");
    }
    install(ROOT.resolve("cli/target/sooth.jar"), "sooth-cli", "-all", "jar");
    String known =
        "<id>known</id><url>"
            + Path.of(System.getProperty("sooth.repository")).toUri()
            + "</url><releases><checksumPolicy>ignore</checksumPolicy></releases>";
    Files.writeString(
        settings,
        """
        <settings><profiles><profile><id>known</id>
        <repositories><repository>%s</repository></repositories>
        <pluginRepositories><pluginRepository>%s</pluginRepository></pluginRepositories>
        </profile></profiles><activeProfiles><activeProfile>known</activeProfile></activeProfiles></settings>
        """
            .formatted(known, known));
  }

  private void install(Path file, String artifact, String classifier, String type)
      throws IOException {
    Path folder = repository.resolve("dev/sooth").resolve(artifact).resolve(VERSION);
    Files.createDirectories(folder);
    String name = artifact + "-" + VERSION + classifier + "." + type;
    Files.copy(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  /** A copy of an example, which may be built. */
  static Path copy(String example, Path folder) throws IOException {
    Path source = ROOT.resolve("examples/projects").resolve(example);
    Path target = folder.resolve(example);
    try (Stream<Path> all = Files.walk(source)) {
      for (Path each : all.toList()) {
        Path copied = target.resolve(source.relativize(each).toString());
        if (!each.toString().contains("target")) {
          Files.createDirectories(copied.getParent());
          Files.copy(each, copied);
        }
      }
    }
    return target;
  }

  /** Runs Maven in this folder. */
  Ended mvn(Path project, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
    command.addAll(List.of("-s", settings.toString(), "-Dmaven.repo.local=" + repository));
    command.addAll(List.of(arguments));
    return run(project, Map.of(), command);
  }

  /** Runs a command in this folder, with more in its environment. */
  static Ended run(Path project, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("build", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(project.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
      builder.environment().putAll(environment);
      long start = System.nanoTime();
      Process process = builder.start();
      if (!process.waitFor(10, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException("no end: " + Files.readString(output));
      }
      return new Ended(
          process.exitValue(),
          Files.readString(output, StandardCharsets.UTF_8),
          (System.nanoTime() - start) / 1e9);
    } finally {
      Files.delete(output);
    }
  }
}
