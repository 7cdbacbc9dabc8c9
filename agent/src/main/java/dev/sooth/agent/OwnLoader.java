package dev.sooth.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Loads our classes where no class of a program sees them: the JVM puts the jar of an agent on the
 * program's class path, so all but its entry lies in a folder of the jar, of which only this loader
 * knows. Nothing but the JDK is asked before.
 */
final class OwnLoader extends URLClassLoader {
  /** Where the classes are in the jar; a jar made for a test has them at its top. */
  private static final String FOLDER = "sooth/";

  static {
    registerAsParallelCapable();
  }

  private final JarFile jar;
  private final URL location;
  private final String folder;
  private final CodeSource source;

  private OwnLoader(JarFile jar, URL location, URL[] others) {
    super("sooth", others, ClassLoader.getPlatformClassLoader());
    this.jar = jar;
    this.location = location;
    folder = jar.getEntry(FOLDER) == null ? "" : FOLDER;
    source = new CodeSource(location, (Certificate[]) null);
  }

  /** Of the jar that this class is in, and of what its manifest puts on the class path. */
  static OwnLoader open() throws IOException {
    URL location = OwnLoader.class.getProtectionDomain().getCodeSource().getLocation();
    // Not closed: classes are loaded for as long as the JVM lives.
    JarFile jar = new JarFile(new File(URI.create(location.toString())));
    List<URL> others = new ArrayList<>();
    String more = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
    for (String entry : more == null ? new String[0] : more.trim().split(" ", -1)) {
      others.add(URI.create(location.toString()).resolve(URI.create(entry)).toURL());
    }
    return new OwnLoader(jar, location, others.toArray(new URL[0]));
  }

  /** The entries of the jar below a folder of our classes. */
  List<ZipEntry> entries(String below) {
    List<ZipEntry> found = new ArrayList<>();
    jar.stream()
        .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(folder + below))
        .forEach(found::add);
    return found;
  }

  /** The name that an entry has for those who use it. */
  String nameOf(ZipEntry entry) {
    return entry.getName().substring(folder.length());
  }

  InputStream open(ZipEntry entry) throws IOException {
    return jar.getInputStream(entry);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ZipEntry entry = jar.getEntry(folder + name.replace('.', '/') + ".class");
    if (entry == null) {
      return super.findClass(name);
    }
    try (InputStream in = open(entry)) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length, source);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  public URL findResource(String name) {
    return jar.getEntry(folder + name) == null ? super.findResource(name) : url(name);
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    List<URL> found = new ArrayList<>(Collections.list(super.findResources(name)));
    if (jar.getEntry(folder + name) != null) {
      found.add(0, url(name));
    }
    return Collections.enumeration(found);
  }

  private URL url(String name) {
    try {
      return URI.create("jar:" + location + "!/" + folder + name).toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The jar itself. */
  Path file() {
    return Path.of(jar.getName());
  }
}
