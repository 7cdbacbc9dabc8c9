package dev.sooth.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Records chosen classes of the JDK. Only the code of methods changes, since most of these classes
 * are loaded before us.
 */
public final class JdkAccessTransformer extends GuardedTransformer {
  private final JdkClasses jdk;
  private final SiteTable sites;
  private final FieldTable fields;
  private final boolean withValues;
  private final ClassFiles files = new ClassFiles();

  public JdkAccessTransformer(
      JdkClasses jdk,
      SiteTable sites,
      FieldTable fields,
      ClassReport report,
      NestedLoads nested,
      boolean withValues) {
    super(report, nested);
    this.jdk = jdk;
    this.sites = sites;
    this.fields = fields;
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

  @Override
  boolean concerns(ClassLoader loader, String name, Class<?> redefined) {
    return isOfTheJdk(loader) && jdk.accepts(name);
  }

  @Override
  byte[] instrument(ClassLoader loader, String name, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (JdkClasses.usesUnseenAtomics(reader)) {
      report.skipped(name, "synchronises by means that are not seen");
      return null;
    }
    ClassInfo info = ClassInfo.read(reader);
    files.add(loader, info);
    FlowSizedWriter writer = new FlowSizedWriter(reader);
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
