package dev.sooth.junit;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The tool, which is run in a process of its own: it needs neither heap nor classes of the tests.
 */
final class Tool {
  private static final String ENTRY = "dev/sooth/agent/Start.class";

  private Tool() {}

  /** Its command line with these arguments. */
  static ProcessBuilder command(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-jar", jar().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "SOOTH_OPTIONS"));
    return builder;
  }

  /** The jar of the agent, which is on the class path of the tests or was put there by the JVM. */
  private static Path jar() throws IOException {
    URL entry = ClassLoader.getSystemResource(ENTRY);
    if (entry == null) {
      entry = Tool.class.getClassLoader().getResource(ENTRY);
    }
    if (entry == null || !(entry.openConnection() instanceof JarURLConnection jar)) {
      throw new IOException(
          "sooth-cli-VERSION-all.jar, on which sooth-junit depends, is not on the class path");
    }
    try {
      return Path.of(jar.getJarFileURL().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }
}
