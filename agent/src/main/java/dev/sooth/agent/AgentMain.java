package dev.sooth.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Where the JVM starts the agent. It puts the hooks on the boot class path, where every class can
 * see them, and has the rest loaded by {@link OwnLoader}, where no class of the program can clash
 * with ours. It must not name any of those classes itself.
 */
public final class AgentMain {
  private static final String HOOKS = "dev/sooth/agent/bootstrap/";

  private AgentMain() {}

  /** {@code -javaagent:sooth.jar=options}. */
  public static void premain(String options, Instrumentation instrumentation) throws Exception {
    start(options, instrumentation);
  }

  /** Attached to a running JVM: classes that are loaded already are not recorded. */
  public static void agentmain(String options, Instrumentation instrumentation) throws Exception {
    System.err.println("sooth: attached late: classes loaded before now are not recorded");
    start(options, instrumentation);
  }

  private static void start(String options, Instrumentation instrumentation) throws Exception {
    OwnLoader own = OwnLoader.open();
    Path hooks = Files.createTempFile("sooth-hooks", ".jar");
    hooks.toFile().deleteOnExit();
    copyHooks(own, hooks);
    // Not closed: the boot loader reads from it for as long as the JVM lives.
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(hooks.toFile()));
    Class.forName("dev.sooth.agent.record.Recording", true, own)
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, options, instrumentation);
  }

  private static void copyHooks(OwnLoader from, Path to) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
      for (ZipEntry entry : from.entries(HOOKS)) {
        out.putNextEntry(new JarEntry(from.nameOf(entry)));
        try (InputStream in = from.open(entry)) {
          in.transferTo(out);
        }
        out.closeEntry();
      }
    }
  }

  /** The jar that this class is in, for those who start a JVM with the agent. */
  public static File jar() {
    return new File(
        URI.create(AgentMain.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
