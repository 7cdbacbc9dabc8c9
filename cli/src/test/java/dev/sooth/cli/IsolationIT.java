package dev.sooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a program sees of us: the JVM puts the agent's jar on its class path. The program asks for
 * every class and every resource of the jar, by its name in the jar and by the name it has for us.
 */
class IsolationIT {
  private static final Path JAR = Cli.root().resolve("cli/target/sooth.jar");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final String PROGRAM =
      """
      import java.util.*;
      import java.util.jar.*;

      public class Sees {
        public static void main(String[] args) throws Exception {
          ClassLoader loader = Sees.class.getClassLoader();
          Set<String> names = new TreeSet<>();
          try (JarFile jar = new JarFile(args[0])) {
            for (JarEntry entry : Collections.list(jar.entries())) {
              names.add(entry.getName());
              names.add(entry.getName().replaceFirst("^sooth/", ""));
            }
          }
          for (String name : names) {
            if (name.endsWith("/") || name.isEmpty() || name.equals("META-INF/MANIFEST.MF")) {
              continue;
            }
            if (loader.getResources(name).hasMoreElements()) {
              System.out.println("resource " + name);
            }
            if (name.endsWith(".class")) {
              String type = name.replace('/', '.').substring(0, name.length() - 6);
              try {
                Class.forName(type, false, loader);
                System.out.println("class " + type);
              } catch (ClassNotFoundException | LinkageError e) {
                // as it should be
              }
            }
          }
        }
      }
      """;
  private static final Set<String> ENTRY =
      Set.of(
          "dev.sooth.agent.Entry",
          "dev.sooth.agent.AgentMain",
          "dev.sooth.agent.Bystander",
          "dev.sooth.agent.OwnLoader",
          "dev.sooth.agent.Start");

  @TempDir Path folder;

  @BeforeEach
  void compile() throws IOException {
    Path source = folder.resolve("Sees.java");
    Files.writeString(source, PROGRAM);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", folder.toString(), source.toString()))
        .isZero();
  }

  private Set<String> sees(List<String> options) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of(JAVA));
    command.addAll(options);
    command.addAll(List.of("-cp", folder.toString(), "Sees", JAR.toString()));
    Cli.Result result = Processes.run(folder, Map.of(), command);
    assertThat(result.status()).as(result.err()).isZero();
    return result
        .out()
        .lines()
        .filter(line -> line.startsWith("class ") || line.startsWith("resource "))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theProgramSeesTheEntryAndTheHooksOnly() throws IOException, InterruptedException {
    assertThat(sees(List.of())).isEmpty();
    Set<String> seen =
        sees(List.of("-javaagent:" + JAR + "=quiet,out=" + folder.resolve("trace.sooth")));
    Set<String> classes =
        seen.stream()
            .filter(line -> line.startsWith("class "))
            .map(line -> line.substring(6))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(classes).containsAll(ENTRY).contains("dev.sooth.agent.bootstrap.Hooks");
    assertThat(classes)
        .allMatch(name -> ENTRY.contains(name) || name.startsWith("dev.sooth.agent.bootstrap."));
    // Besides the files of these classes only what is in our folder, under its name there.
    assertThat(seen.stream().filter(line -> line.startsWith("resource ")))
        .allMatch(
            line ->
                line.startsWith("resource sooth/")
                    || classes.contains(
                        line.substring(9).replace('/', '.').replaceFirst("\\.class$", "")));
  }
}
