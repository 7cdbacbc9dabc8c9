package dev.sooth.recipe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Where the solver comes from: a folder of jars that is not on the class path, because with its
 * libraries for five platforms it is six times as large as all the rest. It is opened when the
 * first question is asked.
 */
public final class SolverLibrary {
  private static final String OURS = "dev.sooth.recipe.z3.";
  private static final String SOLVER = OURS + "Z3Solver";

  private SolverLibrary() {}

  /**
   * What makes solvers, see {@link Prediction}: those of the class path, else those of the jars in
   * this folder; nothing if neither has one.
   */
  public static Optional<LongFunction<Solver>> find(Path folder) throws IOException {
    ClassLoader own = SolverLibrary.class.getClassLoader();
    if (own.getResource("com/microsoft/z3/Context.class") != null) {
      return Optional.of(from -> make(own, from));
    }
    List<URL> jars = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
        for (Path file : files) {
          jars.add(url(file));
        }
      }
    }
    ClassLoader loader = new JarsLoader(jars.toArray(new URL[0]), own);
    return loader.getResource("com/microsoft/z3/Context.class") == null
        ? Optional.empty()
        : Optional.of(from -> make(loader, from));
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Solver make(ClassLoader loader, long from) {
    try {
      return Class.forName(SOLVER, true, loader)
          .asSubclass(Solver.class)
          .getConstructor(long.class)
          .newInstance(from);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the solver does not start: " + e.getCause(), e);
    }
  }

  /** Defines our class that uses the solver beside the solver. */
  private static final class JarsLoader extends URLClassLoader {
    JarsLoader(URL[] jars, ClassLoader own) {
      super(jars, own);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OURS)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
