package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.AgentGuard;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/**
 * What the transformers have in common: what they do themselves is not recorded, and whatever goes
 * wrong, the class stays as it was and the report says so.
 */
abstract class GuardedTransformer implements ClassFileTransformer {
  final ClassReport report;

  GuardedTransformer(ClassReport report) {
    this.report = report;
  }

  /** Whether the class is this transformer's; must not load anything. */
  abstract boolean concerns(ClassLoader loader, String name, Class<?> redefined);

  /** The class file to use, or null for the one given. */
  abstract byte[] instrument(ClassLoader loader, String name, byte[] classFile);

  @Override
  public final byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || !concerns(loader, name, redefined)) {
      return null;
    }
    boolean guard = AgentGuard.enter();
    try {
      return instrument(loader, name, classFile);
    } catch (Throwable e) {
      report.failed(name, e.toString());
      return null;
    } finally {
      AgentGuard.exit(guard);
    }
  }

  /** Whether the loader defines classes of the JDK. */
  static boolean isOfTheJdk(ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
