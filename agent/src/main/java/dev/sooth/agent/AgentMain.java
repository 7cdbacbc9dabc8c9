package dev.sooth.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Where the JVM starts the agent. It puts the hooks on the boot class path, where every class can
 * see them, and the rest into a class loader of its own, where no class of the program can clash
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
    Path jar = Path.of(AgentMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path hooks = Files.createTempFile("sooth-hooks", ".jar");
    hooks.toFile().deleteOnExit();
    List<URL> classPath = new ArrayList<>();
    classPath.add(jar.toUri().toURL());
    try (JarFile file = new JarFile(jar.toFile())) {
      copyHooks(file, hooks);
      Attributes manifest = file.getManifest().getMainAttributes();
      String more = manifest.getValue(Attributes.Name.CLASS_PATH);
      for (String entry : more == null ? new String[0] : more.trim().split(" ", -1)) {
        classPath.add(jar.toUri().resolve(URI.create(entry)).toURL());
      }
    }
    // Not closed: the boot loader reads from it for as long as the JVM lives.
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(hooks.toFile()));
    ClassLoader own =
        new URLClassLoader(
            "sooth", classPath.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    Class.forName("dev.sooth.agent.record.Recording", true, own)
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, options, instrumentation);
  }

  private static void copyHooks(JarFile from, Path to) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
      Enumeration<JarEntry> entries = from.entries();
      while (entries.hasMoreElements()) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().startsWith(HOOKS) && !entry.isDirectory()) {
          out.putNextEntry(new JarEntry(entry.getName()));
          try (InputStream in = from.getInputStream(entry)) {
            in.transferTo(out);
          }
          out.closeEntry();
        }
      }
    }
  }

  /** The jar that this class is in, for those who start a JVM with the agent. */
  public static File jar() {
    return new File(
        URI.create(AgentMain.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
