package dev.sooth.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A JVM that runs already, and how the agent gets into it. By reflection, because the module that
 * attaches belongs to a JDK and to its application loader, which is not ours. Whether the process
 * is a JVM is looked up first: to attach means to send SIGQUIT, which ends other processes.
 */
final class AttachedJvm {
  private static final String TYPE = "com.sun.tools.attach.VirtualMachine";
  private static final int OLDEST = 17;
  private static final int LONGEST = 1000; // what the JVM takes as one argument
  private static final String OK = "ok";

  private final long pid;

  AttachedJvm(long pid) {
    this.pid = pid;
  }

  /**
   * Loads the agent, and waits until it has done what the options say.
   *
   * @return what it answers besides that all is well
   */
  String load(String jar, String options) throws IOException {
    check();
    Path answer = Files.createTempFile("sooth-answer", ".txt");
    try {
      answer.toFile().setWritable(true, false); // the JVM may be another user's
      String all = options + ",answer=" + answer.toString().replace(",", "\\,");
      if (jar.length() + all.length() + 1 > LONGEST) {
        throw failure(
            "the options and paths are too long to be passed to a running JVM, expected at most %d characters"
                .formatted(LONGEST));
      }
      attach(jar, all);
      String said = Files.readString(answer, StandardCharsets.UTF_8).strip();
      if (said.isEmpty()) {
        throw failure("the agent did not answer; the JVM may not be allowed to write here");
      }
      if (!said.startsWith(OK)) {
        throw failure(said);
      }
      return said.substring(OK.length()).strip();
    } finally {
      Files.deleteIfExists(answer);
    }
  }

  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private void check() throws IOException {
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    if (process.isEmpty()) {
      throw failure("there is no such process");
    }
    if (pid == ProcessHandle.current().pid()) {
      throw failure("that is sooth itself");
    }
    String us = System.getProperty("user.name");
    Optional<String> owner = process.get().info().user();
    if (owner.isPresent() && !owner.get().equals(us) && !"root".equals(us)) {
      throw failure("it belongs to the user " + owner.get() + ", and a JVM answers its own only");
    }
    if (!isJvm()) {
      throw failure("it is no JVM");
    }
  }

  private boolean isJvm() throws IOException {
    Path maps = Path.of("/proc", Long.toString(pid), "maps");
    if (Files.exists(maps)) {
      try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
        return lines.anyMatch(line -> line.endsWith("/libjvm.so"));
      } catch (IOException | UncheckedIOException e) {
        throw failure("what it is cannot be read, so it is left alone");
      }
    }
    try {
      List<?> all = (List<?>) type().getMethod("list").invoke(null);
      for (Object each : all) {
        if (each.getClass().getMethod("id").invoke(each).equals(Long.toString(pid))) {
          return true;
        }
      }
      return false;
    } catch (ReflectiveOperationException e) {
      throw failure("the JVMs cannot be listed: " + e);
    }
  }

  private Class<?> type() throws IOException {
    try {
      return ClassLoader.getSystemClassLoader().loadClass(TYPE);
    } catch (ClassNotFoundException e) {
      throw failure("to attach a JDK is needed, and this is a Java runtime without jdk.attach");
    }
  }

  private void attach(String jar, String options) throws IOException {
    Class<?> type = type();
    try {
      Object jvm = type.getMethod("attach", String.class).invoke(null, Long.toString(pid));
      try {
        Properties properties = (Properties) type.getMethod("getSystemProperties").invoke(jvm);
        requireAge(properties.getProperty("java.specification.version", "?"));
        type.getMethod("loadAgent", String.class, String.class).invoke(jvm, jar, options);
      } finally {
        type.getMethod("detach").invoke(jvm);
      }
    } catch (InvocationTargetException e) {
      throw failure(
          isAlive()
              ? "it does not let us in: " + e.getCause().getMessage()
              : "it has ended while we attached");
    } catch (ReflectiveOperationException e) {
      throw failure(e.toString());
    }
  }

  private void requireAge(String version) throws IOException {
    String number = version.startsWith("1.") ? version.substring(2) : version;
    boolean old = number.matches("\\d{1,3}") && Integer.parseInt(number) < OLDEST;
    if (old) {
      throw failure("it is Java " + version + ", needed is " + OLDEST + " or newer");
    }
  }

  private IOException failure(String reason) {
    return new IOException("process " + pid + ": " + reason);
  }
}
