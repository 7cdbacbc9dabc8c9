package dev.sooth.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the JVM starts the agent. It puts the hooks on the boot class path, where every class can
 * see them, and has the rest loaded by {@link OwnLoader}, where no class of the program can clash
 * with ours. It must not name any of those classes itself.
 */
public final class AgentMain {
  /** The option by which a recording is ended. */
  private static final String OFF = "off";

  /** With less there would be nothing left for the program. */
  private static final long LEAST_HEAP = 12 << 20;

  private static Class<?> recording; // guarded by the class; null before the first start

  private AgentMain() {}

  /** {@code -javaagent:sooth.jar=options}. */
  public static void premain(String options, Instrumentation instrumentation) {
    if (Bystander.isOne(options)) {
      return;
    }
    long heap = Runtime.getRuntime().maxMemory();
    if (heap < LEAST_HEAP) {
      System.err.println(
          "sooth: the program runs unrecorded: its heap is %,d KB, and recording takes %d MB"
              .formatted(heap >> 10, LEAST_HEAP >> 20));
      return;
    }
    if (isSecond()) {
      System.err.println("sooth: an agent that came first records this program already");
      return;
    }
    try {
      recording(instrumentation)
          .getMethod("start", String.class, Instrumentation.class)
          .invoke(null, options, instrumentation);
    } catch (InvocationTargetException e) {
      unrecorded(e.getCause());
    } catch (ReflectiveOperationException
        | IOException
        | RuntimeException
        | LinkageError
        | OutOfMemoryError e) {
      unrecorded(e);
    }
  }

  /** Whatever goes wrong with us, the program starts as it would without. */
  private static void unrecorded(Throwable e) {
    System.err.println("sooth: the program runs unrecorded, the agent cannot start: " + e);
  }

  /** The first agent has put this class on the boot class path, or is this class. */
  private static synchronized boolean isSecond() {
    return recording != null || AgentMain.class.getClassLoader() == null;
  }

  /**
   * Attached to a running JVM: the recording starts, or ends if that is the option. Nothing is
   * thrown, since the JVM would print it in the program's output; the answer goes to the file that
   * {@code answer=} names, or on stderr.
   */
  public static synchronized void agentmain(String options, Instrumentation instrumentation) {
    // First: later the boot loader would find the class that is asked here.
    String answer = Bystander.value(options, "answer");
    String said;
    try {
      said = attached(options == null ? "" : options, instrumentation);
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
      said = "internal error: " + e;
    }
    try {
      if (!answer.isEmpty()) {
        Files.writeString(Path.of(answer), said, StandardCharsets.UTF_8);
      } else if (!said.startsWith("ok")) {
        System.err.println("sooth: " + said);
      }
    } catch (IOException e) {
      // Who has attached sees that there is no answer.
    }
  }

  private static String attached(String options, Instrumentation instrumentation)
      throws ReflectiveOperationException, IOException {
    if (options.equals(OFF) || options.startsWith(OFF + ",")) {
      return recording == null
          ? "it is not recorded now"
          : (String) recording.getMethod("end", String.class).invoke(null, "");
    }
    Class<?> loaded = recording == null ? recording(instrumentation) : recording;
    return (String)
        loaded
            .getMethod("startLate", String.class, Instrumentation.class)
            .invoke(null, options, instrumentation);
  }

  private static synchronized Class<?> recording(Instrumentation instrumentation)
      throws ReflectiveOperationException, IOException {
    OwnLoader own = OwnLoader.open();
    // Besides the entry, only the hooks are at the top of the jar, where the boot loader looks.
    instrumentation.appendToBootstrapClassLoaderSearch(own.jar());
    recording = Class.forName("dev.sooth.agent.record.Recording", true, own);
    return recording;
  }

  /** The jar that this class is in, for those who start a JVM with the agent. */
  public static File jar() {
    return new File(
        URI.create(AgentMain.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
