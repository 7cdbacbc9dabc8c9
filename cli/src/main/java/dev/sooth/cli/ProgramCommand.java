package dev.sooth.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The command line of a program with the agent put in. Understood are {@code java …} (any path to a
 * launcher of that name), a jar, and a single source file, which is compiled with its lines so that
 * reports name them.
 */
final class ProgramCommand {
  /** What the user gave cannot be run; the message says why. */
  static final class NotRunnableException extends Exception {
    NotRunnableException(String message) {
      super(message);
    }
  }

  private ProgramCommand() {}

  /**
   * Whether it is a command that starts JVMs, as a build does, and no program of Java itself: a
   * file that can be executed, here or on the path.
   */
  static boolean startsJvms(List<String> program) {
    String target = program.get(0);
    String name = Path.of(target).getFileName().toString();
    if (isLauncher(name) || name.endsWith(".jar") || name.endsWith(".java")) {
      return false;
    }
    if (target.contains(File.separator)) {
      return isExecutable(Path.of(target));
    }
    String path = System.getenv("PATH");
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
      if (isExecutable(Path.of(folder, target))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isExecutable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static boolean isLauncher(String name) {
    return name.equals("java") || name.toLowerCase(Locale.ROOT).equals("java.exe");
  }

  /**
   * The value of {@code JAVA_TOOL_OPTIONS}, which every JVM honours, that adds the agent to what is
   * set. What has blanks is quoted.
   */
  static String toolOptions(String set, String agent) {
    String option = "-javaagent:" + agent;
    if (option.chars().anyMatch(Character::isWhitespace)) {
      option = option.contains("\"") ? "'" + option + "'" : "\"" + option + "\"";
    }
    String ours = "-XX:-PrintWarnings " + option; // as for a command, see there
    return set == null || set.isBlank() ? ours : set + " " + ours;
  }

  /** The command to start, given the agent as {@code jar=options}. */
  static List<String> of(List<String> program, String agent, Path workFolder)
      throws IOException, NotRunnableException {
    String target = program.get(0);
    List<String> rest = program.subList(1, program.size());
    String name = Path.of(target).getFileName().toString();
    if (isLauncher(name)) {
      if (rest.isEmpty()) {
        throw new NotRunnableException("java: a class, a jar or a source file is missing");
      }
      return command(target, agent, rest);
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    if (name.endsWith(".jar")) {
      requireFile(target);
      return command(java, agent, concat(List.of("-jar", target), rest));
    }
    if (name.endsWith(".java")) {
      requireFile(target);
      Path classes = compile(Path.of(target), workFolder);
      String mainClass = mainClass(classes, name.substring(0, name.length() - 5));
      String classPath = PlainPath.without(File.pathSeparator, classes);
      return command(java, agent, concat(List.of("-cp", classPath, mainClass), rest));
    }
    throw new NotRunnableException(
        target
            + ": expected java with its arguments, a file.jar, a File.java or a command that can be"
            + " executed");
  }

  private static List<String> command(String java, String agent, List<String> rest) {
    // The JVM would warn on standard output, the program's, that it does not share our hooks.
    return concat(List.of(java, "-XX:-PrintWarnings", "-javaagent:" + agent), rest);
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static void requireFile(String file) throws NoSuchFileException {
    if (!Files.isRegularFile(Path.of(file))) {
      throw new NoSuchFileException(file, null, "no such file");
    }
  }

  private static Path compile(Path source, Path workFolder)
      throws IOException, NotRunnableException {
    Optional<ToolProvider> javac = ToolProvider.findFirst("javac");
    if (javac.isEmpty()) {
      throw new NotRunnableException(
          source
              + ": to compile it a JDK is needed, and this is a Java runtime without a compiler");
    }
    Path classes = Files.createDirectories(workFolder.resolve("classes"));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    PrintWriter writer = new PrintWriter(messages, true, StandardCharsets.UTF_8);
    int status = javac.get().run(writer, writer, "-g", "-d", classes.toString(), source.toString());
    if (status != 0) {
      throw new NotRunnableException(
          source + ": does not compile\n" + messages.toString(StandardCharsets.UTF_8).strip());
    }
    return classes;
  }

  /** The compiled class of the source file's name, whatever its package; else any one with main. */
  private static String mainClass(Path classes, String simpleName)
      throws IOException, NotRunnableException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(classes)) {
      files = walk.filter(f -> f.toString().endsWith(".class")).sorted().toList();
    }
    String found = null;
    for (Path file : files) {
      String path = classes.relativize(file).toString().replace(File.separatorChar, '.');
      String name = path.substring(0, path.length() - ".class".length());
      if (name.equals(simpleName) || name.endsWith("." + simpleName)) {
        return name;
      }
      if (found == null && hasMain(file)) {
        found = name;
      }
    }
    if (found == null) {
      throw new NotRunnableException(simpleName + ".java: no class with a main method");
    }
    return found;
  }

  /** A class file that names the method and its type; good enough to choose among a few. */
  private static boolean hasMain(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return text.contains("main") && text.contains("([Ljava/lang/String;)V");
    }
  }
}
