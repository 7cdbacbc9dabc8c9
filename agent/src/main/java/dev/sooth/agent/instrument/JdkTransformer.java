package dev.sooth.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts the models of {@link JdkModels} into the JDK's own classes. From the inside, because a call
 * site knows only an interface, and method references have no call site in the program at all. Only
 * the code of methods changes, so that classes that are loaded already can be treated too.
 */
public final class JdkTransformer extends GuardedTransformer {
  private final SiteTable sites;
  private final FieldTable fields;
  private final boolean withValues;
  private final ClassFiles files = new ClassFiles();

  public JdkTransformer(
      SiteTable sites, FieldTable fields, ClassReport report, boolean withValues) {
    super(report);
    this.sites = sites;
    this.fields = fields;
    this.withValues = withValues;
  }

  /** Treats the classes that are loaded already; the others come by themselves. */
  public void retransformLoaded(Instrumentation instrumentation) throws UnmodifiableClassException {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray() && JdkModels.hasModels(type.getName().replace('.', '/'))) {
        loaded.add(type);
      }
    }
    instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
  }

  @Override
  boolean concerns(ClassLoader loader, String name, Class<?> redefined) {
    return loader == null && JdkModels.hasModels(name);
  }

  @Override
  byte[] instrument(ClassLoader loader, String name, byte[] classFile) {
    byte[] result = transformBytes(classFile);
    if (result != null) {
      report.modelled();
    }
    return result;
  }

  /** Puts the models into one class file; null if it has none. */
  byte[] transformBytes(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    String owner = reader.getClassName();
    ClassInfo info = ClassInfo.read(reader);
    boolean[] changed = {false};
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String d, String signature, String[] exceptions) {
            MethodVisitor mv = super.visitMethod(access, name, d, signature, exceptions);
            JdkModel model = JdkModels.find(owner, access, name, d);
            JdkKey key = model == null ? null : JdkKey.find(model.key(), info, files);
            int site = sites.number(owner.replace('/', '.') + "." + name);
            if (JdkCallbackVisitor.calls(owner, name)) {
              mv = new JdkCallbackVisitor(mv, owner, site);
              changed[0] = true;
            }
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            if (JdkModels.isCollection(owner) && !isStatic && !name.equals("<init>")) {
              JdkKey elements = JdkKey.find(JdkModels.functionsOf(owner), info, files);
              mv = new JdkFunctionVisitor(mv, elements, site);
              changed[0] = true;
            }
            if (key == null) {
              return mv;
            }
            changed[0] = true;
            int field =
                model.form() == JdkModel.Form.ATOMIC ? fields.instanceField(owner, "value") : 0;
            return new JdkMethodVisitor(
                mv, access, name, d, info, model, key, site, field, withValues);
          }
        },
        ClassReader.EXPAND_FRAMES);
    return changed[0] ? writer.toByteArray() : null;
  }
}
