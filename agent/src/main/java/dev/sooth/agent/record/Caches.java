package dev.sooth.agent.record;

import dev.sooth.agent.instrument.FieldTable;
import dev.sooth.agent.instrument.JdkCache;
import dev.sooth.agent.instrument.ProgramCache;
import dev.sooth.agent.instrument.SiteTable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** What earlier runs have left in the user's folder of caches, so that this one starts sooner. */
final class Caches {
  static final int MOST_FILES = 20_000;

  final JdkCache jdk;
  final ProgramCache program;

  Caches(AgentOptions options, boolean late, SiteTable sites, FieldTable fields) {
    Path folder = folder();
    String key = key(options);
    jdk = new JdkCache(folder, key, sites, fields);
    String path = options.checksOnly() && options.stacks() <= 1 && !late ? classPath() : null;
    program =
        new ProgramCache(
            path == null ? null : folder,
            String.join(" ", key, code(options), path),
            sites,
            fields,
            ClassLoader.getSystemClassLoader());
  }

  void save() {
    jdk.save();
    program.save();
  }

  /** Nothing is read that another user could have written. */
  private static Path folder() {
    String named = System.getenv("XDG_CACHE_HOME");
    String home = System.getProperty("user.home");
    if (named != null && !named.isEmpty()) {
      return Path.of(named, "sooth");
    }
    return home == null || home.isEmpty() || !Files.isDirectory(Path.of(home))
        ? null
        : Path.of(home, ".cache", "sooth");
  }

  private static String key(AgentOptions options) {
    File agent =
        new File(Caches.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    return String.join(
        " ",
        System.getProperty("java.vendor"),
        System.getProperty("java.vm.version"),
        System.getProperty("java.home"),
        Long.toString(new File(System.getProperty("java.home"), "lib/modules").lastModified()),
        agent.getPath(),
        Long.toString(agent.length()),
        Long.toString(agent.lastModified()),
        Boolean.toString(options.values()));
  }

  /** The options that the code of the program's classes depends on. */
  private static String code(AgentOptions options) {
    return String.join(
        " ",
        Boolean.toString(options.samples()),
        Boolean.toString(options.dataflow()),
        options.include().toString(),
        options.exclude().toString(),
        options.jdk().toString());
  }

  /**
   * The files that classes of the program come from, as they are now; null if there are too many,
   * or something else than files.
   */
  private static String classPath() {
    // What is patched into modules is not among them.
    return System.getProperty("jdk.module.patch.0") != null
        ? null
        : files(System.getProperty("java.class.path"), System.getProperty("jdk.module.path"));
  }

  /** The same, of these paths, each of which may be null. */
  static String files(String... paths) {
    Map<Path, String> files = new LinkedHashMap<>();
    for (String all : paths) {
      for (String entry : all == null ? new String[0] : all.split(File.pathSeparator, -1)) {
        if (!add(files, entry)) {
          return null;
        }
      }
    }
    return files.toString();
  }

  private static boolean add(Map<Path, String> files, String entry) {
    try {
      return add(files, Path.of(entry).toAbsolutePath());
    } catch (InvalidPathException e) { // no path here, whatever the JVM makes of it
      return false;
    }
  }

  private static boolean add(Map<Path, String> files, Path entry) {
    if (files.containsKey(entry)) {
      return true;
    }
    try {
      if (Files.isDirectory(entry)) {
        files.put(entry, "");
        // Links are followed, as class loaders do; where they go in a circle, there is no answer.
        Files.walkFileTree(
            entry,
            EnumSet.of(FileVisitOption.FOLLOW_LINKS),
            Integer.MAX_VALUE,
            new SimpleFileVisitor<>() {
              private int seen; // all that takes time; the entry may be anybody's home

              @Override
              public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes is)
                  throws IOException {
                return count();
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes is)
                  throws IOException {
                if (file.toString().endsWith(".class")) {
                  files.put(file, identity(is));
                }
                return count();
              }

              private FileVisitResult count() throws IOException {
                if (++seen > MOST_FILES) {
                  throw new IOException("too many files");
                }
                return FileVisitResult.CONTINUE;
              }
            });
      } else if (Files.isRegularFile(entry)) {
        files.put(entry, identity(Files.readAttributes(entry, BasicFileAttributes.class)));
        return files.size() <= MOST_FILES && addNamed(files, entry);
      } else {
        files.put(entry, "none");
      }
      return files.size() <= MOST_FILES;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** With the file's own number: a link may lead elsewhere, to one of the same size and time. */
  private static String identity(BasicFileAttributes is) {
    return is.size() + " " + is.lastModifiedTime() + " " + is.fileKey();
  }

  /** The files that a jar's manifest adds to the class path. */
  private static boolean addNamed(Map<Path, String> files, Path jar) throws IOException {
    try (JarFile open = new JarFile(jar.toFile(), false)) {
      Manifest manifest = open.getManifest();
      String named =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String one : named == null ? new String[0] : named.trim().split("\\s+", -1)) {
        URI place = jar.toUri().resolve(one);
        if (!"file".equals(place.getScheme())
            || !add(files, Path.of(place).toAbsolutePath().normalize())) {
          return false;
        }
      }
    }
    return true;
  }
}
