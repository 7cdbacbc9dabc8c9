package dev.sooth.agent.online;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Pairs in a database, for the process of a program: the driver runs in a process of its own,
 * {@link PairProcess}. In the program it would start threads, take the JDK's loggers into use
 * before the program can set them up, and need a module that the program may not have.
 */
final class HelpedPairs implements PairStore {
  private static final long READ_PATIENCE_MILLIS = 5_000; // the program waits to start
  private static final long ADD_PATIENCE_MILLIS = 30_000;

  private final String address;
  private final Consumer<String> warnings;
  private final long readPatienceMillis;

  HelpedPairs(String address, Consumer<String> warnings) {
    this(address, warnings, READ_PATIENCE_MILLIS);
  }

  HelpedPairs(String address, Consumer<String> warnings, long readPatienceMillis) {
    this.address = address;
    this.warnings = warnings;
    this.readPatienceMillis = readPatienceMillis;
  }

  @Override
  public Pairs read() throws IOException {
    try {
      return PairText.parse(ask(PairProcess.READ, readPatienceMillis, ""));
    } catch (IllegalArgumentException e) {
      throw new IOException("its answer is broken: " + e.getMessage(), e);
    }
  }

  @Override
  public void add(Set<Long> seen) throws IOException {
    ask(PairProcess.ADD, ADD_PATIENCE_MILLIS, PairText.of(Pairs.NONE.with(seen)));
  }

  private String ask(String what, long patienceMillis, String text) throws IOException {
    List<String> command = new ArrayList<>(command());
    command.add(what);
    command.add(Long.toString(patienceMillis));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // Where the program got the agent from, perhaps.
    List<String> ofJvms = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    builder.environment().keySet().removeAll(ofJvms);
    Process process = builder.start();
    try {
      try (OutputStream in = process.getOutputStream()) {
        in.write((address + "\n" + text).getBytes(StandardCharsets.UTF_8)); // nobody else sees it
      } catch (IOException e) {
        // It has ended before; what it has said tells why.
      }
      byte[] all = process.getInputStream().readAllBytes(); // it does not live for ever
      String said = new String(all, StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(said.isBlank() ? "the helper has failed" : oneLine(said));
      }
      int answer = Math.max(0, said.indexOf(PairText.HEAD));
      if (answer > 0) {
        warnings.accept(oneLine(said.substring(0, answer)));
      }
      return said.substring(answer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** A small JVM with our classes. */
  private static List<String> command() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-Xshare:auto"));
    File ours;
    try {
      ours =
          new File(HelpedPairs.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    if (HelpedPairs.class.getClassLoader() != ClassLoader.getSystemClassLoader()) {
      command.add("-Dsooth.main=" + PairProcess.class.getName());
      command.addAll(List.of("-cp", ours.getPath(), "dev.sooth.agent.Start"));
    } else {
      command.addAll(
          List.of("-cp", System.getProperty("java.class.path"), PairProcess.class.getName()));
    }
    return command;
  }
}
