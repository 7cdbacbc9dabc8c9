package dev.sooth.agent;

import dev.sooth.detect.Engine;
import dev.sooth.detect.Engines;
import dev.sooth.detect.Pairs;
import dev.sooth.race.Race;
import dev.sooth.race.RaceList;
import dev.sooth.trace.Trace;
import dev.sooth.trace.TraceNames;
import dev.sooth.trace.TraceSource;
import dev.sooth.trace.format.ReadOptions;
import dev.sooth.trace.format.TraceFiles;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles a program, runs it under the agent in a JVM of its own, and analyses the trace. */
final class AgentRun {
  /** Listeners of the tests, which have to be in the agent's jar. */
  private static final String LISTENERS = "dev/sooth/example/inline";

  private static Path agentJar;

  final int status;

  /** What has to be where every class can see it, as in the jar of the build. */
  private static final Pattern AT_THE_TOP =
      Pattern.compile(
          "dev/sooth/agent/(Entry|AgentMain|Bystander|OwnLoader|Start|bootstrap/.*)[.]class");

  final String out;
  final String err;
  final Path trace;

  private AgentRun(int status, String out, String err, Path trace) {
    this.status = status;
    this.out = out;
    this.err = err;
    this.trace = trace;
  }

  /** The agent as one jar, made of the classes of this build. */
  static synchronized Path agentJar() throws IOException {
    if (agentJar != null) {
      return agentJar;
    }
    Path classes = location(AgentMain.class);
    List<String> others = new ArrayList<>();
    for (Class<?> type :
        List.of(
            Trace.class,
            org.objectweb.asm.ClassReader.class,
            org.objectweb.asm.commons.LocalVariablesSorter.class,
            load("org.objectweb.asm.tree.ClassNode"),
            com.carrotsearch.hppc.LongIntHashMap.class)) {
      others.add(location(type).toUri().toString());
    }
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", Entry.class.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    attributes.put(Attributes.Name.CLASS_PATH, String.join(" ", others));
    Path jar = Files.createTempFile("sooth-agent", ".jar");
    jar.toFile().deleteOnExit();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      addClasses(classes, "", out);
      addClasses(location(AgentRun.class), LISTENERS, out);
    }
    agentJar = jar;
    return jar;
  }

  private static void addClasses(Path classes, String below, JarOutputStream out)
      throws IOException {
    try (Stream<Path> files = Files.walk(classes.resolve(below))) {
      for (Path path : files.filter(Files::isRegularFile).toList()) {
        String name = classes.relativize(path).toString().replace(File.separatorChar, '/');
        if (name.startsWith("META-INF")) {
          continue;
        }
        add(path, "sooth/" + name, out);
        if (AT_THE_TOP.matcher(name).matches()) {
          add(path, name, out);
        }
      }
    }
  }

  private static void add(Path file, String name, JarOutputStream out) throws IOException {
    out.putNextEntry(new JarEntry(name));
    Files.copy(file, out);
    out.closeEntry();
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Compiles source files, with lines and variables, into a folder. */
  static Path compile(Path folder, Path... sources) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(List.of("-g", "-nowarn", "-Xlint:none", "-d", classes.toString()));
    for (Path source : sources) {
      arguments.add(source.toString());
    }
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, messages, messages, arguments.toArray(new String[0]));
    if (status != 0) {
      throw new IOException(messages.toString(StandardCharsets.UTF_8));
    }
    return classes;
  }

  /** A program of this module's tests. */
  static Path program(String name) {
    return Path.of("src/test/programs", name + ".java").toAbsolutePath();
  }

  /** Compiles and runs a program of this module's tests. */
  static AgentRun ofProgram(String name, Path folder, String options, String... arguments)
      throws IOException, InterruptedException {
    Path classes = compile(folder, program(name));
    return run(classes, name, folder, options, List.of(), arguments);
  }

  /** JVM options that have the JDK's classes verified too, which they usually are not. */
  static final List<String> VERIFY_ALL =
      List.of(
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:+BytecodeVerificationLocal",
          "-XX:TieredStopAtLevel=1");

  /** JVM options for programs that run for a moment only. */
  static final List<String> SHORT = List.of("-XX:TieredStopAtLevel=1");

  /** JVM options for programs that may touch AWT. */
  static final List<String> HEADLESS =
      List.of("-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true");

  /** The seed of what is chosen at random: {@code -Dsooth.seed=N}. */
  static long seed() {
    String given = System.getProperty("sooth.seed", "");
    return given.isEmpty() ? 1 : Long.parseLong(given);
  }

  /** Runs a compiled program without the agent; there is no trace. */
  static AgentRun plain(
      Path classes, String mainClass, Path folder, List<String> jvmOptions, String... arguments)
      throws IOException, InterruptedException {
    return start(classes, mainClass, folder, null, null, jvmOptions, arguments);
  }

  /** Runs a compiled program. */
  static AgentRun run(
      Path classes,
      String mainClass,
      Path folder,
      String options,
      List<String> jvmOptions,
      String... arguments)
      throws IOException, InterruptedException {
    Path trace = folder.resolve("trace.sooth");
    String agent =
        "-javaagent:" + agentJar() + "=out=" + trace + (options.isEmpty() ? "" : "," + options);
    return start(classes, mainClass, folder, trace, agent, jvmOptions, arguments);
  }

  private static AgentRun start(
      Path classes,
      String mainClass,
      Path folder,
      Path trace,
      String agent,
      List<String> jvmOptions,
      String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Without the JVM's own warning, on standard output, that class data sharing is off.
    command.addAll(List.of("-XX:-PrintWarnings", "-Xmx512m"));
    command.addAll(jvmOptions);
    if (agent != null) {
      command.add(agent);
    }
    command.addAll(List.of("-cp", classes.toString(), mainClass));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(180, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IOException(mainClass + " did not end: " + Files.readString(err));
    }
    return new AgentRun(process.exitValue(), Files.readString(out), Files.readString(err), trace);
  }

  TraceSource source() throws IOException {
    return TraceFiles.open(trace, ReadOptions.defaults());
  }

  Trace load() throws IOException {
    return Trace.load(source()).filtered();
  }

  /** Reads a trace into memory. */
  static Trace loadTrace(Path file) throws IOException {
    return Trace.load(TraceFiles.open(file, ReadOptions.defaults()));
  }

  /** The races that the engines with a guarantee find, as {@code field: place ~ place}. */
  Set<String> races() throws IOException {
    Set<String> result = new TreeSet<>();
    for (Found race : races(Engines.SHB, Engines.SYNCP)) {
      result.add(race.toString());
    }
    return result;
  }

  /** A race by names; the number of the object is left out of the variable's. */
  record Found(
      String variable, String first, String firstThread, String second, String secondThread) {
    @Override
    public String toString() {
      return variable
          + ": "
          + (first.compareTo(second) <= 0 ? first + " ~ " + second : second + " ~ " + first);
    }
  }

  /** The races that these engines find. */
  Set<Found> races(Engine... engines) throws IOException {
    Trace loaded = load();
    Set<Found> result = new LinkedHashSet<>();
    for (Engine engine : engines) {
      RaceList races = new RaceList();
      engine.create().run(loaded, Pairs.FIRST_PER_EVENT, races, () -> false);
      for (int i = 0; i < races.size(); i++) {
        Race race = races.get(i);
        TraceNames names = loaded.names();
        result.add(
            new Found(
                names.variables().get(race.variable()).replaceAll("@.*", ""),
                names.locations().get(race.first().location()),
                names.threads().get(race.first().thread()),
                names.locations().get(race.second().location()),
                names.threads().get(race.second().thread())));
      }
    }
    return result;
  }
}
