package dev.sooth.agent.bootstrap;

import java.lang.invoke.MethodHandles;

/**
 * Hidden classes that the program defines. The JVM shows them to no agent, so they are changed
 * where the program defines them.
 */
public final class HiddenClasses {
  /** Changes class files. */
  public interface Observer {
    /** The class file to use instead, or null for the one given. */
    byte[] observe(Class<?> host, byte[] classFile);
  }

  private static volatile Observer observer = (host, classFile) -> null;

  private HiddenClasses() {}

  /** From now on that one changes them. */
  public static void install(Observer with) {
    observer = with;
  }

  /** In place of the method of {@code Lookup}. */
  public static MethodHandles.Lookup defineHiddenClass(
      MethodHandles.Lookup lookup,
      byte[] classFile,
      boolean initialise,
      MethodHandles.Lookup.ClassOption... options)
      throws IllegalAccessException {
    return lookup.defineHiddenClass(observed(lookup, classFile), initialise, options);
  }

  /** In place of the method of {@code Lookup}. */
  public static MethodHandles.Lookup defineHiddenClassWithClassData(
      MethodHandles.Lookup lookup,
      byte[] classFile,
      Object data,
      boolean initialise,
      MethodHandles.Lookup.ClassOption... options)
      throws IllegalAccessException {
    return lookup.defineHiddenClassWithClassData(
        observed(lookup, classFile), data, initialise, options);
  }

  private static byte[] observed(MethodHandles.Lookup lookup, byte[] classFile) {
    if (!Hooks.on || classFile == null) {
      return classFile;
    }
    boolean guard = AgentGuard.enter();
    try {
      byte[] changed = observer.observe(lookup.lookupClass(), classFile.clone());
      return changed == null ? classFile : changed;
    } finally {
      AgentGuard.exit(guard);
    }
  }
}
