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
  private final NestedLoads nested;

  GuardedTransformer(ClassReport report, NestedLoads nested) {
    this.report = report;
    this.nested = nested;
  }

  /** Whether the class is this transformer's; must not load anything. */
  abstract boolean concerns(ClassLoader loader, String name, Class<?> redefined);

  /** The class file to use, or null for the one given. */
  abstract byte[] instrument(ClassLoader loader, String name, byte[] classFile);

  /** The class is loaded where the stack is nearly full: the work is done in another thread. */
  byte[] withoutStack(ClassLoader loader, String name, byte[] classFile) {
    byte[][] result = {null};
    boolean done =
        NestedLoads.inAnotherThread(
            () -> {
              try {
                result[0] = instrument(loader, name, classFile);
              } catch (Throwable e) {
                report.failed(name, e.toString());
              }
            });
    if (!done) {
      report.failed(name, "loaded where the stack was full");
      return null;
    }
    return result[0];
  }

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
    // The JVM may load a class in the middle of an access, which then must stay what it is.
    boolean linking = AgentGuard.startLinking();
    boolean guard = !linking && AgentGuard.enter();
    long loaded = nested.before();
    try {
      return instrument(loader, name, classFile);
    } catch (StackOverflowError e) {
      return withoutStack(loader, name, classFile);
    } catch (Throwable e) {
      report.failed(name, e.toString());
      return null;
    } finally {
      nested.after(loaded);
      AgentGuard.exit(guard);
      AgentGuard.endLinking(linking);
    }
  }

  /** Whether the loader defines classes of the JDK. */
  public static boolean isOfTheJdk(ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
