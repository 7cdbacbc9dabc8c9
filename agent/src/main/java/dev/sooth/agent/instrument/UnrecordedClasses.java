package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.AgentGuard;
import dev.sooth.agent.bootstrap.HiddenClasses;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Classes of the program whose accesses are not recorded: those that the user has excluded; hidden
 * ones, of which any number may have the same name; and those that were loaded while a transformer
 * worked, see {@link NestedLoads}, whose members cannot change any more. Their synchronisation is
 * observed like that of the JDK's classes, so that the order they make is in the trace; the report
 * names them.
 */
public final class UnrecordedClasses extends GuardedTransformer implements HiddenClasses.Observer {
  private final Instrumentation instrumentation;
  private final SiteTable sites;
  private final FieldTable fields;
  private final ClassFiles files = new ClassFiles();
  private final Set<Class<?>> wanted = ConcurrentHashMap.newKeySet(); // for a moment each

  public UnrecordedClasses(
      Instrumentation instrumentation,
      SiteTable sites,
      FieldTable fields,
      ClassReport report,
      NestedLoads nested) {
    super(report, nested);
    this.instrumentation = instrumentation;
    this.sites = sites;
    this.fields = fields;
  }

  @Override
  public byte[] observe(Class<?> host, byte[] classFile) {
    if (isOfTheJdk(host.getClassLoader())) {
      return null;
    }
    String name = host.getName() + "'s hidden class";
    try {
      name = new ClassReader(classFile).getClassName();
      report.skipped(name, "hidden, only its synchronisation is observed");
      byte[] result = observe(host.getClassLoader(), classFile);
      readHooks(host.getModule());
      return result;
    } catch (RuntimeException | LinkageError e) {
      report.failed(name, e.toString()); // if it is no class, the JVM will say so
      return null;
    }
  }

  /** Observes classes that are loaded already. */
  void retransform(List<Class<?>> classes) {
    wanted.addAll(classes);
    try {
      for (Class<?> type : classes) {
        readHooks(type.getModule());
      }
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (Exception | LinkageError e) {
      classes.forEach(type -> report.failed(type.getName(), e.toString()));
    } finally {
      classes.forEach(wanted::remove);
    }
  }

  /** Lets a module of the program see the hooks, which lie in no module. */
  void readHooks(Module module) {
    Module hooks = AgentGuard.class.getModule();
    if (!module.canRead(hooks)) {
      instrumentation.redefineModule(module, Set.of(hooks), Map.of(), Map.of(), Set.of(), Map.of());
    }
  }

  @Override
  boolean concerns(ClassLoader loader, String name, Class<?> redefined) {
    return redefined != null && wanted.contains(redefined);
  }

  @Override
  byte[] instrument(ClassLoader loader, String name, byte[] classFile) {
    report.skipped(
        name, "loaded while another was instrumented, only its synchronisation is observed");
    return observe(loader, classFile);
  }

  /** The class with hooks at its synchronisation, or null if it has none. */
  byte[] observe(ClassLoader loader, byte[] classFile) {
    Set<String> untouched = new HashSet<>();
    while (true) {
      try {
        return observe(loader, classFile, untouched);
      } catch (MethodTooLargeException e) { // that one alone stays as it is
        if (!untouched.add(e.getMethodName() + e.getDescriptor())) {
          throw e;
        }
        report.reduced(
            e.getClassName() + "." + e.getMethodName(),
            "too large, not even its synchronisation is observed");
      }
    }
  }

  private byte[] observe(ClassLoader loader, byte[] classFile, Set<String> untouched) {
    ClassReader reader = new ClassReader(classFile);
    ClassInfo info = ClassInfo.read(reader);
    SyncFields syncFields = new SyncFields(files, loader);
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    boolean changed = false;
    for (MethodNode method : new ArrayList<>(node.methods)) {
      if (method.instructions.size() > 0 && !untouched.contains(method.name + method.desc)) {
        int site = sites.number(info.name.replace('/', '.') + "." + method.name);
        changed |=
            new SynchronisationObserver(info, method, syncFields, fields, site).ofProgram().run();
      }
    }
    if (!changed) {
      return null;
    }
    FlowSizedWriter writer = new FlowSizedWriter(reader);
    node.accept(writer);
    return writer.toByteArray();
  }
}
