package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.CollectionHooks;
import dev.sooth.agent.bootstrap.Methods;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;

/** Instruments the program's classes as they are loaded. */
public final class ProgramTransformer extends GuardedTransformer {
  private final UnrecordedClasses unrecorded;
  private final ClassFilter filter;
  private final SiteTable sites;
  private final FieldTable fields;
  private final boolean withValues;
  private final boolean withStacks;
  private final JdkClasses jdk;
  private final boolean withShadow;
  private final boolean withSamples;
  private final boolean direct;
  private final boolean withFlow;
  private final ClassFiles files = new ClassFiles();
  private final ProgramCache cache;

  // By loader, the classes that were shown to us; guarded by itself.
  private final Map<ClassLoader, Set<String>> seen = new WeakHashMap<>();

  public ProgramTransformer(
      ClassFilter filter,
      SiteTable sites,
      FieldTable fields,
      ClassReport report,
      NestedLoads nested,
      UnrecordedClasses unrecorded,
      boolean withValues,
      boolean withStacks,
      JdkClasses jdk,
      boolean withShadow,
      boolean withSamples,
      boolean direct,
      boolean withFlow,
      ProgramCache cache) {
    super(report, nested);
    this.cache = cache;
    this.direct = direct;
    this.withFlow = withFlow;
    this.withSamples = withSamples;
    this.withShadow = withShadow;
    this.unrecorded = unrecorded;
    this.filter = filter;
    this.sites = sites;
    this.fields = fields;
    this.withValues = withValues;
    this.withStacks = withStacks;
    this.jdk = jdk;
  }

  /** What knows the collections that the program's classes are. */
  public CollectionHooks.Types collections() {
    return new ProgramCollections(fields, files);
  }

  /** Besides: lets a module of the program see the hooks, which lie in no module. */
  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    byte[] result = transform(loader, name, redefined, domain, classFile);
    if (result != null) {
      unrecorded.readHooks(module);
    }
    return result;
  }

  @Override
  boolean concerns(ClassLoader loader, String name, Class<?> redefined) {
    return redefined == null
        && !isOfTheJdk(loader)
        && loader != ProgramTransformer.class.getClassLoader()
        && !name.startsWith("dev/sooth/agent/");
  }

  /** Whether it is a class that should have been shown to us and has not been; said once. */
  boolean isUnseen(Class<?> type) {
    return !type.isArray()
        && !type.isHidden()
        && !isOfTheJdk(type.getClassLoader())
        && concerns(type.getClassLoader(), type.getName().replace('.', '/'), null)
        && see(type.getClassLoader(), type.getName().replace('.', '/'));
  }

  /** The classes that are loaded and were not shown to us; each is named once. */
  List<Class<?>> unseen(Instrumentation instrumentation) {
    List<Class<?>> result = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isUnseen(type)) {
        result.add(type);
      }
    }
    return result;
  }

  private boolean see(ClassLoader loader, String name) {
    synchronized (seen) {
      return seen.computeIfAbsent(loader, l -> new HashSet<>()).add(name);
    }
  }

  @Override
  byte[] instrument(ClassLoader loader, String name, byte[] classFile) {
    see(loader, name);
    byte[] result = instrument(loader, name, classFile, false);
    return name.equals(JUnit4Marks.NOTIFIER)
        ? JUnit4Marks.added(result == null ? classFile : result)
        : result;
  }

  /** Instruments a class that is loaded already: the code of its methods only. */
  byte[] instrumentLoaded(ClassLoader loader, String name, byte[] classFile) {
    return instrument(loader, name, classFile, true);
  }

  private byte[] instrument(ClassLoader loader, String name, byte[] classFile, boolean loaded) {
    String owner = filter.owner(name);
    if (owner != null) {
      report.skipped(name, "of " + owner + ", only its synchronisation is observed");
      return unrecorded.observe(loader, classFile);
    }
    if (!filter.accepts(name)) {
      report.skipped(name, "excluded by option, only its synchronisation is observed");
      return unrecorded.observe(loader, classFile);
    }
    if (name.startsWith("jdk/internal/")
        || name.startsWith("java/")
        || name.startsWith("jdk/proxy")
        || name.startsWith("com/sun/proxy/")) {
      report.skipped(name, "made by the JDK at run time");
      return null;
    }
    byte[] result = loaded ? null : cache.find(loader, name, classFile);
    if (result != null) {
      files.add(loader, ClassInfo.read(new ClassReader(classFile)));
      report.instrumented();
      return result;
    }
    try {
      result = transformBytes(loader, classFile, loaded);
    } catch (MembersNeededException e) {
      report.skipped(
          name, "uses VarHandles and was loaded before, only its synchronisation is observed");
      return unrecorded.observe(loader, classFile);
    } catch (RuntimeException e) {
      report.failed(name, e.toString());
      return unrecorded.observe(loader, classFile); // what can still be had of it
    }
    report.instrumented();
    return result;
  }

  /** A class can be instrumented only with methods of ours added, and that is too late. */
  private static final class MembersNeededException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Instruments one class file. */
  public byte[] transformBytes(ClassLoader loader, byte[] classFile) {
    return transformBytes(loader, classFile, false);
  }

  private byte[] transformBytes(ClassLoader loader, byte[] classFile, boolean loaded) {
    ClassReader reader;
    try {
      reader = new ClassReader(classFile);
    } catch (IllegalArgumentException e) {
      int major = (classFile[6] & 0xFF) << 8 | (classFile[7] & 0xFF);
      throw new UnsupportedClassException(
          "class file version " + major + " is newer than this Sooth knows");
    }
    ClassInfo info = ClassInfo.read(reader);
    if ((info.access & Opcodes.ACC_MODULE) != 0) {
      return null;
    }
    files.add(loader, info);
    boolean benign = BenignMembers.read(reader, report);
    Map<String, ClassInstrumenter.Depth> depths = new HashMap<>();
    boolean[] small = {false};
    int flowClass = withFlow ? sites.flowClass(classFile) : -1;
    while (true) {
      try {
        ClassContext context = context(loader, reader, info, loaded, flowClass);
        byte[] result = attempt(context, reader, depths, small[0]);
        Methods.load(context.doubled);
        if (cache.keeps(loader) && !loaded && !benign && depths.isEmpty() && !small[0]) {
          cache.put(info.name, classFile, result, context);
        }
        return result;
      } catch (MethodTooLargeException e) {
        String method = original(e.getMethodName()) + e.getDescriptor();
        ClassInstrumenter.Depth next = lessThan(depths.get(method));
        if (next == null) {
          throw new UnsupportedClassException("method " + method + " would pass 64 KB");
        }
        depths.put(method, next);
        report.reduced(
            info.name + "." + e.getMethodName(),
            next == ClassInstrumenter.Depth.WITHOUT_ARRAYS
                ? "large, array accesses left out"
                : "large, accesses left out");
      } catch (ClassTooLargeException e) {
        if (small[0]) {
          throw new UnsupportedClassException("its constants would pass 64 K");
        }
        small[0] = true;
        report.reduced(info.name, "many constants, accesses left out");
      }
    }
  }

  private static String original(String name) {
    if (name.startsWith(DoubledMethod.CHECKED)) {
      return name.substring(DoubledMethod.CHECKED.length());
    }
    return name.equals(DoubledMethod.CHECKED_CONSTRUCTOR) ? "<init>" : name;
  }

  private static ClassInstrumenter.Depth lessThan(ClassInstrumenter.Depth depth) {
    if (depth == null) {
      return ClassInstrumenter.Depth.WITHOUT_ARRAYS;
    }
    return depth == ClassInstrumenter.Depth.WITHOUT_ARRAYS
        ? ClassInstrumenter.Depth.WITHOUT_ACCESSES
        : null;
  }

  private ClassContext context(
      ClassLoader loader, ClassReader reader, ClassInfo info, boolean loaded, int flowClass) {
    ClassContext context =
        new ClassContext(loader, info, files, sites, fields, withValues, withStacks, false, jdk);
    context.membersFixed = loaded;
    context.flowClass = flowClass;
    context.withShadow = withShadow;
    context.withSamples = withSamples;
    context.direct = direct;
    context.locals = new LocalCounts(reader);
    context.ignored = new IgnoredResults(reader);
    context.noteInterfacesOfCollection();
    context.shared = PlainObjects.shared(reader);
    return context;
  }

  private byte[] attempt(
      ClassContext context,
      ClassReader reader,
      Map<String, ClassInstrumenter.Depth> depths,
      boolean small) {
    // No frame is computed: the instrumentation adds none but the handlers', which it gives.
    ClassWriter writer = FlowSizedWriter.unlimited(reader);
    ClassVisitor chain =
        new ClassInstrumenter(
            writer,
            context,
            (method, descriptor) ->
                small
                    ? ClassInstrumenter.Depth.WITHOUT_ACCESSES
                    : depths.getOrDefault(method + descriptor, ClassInstrumenter.Depth.FULL));
    ClassInfo info = context.info;
    boolean ofItsOwn =
        context.membersFixed
            || info.isInterface()
            || (info.access & (Opcodes.ACC_ENUM | Opcodes.ACC_RECORD)) != 0
            || info.fieldAccess.containsKey("serialVersionUID");
    if (!ofItsOwn && files.mayImplement(context.loader, info.name, "java/io/Serializable")) {
      // The default one is computed from the members, to which we add some.
      chain = new SerialVersionUIDAdder(chain);
    }
    reader.accept(chain, 0);
    if (context.membersFixed && !context.bridges.isEmpty()) {
      throw new MembersNeededException();
    }
    return writer.toByteArray();
  }
}
