package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.AgentGuard;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Records chosen classes of the JDK. Only the code of methods changes, since most of these classes
 * are loaded before us.
 */
public final class JdkAccessTransformer implements ClassFileTransformer {
  private final JdkClasses jdk;
  private final SiteTable sites;
  private final FieldTable fields;
  private final ClassReport report;
  private final boolean withValues;
  private final ClassFiles files = new ClassFiles();

  public JdkAccessTransformer(
      JdkClasses jdk, SiteTable sites, FieldTable fields, ClassReport report, boolean withValues) {
    this.jdk = jdk;
    this.sites = sites;
    this.fields = fields;
    this.report = report;
    this.withValues = withValues;
  }

  /** Treats the classes that are loaded already; the others come by themselves. */
  public void retransformLoaded(Instrumentation instrumentation) throws UnmodifiableClassException {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray()
          && !type.isHidden()
          && instrumentation.isModifiableClass(type)
          && isOfTheJdk(type.getClassLoader())
          && jdk.accepts(type.getName().replace('.', '/'))) {
        loaded.add(type);
      }
    }
    instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
  }

  private static boolean isOfTheJdk(ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (!isOfTheJdk(loader) || name == null || !jdk.accepts(name)) {
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

  private byte[] instrument(ClassLoader loader, String name, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (JdkClasses.usesUnseenAtomics(reader)) {
      report.skipped(name, "synchronises by means that are not seen");
      return null;
    }
    ClassInfo info = ClassInfo.read(reader);
    files.add(loader, info);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassContext context =
        new ClassContext(loader, info, files, sites, fields, withValues, false, true, jdk);
    try {
      reader.accept(
          new ClassInstrumenter(writer, context, (m, d) -> ClassInstrumenter.Depth.FULL), 0);
    } catch (MethodTooLargeException e) {
      report.skipped(name, "a method would pass 64 KB");
      return null;
    }
    report.instrumented();
    return writer.toByteArray();
  }
}
