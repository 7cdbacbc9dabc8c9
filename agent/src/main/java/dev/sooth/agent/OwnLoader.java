package dev.sooth.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
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
 * program's class path, so all but its entry and the hooks lies in a folder of the jar, of which
 * only this loader knows. Nothing but the JDK is asked before.
 */
final class OwnLoader extends URLClassLoader {
  /** Where the classes are in the jar. */
  private static final String FOLDER = "sooth/";

  static {
    registerAsParallelCapable();
  }

  private final JarFile jar;
  private final URL location;
  private final CodeSource source;

  private OwnLoader(JarFile jar, URL location, URL[] others) {
    super("sooth", others, ClassLoader.getPlatformClassLoader());
    this.jar = jar;
    this.location = location;
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

  /** What this loader reads from. */
  JarFile jar() {
    return jar;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ZipEntry entry = jar.getEntry(FOLDER + name.replace('.', '/') + ".class");
    if (entry == null) {
      return super.findClass(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length, source);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  public URL findResource(String name) {
    return jar.getEntry(FOLDER + name) == null ? super.findResource(name) : url(name);
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    List<URL> found = new ArrayList<>(Collections.list(super.findResources(name)));
    if (jar.getEntry(FOLDER + name) != null) {
      found.add(0, url(name));
    }
    return Collections.enumeration(found);
  }

  private URL url(String name) {
    try {
      return URI.create("jar:" + location + "!/" + FOLDER + name).toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
