package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sooth.agent.AgentRun.Found;
import dev.sooth.detect.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pairs of programs, {@code programs/pairs}: the one that ends in {@code Ok} is ordered by what its
 * first line says and has no race; its twin that ends in {@code Racy} uses the same classes wrongly
 * and has one, on the field that its first line names.
 *
 * <p>A selection by {@code -Dsooth.seed=N}, or all with {@code -Dsooth.pairs=all}; {@code
 * -Dsooth.pairs=NAME,NAME} runs those, {@code -Dsooth.repetitions=20} runs each of the correct ones
 * with 20 seeds of the jitter.
 */
class PairsTest {
  private static final int REPETITIONS = Integer.getInteger("sooth.repetitions", 1);
  private static final String CHOICE = System.getProperty("sooth.pairs", "");
  private static final int SELECTED = 30;
  private static final int TRIES = 8; // a schedule may order by chance what is a race
  private static final Path PROGRAMS = Path.of("src/test/programs/pairs");

  /** Those that have failed once are in every selection. */
  private static final Set<String> ALWAYS =
      Set.of(
          "modules/FlowPub",
          "modules/MBeanReg",
          "modules/VolSite",
          "base/CalendarGate",
          "base/EnsureInit",
          "base/FailedInit",
          "base/FileNameMap",
          "base/HookTable",
          "base/InterfaceInit",
          "base/SbGate",
          "base/SoeLock",
          "base/ThreadName");

  private static final String SYSTEM_ORDERS =
      "only the operating system orders; the Java memory model does not promise it";
  private static final String JVM_CALLS =
      "the JVM calls, which is taken to come after all that was done before";

  /** Programs that run, but whose races are not looked at, and why. */
  private static final Map<String, String> EXEMPT = exempt();

  private static Map<String, String> exempt() {
    Map<String, String> result = new TreeMap<>();
    result.put("NioPipeOk", SYSTEM_ORDERS);
    result.put("LoopbackSocketOk", SYSTEM_ORDERS);
    result.put("CleanFenceRacy", JVM_CALLS);
    result.put("GcNotifRacy", JVM_CALLS);
    result.put("HttpSubsRacy", "silent in some runs; the cause is not known");
    result.put("JfrStreamRacy", "silent in some runs; the cause is not known");
    for (String flag : List.of("BufferView", "DirectBufGate", "InflaterInput", "IterOwner")) {
      result.put(flag + "Racy", "silent in some runs since plain objects of the JDK order");
    }
    result.put("VhAcqRelRacy", "an opaque access is taken to order");
    result.put("VhFencesRacy", "an opaque access is taken to order, with fences or without");
    return result;
  }

  @TempDir static Path folder;
  private static final TwoAtATime RUNS = new TwoAtATime();
  private static final List<StandardJavaFileManager> FILE_MANAGERS =
      Collections.synchronizedList(new ArrayList<>());
  // Opening the JDK's classes costs more than compiling a program.
  private static final ThreadLocal<StandardJavaFileManager> FILE_MANAGER =
      ThreadLocal.withInitial(
          () -> {
            StandardJavaFileManager made =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);
            FILE_MANAGERS.add(made);
            return made;
          });

  @AfterAll
  static void close() throws IOException {
    RUNS.close();
    for (StandardJavaFileManager manager : FILE_MANAGERS) {
      manager.close();
    }
  }

  @TestFactory
  List<DynamicTest> pairs() throws IOException {
    for (String pair : selected()) {
      RUNS.add(pair + "Ok", () -> ok(pair + "Ok"));
      RUNS.add(pair + "Racy", () -> racy(pair + "Racy"));
    }
    return RUNS.tests();
  }

  private static Set<String> selected() throws IOException {
    Set<String> all = new TreeSet<>();
    try (Stream<Path> files = Files.walk(PROGRAMS)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = PROGRAMS.relativize(file).toString().replace('\\', '/');
        assertThat(name).matches("\\w+/\\w+(Ok|Racy)\\.java");
        all.add(name.replaceAll("(Ok|Racy)\\.java$", ""));
      }
    }
    assertThat(all).containsAll(ALWAYS).hasSizeGreaterThanOrEqualTo(190);
    if (CHOICE.equals("all")) {
      return all;
    }
    if (!CHOICE.isEmpty()) {
      Set<String> chosen = Set.of(CHOICE.split(","));
      all.removeIf(name -> !chosen.contains(name.replaceAll(".*/", "")));
      return all;
    }
    List<String> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(AgentRun.seed()));
    Set<String> result = new LinkedHashSet<>(new TreeSet<>(ALWAYS));
    for (String name : shuffled) {
      if (result.size() < SELECTED) {
        result.add(name);
      }
    }
    return result;
  }

  private static void ok(String program) throws Exception {
    Path place = Files.createDirectories(folder.resolve(program));
    Path classes = compile(program, place);
    String main = main(program);
    AgentRun plain = AgentRun.plain(classes, main, place, AgentRun.HEADLESS);
    assertThat(plain.status).as(plain.err).isZero();
    for (int i = 0; i < REPETITIONS; i++) {
      String options = "jitter=" + (AgentRun.seed() + i);
      AgentRun run = AgentRun.run(classes, main, place, options, AgentRun.HEADLESS);
      assertThat(run.status).as(run.err).isZero();
      assertThat(run.out).as(run.err).isEqualTo(plain.out);
      assertThat(run.err).contains(" 0 failed").doesNotContain("stopped");
      Set<Found> races = run.races(Engines.SHB, Engines.SYNCP, Engines.OSR);
      if (!EXEMPT.containsKey(main(program))) {
        assertThat(races).as(options).isEmpty();
      }
    }
  }

  private static void racy(String program) throws Exception {
    String field = firstLine(program).replace("// race: ", "");
    Path place = Files.createDirectories(folder.resolve(program));
    Path classes = compile(program, place);
    Set<String> seen = new TreeSet<>();
    for (int attempt = 0; attempt < TRIES && !seen.contains(field); attempt++) {
      String options = "jitter=" + (AgentRun.seed() + 1000L * attempt);
      AgentRun run = AgentRun.run(classes, main(program), place, options, AgentRun.HEADLESS);
      assertThat(run.status).as(run.err).isZero();
      for (Found race : run.races(Engines.SHB, Engines.SYNCP, Engines.OSR)) {
        seen.add(race.variable().replaceAll(" \\(.*", "")); // the class of a collection
      }
    }
    if (!EXEMPT.containsKey(main(program))) {
      assertThat(seen).contains(field);
    }
  }

  private static String main(String program) {
    return program.replaceAll(".*/", "");
  }

  private static String firstLine(String program) throws IOException {
    try (Stream<String> lines = Files.lines(PROGRAMS.resolve(program + ".java"))) {
      return lines.findFirst().orElseThrow();
    }
  }

  /** Each for itself: many have helper classes of the same names. */
  private static Path compile(String program, Path place) throws IOException {
    Path classes = Files.createDirectories(place.resolve("classes"));
    StandardJavaFileManager files = FILE_MANAGER.get();
    files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
    files.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of(classes));
    DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
    JavaCompiler.CompilationTask task =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                null,
                files,
                messages,
                List.of("-g", "-nowarn", "-Xlint:none", "-proc:none"),
                null,
                files.getJavaFileObjects(PROGRAMS.resolve(program + ".java")));
    if (!task.call()) {
      StringBuilder text = new StringBuilder();
      for (Diagnostic<?> message : messages.getDiagnostics()) {
        text.append(message.getMessage(Locale.ROOT)).append('\n');
      }
      throw new IOException(text.toString());
    }
    return classes;
  }
}
