package dev.sooth.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;

/**
 * The class hierarchy, from class files: loading the program's classes to look at them would change
 * the order in which it loads them, and can deadlock.
 */
final class ClassFiles {
  /** Stands for the boot loader, which is null. */
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  // Guarded by this. A class that is not found is remembered too.
  private final Map<ClassLoader, Map<String, Optional<ClassInfo>>> cache = new WeakHashMap<>();

  /** The class of this name as code of that loader sees it, or nothing. */
  Optional<ClassInfo> find(ClassLoader loader, String name) {
    ClassLoader from = loader == null ? PLATFORM : loader;
    synchronized (this) {
      Map<String, Optional<ClassInfo>> known = cache.get(from);
      if (known != null && known.containsKey(name)) {
        return known.get(name);
      }
    }
    Optional<ClassInfo> info = read(from, name); // not under the lock: it may run a user's loader
    synchronized (this) {
      of(from).put(name, info);
    }
    return info;
  }

  private Map<String, Optional<ClassInfo>> of(ClassLoader loader) {
    Map<String, Optional<ClassInfo>> known = cache.get(loader);
    if (known == null) {
      known = new HashMap<>();
      cache.put(loader, known);
    }
    return known;
  }

  /** The same, but only if the class has been asked for before: nothing is read. */
  synchronized Optional<ClassInfo> known(ClassLoader loader, String name) {
    Map<String, Optional<ClassInfo>> known = cache.get(loader == null ? PLATFORM : loader);
    return known == null ? Optional.empty() : known.getOrDefault(name, Optional.empty());
  }

  /** Takes note of a class whose bytes are at hand. */
  void add(ClassLoader loader, ClassInfo info) {
    ClassLoader from = loader == null ? PLATFORM : loader;
    synchronized (this) {
      of(from).put(info.name, Optional.of(info));
    }
  }

  private static Optional<ClassInfo> read(ClassLoader loader, String name) {
    try (InputStream in = open(loader, name + ".class")) {
      return in == null ? Optional.empty() : Optional.of(ClassInfo.read(new ClassReader(in)));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // the callers treat an unknown class in the careful way
    }
  }

  /**
   * Past the loader where it can only ask others, and past URLs: the first use of one loads
   * classes, among them subclasses of a class that is being loaded right now, which the JVM takes
   * for a circle.
   */
  private static InputStream open(ClassLoader loader, String file) throws IOException {
    InputStream in = null;
    if (file.startsWith("java/") || loader == PLATFORM) {
      in = Object.class.getModule().getResourceAsStream(file);
    }
    if (in == null && loader == PLATFORM) {
      String name = file.substring(0, Math.max(0, file.lastIndexOf('/'))).replace('/', '.');
      Module module = Modules.BY_PACKAGE.get(name);
      in = module == null ? null : module.getResourceAsStream(file);
    }
    return in == null ? loader.getResourceAsStream(file) : in;
  }

  /** The modules by their packages, of which no two have the same; not made unless needed. */
  private static final class Modules {
    static final Map<String, Module> BY_PACKAGE = new HashMap<>();

    static {
      for (Module module : ModuleLayer.boot().modules()) {
        for (String name : module.getPackages()) {
          BY_PACKAGE.put(name, module);
        }
      }
    }
  }

  /** The class that declares the field, or nothing. */
  Optional<ClassInfo> declaring(ClassLoader loader, String owner, String field) {
    String name = owner;
    while (name != null) {
      Optional<ClassInfo> info = find(loader, name);
      if (info.isEmpty() || info.get().fieldAccess.containsKey(field)) {
        return info;
      }
      for (String superInterface : info.get().interfaces) {
        Optional<ClassInfo> found = declaring(loader, superInterface, field);
        if (found.isPresent() && found.get().fieldAccess.containsKey(field)) {
          return found;
        }
      }
      name = info.get().superName;
    }
    return Optional.empty();
  }

  /** Whether the class implements the interface; true as well when the hierarchy is not known. */
  boolean mayImplement(ClassLoader loader, String type, String wanted) {
    if (type == null || type.equals("java/lang/Object")) {
      return false;
    }
    if (type.equals(wanted)) {
      return true;
    }
    Optional<ClassInfo> info = find(loader, type);
    if (info.isEmpty()) {
      return true;
    }
    for (String superInterface : info.get().interfaces) {
      if (mayImplement(loader, superInterface, wanted)) {
        return true;
      }
    }
    return mayImplement(loader, info.get().superName, wanted);
  }

  /** Whether a superclass that is the JDK's, or not known, may copy objects of this class. */
  boolean mayCopyUnseen(ClassLoader loader, ClassInfo type) {
    String ancestor = type.superName;
    while (ancestor != null && !ancestor.equals("java/lang/Object")) {
      Optional<ClassInfo> info = find(loader, ancestor);
      if (info.isEmpty() || ancestor.startsWith("java/")) {
        return mayImplement(loader, ancestor, "java/lang/Cloneable");
      }
      ancestor = info.get().superName;
    }
    return false;
  }

  /**
   * The classes that have been initialised when this one has been, by a static initialiser that is
   * not the JDK's: the class itself, its superclasses, their interfaces; superclasses last.
   */
  List<String> initialised(ClassLoader loader, String type) {
    List<String> result = new ArrayList<>();
    addInitialised(loader, type, result);
    return result;
  }

  private void addInitialised(ClassLoader loader, String type, List<String> result) {
    if (type == null || type.startsWith("java/") || result.contains(type)) {
      return;
    }
    Optional<ClassInfo> info = find(loader, type);
    if (info.isEmpty()) {
      return;
    }
    if (info.get().hasInitialiser) {
      result.add(type);
    }
    for (String superInterface : info.get().interfaces) {
      addInitialised(loader, superInterface, result);
    }
    addInitialised(loader, info.get().superName, result);
  }

  /** The loader that defines the class, on the assumption that loaders ask their parents first. */
  static ClassLoader definingLoader(ClassLoader loader, String name) {
    ClassLoader defining = loader;
    while (defining != null
        && defining.getParent() != null
        && defining.getParent().getResource(name + ".class") != null) {
      defining = defining.getParent();
    }
    return defining;
  }
}
