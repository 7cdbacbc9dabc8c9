package dev.sooth.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * All hooks are initialised before the program starts. One that is first used where the stack ends
 * fails to be, and from then on all threads that come to it.
 */
class HooksStartTest {
  /** Of recordings in a program that runs, and of checks at the accesses. */
  private static final Set<String> OTHER_MODES =
      Set.of(
          "LateStart",
          "CellLocks",
          "DirectChecks",
          "ElementCells",
          "FieldCells",
          "FieldWords",
          "Methods",
          "ThreadSamples");

  private static final Pattern INITIALISED =
      Pattern.compile("dev[./]sooth[./]agent[./]bootstrap[./]([A-Za-z0-9$]+)");

  private static final Pattern HAS_INITIALISER =
      Pattern.compile("Initializing 'dev/sooth/agent/bootstrap/([A-Za-z0-9$]+)' \\(0x");

  @Test
  void hooksAreInitialisedAtTheStart(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Nothing"));
    AgentRun run = AgentRun.run(classes, "Nothing", folder, "", List.of("-Xlog:class+init=info"));
    assertThat(run.status).as(run.err).isZero();
    Set<String> initialised = new TreeSet<>();
    int start = run.out.indexOf("Initializing 'Nothing'");
    assertThat(start).isPositive();
    Matcher name = INITIALISED.matcher(run.out).region(0, start);
    while (name.find()) {
      initialised.add(name.group(1));
    }
    Set<String> needed = withInitialiser();
    assertThat(needed).hasSizeGreaterThan(20).containsAll(OTHER_MODES);
    needed.removeAll(OTHER_MODES);
    assertThat(initialised).containsAll(needed);
  }

  /** What our maps use when threads meet in them cannot be loaded while we treat just that. */
  @Test
  void whatOurMapsUseIsLoadedAtTheStart(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Nothing"));
    AgentRun run = AgentRun.run(classes, "Nothing", folder, "", List.of("-Xlog:class+load=info"));
    assertThat(run.status).as(run.err).isZero();
    int start = run.out.indexOf(" Nothing source:");
    assertThat(start).isPositive();
    assertThat(run.out.substring(0, start))
        .contains(
            " java.util.concurrent.ThreadLocalRandom source:",
            " java.util.concurrent.ConcurrentHashMap$CounterCell source:",
            " java.util.concurrent.ConcurrentHashMap$TreeBin source:");
  }

  /** Whatever a program does: nothing of ours is left to be initialised. */
  @Test
  void noHookIsInitialisedLater(@TempDir Path folder) throws Exception {
    Path classes = AgentRun.compile(folder, AgentRun.program("Overflow"));
    for (String what : List.of("startsAtEnd", "deepMonitors", "queues", "maps", "locks")) {
      AgentRun run =
          AgentRun.run(classes, "Overflow", folder, "", List.of("-Xlog:class+init=info"), what);
      assertThat(run.status).as(run.err).isZero();
      int start = run.out.indexOf("Initializing 'Overflow'");
      assertThat(start).isPositive();
      Set<String> later = new TreeSet<>();
      Matcher name = HAS_INITIALISER.matcher(run.out).region(start, run.out.length());
      while (name.find()) {
        later.add(name.group(1));
      }
      assertThat(later).as(what).isEmpty();
    }
  }

  private static Set<String> withInitialiser() throws IOException {
    Set<String> result = new TreeSet<>();
    Path hooks = Path.of("target", "classes", "dev", "sooth", "agent", "bootstrap");
    try (Stream<Path> files = Files.list(hooks)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        new ClassReader(Files.readAllBytes(file))
            .accept(
                new ClassVisitor(Opcodes.ASM9) {
                  @Override
                  public MethodVisitor visitMethod(
                      int access, String method, String d, String s, String[] e) {
                    if (method.equals("<clinit>")) {
                      result.add(file.getFileName().toString().replace(".class", ""));
                    }
                    return null;
                  }
                },
                ClassReader.SKIP_CODE);
      }
    }
    return result;
  }
}
