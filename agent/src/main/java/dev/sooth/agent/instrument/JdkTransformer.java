package dev.sooth.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes the synchronisation of the JDK's own classes visible: by the models of {@link JdkModels},
 * and by observation where there is none. From the inside, because a call site knows only an
 * interface, and method references have no call site in the program at all. Only the code of
 * methods changes, so that classes that are loaded already can be treated too.
 */
public final class JdkTransformer extends GuardedTransformer {
  private static final List<String> RARELY_USED =
      List.of(
          "java.util.HashMap$TreeNode",
          "java.util.concurrent.ThreadLocalRandom",
          "java.util.concurrent.ConcurrentHashMap$CounterCell",
          "java.util.concurrent.ConcurrentHashMap$ForwardingNode",
          "java.util.concurrent.ConcurrentHashMap$ReservationNode",
          "java.util.concurrent.ConcurrentHashMap$TreeBin",
          "java.util.concurrent.ConcurrentHashMap$TreeNode",
          "java.util.concurrent.atomic.Striped64$Cell",
          "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode",
          "java.util.concurrent.locks.AbstractQueuedSynchronizer$ExclusiveNode",
          "java.util.concurrent.locks.AbstractQueuedSynchronizer$SharedNode");

  private final SiteTable sites;
  private final FieldTable fields;
  private final JdkCache cache;
  private final boolean withValues;
  private final Set<String> seen = ConcurrentHashMap.newKeySet(); // classes that were treated
  private volatile boolean missed; // whether one was loaded that could not be treated there
  private final ClassFiles files = new ClassFiles();
  private final SyncFields syncFields = new SyncFields(files, null);

  public JdkTransformer(
      SiteTable sites,
      FieldTable fields,
      ClassReport report,
      NestedLoads nested,
      JdkCache cache,
      boolean withValues) {
    super(report, nested);
    this.cache = cache;
    this.sites = sites;
    this.fields = fields;
    this.withValues = withValues;
  }

  /**
   * Treats one class for practice. What this loads and links would otherwise be loaded in the
   * middle of loading a class, which the JVM takes for a circle.
   */
  public void warmUp() throws IOException {
    CollectionRules.number("");
    JdkModels.find("", 0, "", "");
    ObservedClasses.isUnchanging("", "");
    loadBoxes();
    loadRarelyUsed();
    if (!cache.isEmpty()) {
      return;
    }
    for (String name : List.of("java/util/concurrent/ConcurrentHashMap", "java/util/Hashtable")) {
      try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
        transformBytes(in.readAllBytes());
      }
    }
  }

  /**
   * Who boxes a number while he treats the cache of such boxes, which the JVM is loading, finds it
   * loading for ever. With most collectors the JVM has not loaded them when we start.
   */
  private static void loadBoxes() {
    List<Object> boxes = List.of((byte) 0, (short) 0, 'a', 0, 0L);
    if (boxes.size() != 5) {
      throw new AssertionError();
    }
  }

  /**
   * The same of what our maps and locks use only when two threads meet in them, or when many keys
   * share a bucket: initialised now, since the first time may be while just this is being loaded.
   */
  private static void loadRarelyUsed() {
    for (String name : RARELY_USED) {
      try {
        Class.forName(name);
      } catch (ClassNotFoundException e) {
        // Not in this JDK.
      }
    }
  }

  /** Treats the classes that are loaded and have not been treated. */
  public void retransformLoaded(Instrumentation instrumentation) {
    missed = false;
    List<Class<?>> classes = unseen(instrumentation);
    while (!classes.isEmpty()) { // to treat them may load others
      retransform(instrumentation, classes);
      classes = unseen(instrumentation);
    }
  }

  /** The classes that are loaded and have not been treated; each is named once. */
  private List<Class<?>> unseen(Instrumentation instrumentation) {
    List<Class<?>> result = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isUnseen(instrumentation, type)) {
        result.add(type);
      }
    }
    return result;
  }

  /** Whether the class has to be treated and has not been; said once. */
  boolean isUnseen(Instrumentation instrumentation, Class<?> type) {
    if (type.isArray() || type.isHidden() || !isOfTheJdk(type.getClassLoader())) {
      return false;
    }
    String name = type.getName();
    if (!seen.add(name)) {
      return false;
    }
    String internal = name.replace('.', '/');
    return concerns(type.getClassLoader(), internal, type)
        && !cache.isNothing(internal)
        && instrumentation.isModifiableClass(type);
  }

  void retransform(Instrumentation instrumentation, List<Class<?>> classes) {
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | LinkageError | InternalError e) {
      classes.forEach(type -> report.failed(type.getName(), e.toString()));
    }
  }

  /** The class is treated later, where there is stack. */
  @Override
  byte[] withoutStack(ClassLoader loader, String name, byte[] classFile) {
    seen.remove(name.replace('/', '.'));
    missed = true;
    return null;
  }

  /** Treats the classes that were loaded where there was no stack to treat them. */
  public void retransformMissed(Instrumentation instrumentation) {
    if (missed) {
      retransformLoaded(instrumentation);
    }
  }

  @Override
  boolean concerns(ClassLoader loader, String name, Class<?> redefined) {
    return isOfTheJdk(loader)
        && !name.startsWith("dev/sooth/agent/")
        && (JdkModels.hasModels(name)
            || JdkCallbackVisitor.concerns(name)
            || ObservedClasses.reasonLeftOut(name) == null);
  }

  @Override
  byte[] instrument(ClassLoader loader, String name, byte[] classFile) {
    seen.add(name.replace('/', '.'));
    byte[] result;
    if (cache.knows(name, classFile)) {
      result = cache.get(name);
    } else {
      result = transformBytes(classFile);
      cache.put(name, classFile, result);
    }
    if (result != null) {
      report.modelled();
    }
    return result;
  }

  /** Treats one class file; null if there is nothing to see in it. */
  byte[] transformBytes(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    String owner = reader.getClassName();
    boolean modelled = JdkModels.hasModels(owner) || JdkCallbackVisitor.concerns(owner);
    ClassInfo info = ClassInfo.read(reader);
    files.add(null, info);
    boolean observed =
        ObservedClasses.reasonLeftOut(owner) == null
            && MaySynchronise.test(reader, info, syncFields);
    if (!modelled && !observed) {
      return null;
    }
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    boolean changed = false;
    FlowSizedWriter writer = new FlowSizedWriter(reader);
    List<MethodNode> methods = node.methods;
    node.methods = List.of();
    ClassVisitor visitor = new Unfinished(writer);
    node.accept(visitor);
    for (MethodNode method : methods) {
      changed |= method(info, method, observed, writer);
    }
    writer.visitEnd();
    return changed ? writer.toByteArray() : null;
  }

  /** Lets the methods follow after all else. */
  private static final class Unfinished extends ClassVisitor {
    Unfinished(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitEnd() {}
  }

  private boolean method(ClassInfo info, MethodNode method, boolean observed, ClassVisitor next) {
    int site = sites.jdkNumber(info.name.replace('/', '.') + "." + method.name);
    boolean changed = false;
    if (observed && method.instructions.size() > 0) {
      changed = new SynchronisationObserver(info, method, syncFields, fields, site).run();
    }
    JdkModel model = JdkModels.find(info.name, method.access, method.name, method.desc);
    MethodVisitor mv =
        next.visitMethod(
            method.access,
            method.name,
            method.desc,
            method.signature,
            method.exceptions.toArray(new String[0]));
    if (JdkCallbackVisitor.calls(info.name, method.name)) {
      mv = new JdkCallbackVisitor(mv, info.name, site);
      changed = true;
    }
    if (model != null && JdkKey.isThere(model.key(), info)) {
      int field =
          model.form() == JdkModel.Form.ATOMIC ? fields.instanceField(info.name, "value") : 0;
      mv =
          new JdkMethodVisitor(
              mv, method.access, method.desc, info, model, site, field, withValues);
      changed = true;
    }
    method.accept(mv);
    return changed;
  }
}
