package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.OpaqueHooks;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the transformers of one class share. */
final class ClassContext {
  final ClassLoader loader;
  final ClassInfo info;
  final ClassFiles files;
  final SiteTable sites;
  final FieldTable fields;
  final boolean withValues;
  final boolean withStacks;

  /** Whether the class is the JDK's own: then its members stay as they are. */
  final boolean ofTheJdk;

  final JdkClasses jdk;

  /** Whether the class is loaded already, so that it can get no members. */
  boolean membersFixed;

  /** Whether accesses are checked while the program runs, with what objects carry for that. */
  boolean withShadow;

  /** Whether methods have two bodies, see {@link DoubledMethod}. */
  boolean withSamples;

  /** How many methods with two bodies there are. */
  int doubled;

  /** Whether plain accesses are emitted by {@link DirectAccess}. */
  boolean direct;

  /** The fields whose words the objects of this class carry, see {@code FieldWords}. */
  final Set<String> withWords = new LinkedHashSet<>();

  /** The methods that check accesses to them, as far as they are called. */
  final Set<String> checked = new HashSet<>();

  /** The file named in the class file, or one made of the class's name. */
  String sourceFile;

  /** The counts of local variables of the class's methods; null if it is the JDK's own. */
  LocalCounts locals;

  /** The interfaces behind which a method of the JDK may be, as far as this class says so. */
  final Set<String> references = new LinkedHashSet<>();

  /** Calls whose result is thrown away; null if it is the JDK's own. */
  IgnoredResults ignored;

  /** Bridges to signature-polymorphic methods, by what they call; made at the end of the class. */
  final Map<String, VarHandleBridge> bridges = new LinkedHashMap<>();

  /** The number of the class file where the way of the threads is recorded, else -1. */
  int flowClass = -1;

  /** See {@link PlainObjects#shared}. */
  Set<String> shared = Set.of();

  private List<String> initialised; // found at first use

  /** The classes that are initialised together with this one, see {@link ClassFiles}. */
  List<String> initialised() {
    if (initialised == null) {
      initialised = files.initialised(loader, info.name);
    }
    return initialised;
  }

  /** A method of the JDK may be behind this interface, and those that it extends. */
  void noteReference(String type) {
    references.add(type);
    OpaqueHooks.noteReference(type);
    files
        .find(loader, type)
        .ifPresent(known -> List.of(known.interfaces).forEach(this::noteReference));
  }

  /** So it may behind those that a collection of the program's implements. */
  void noteInterfacesOfCollection() {
    String ancestor = info.superName;
    while (ancestor != null && !ancestor.startsWith("java/")) {
      ancestor = files.find(loader, ancestor).map(known -> known.superName).orElse(null);
    }
    if (ancestor != null && CollectionRules.hasRules(ancestor)) {
      List.of(info.interfaces).forEach(this::noteReference);
    }
  }

  /** The index of a class as it is seen from this one. */
  int classIndex(String type) {
    return fields.classIndex(
        type.equals(info.name) ? loader : ClassFiles.definingLoader(loader, type), type);
  }

  ClassContext(
      ClassLoader loader,
      ClassInfo info,
      ClassFiles files,
      SiteTable sites,
      FieldTable fields,
      boolean withValues,
      boolean withStacks,
      boolean ofTheJdk,
      JdkClasses jdk) {
    this.loader = loader;
    this.info = info;
    this.files = files;
    this.sites = sites;
    this.fields = fields;
    this.withValues = withValues;
    this.withStacks = withStacks;
    this.ofTheJdk = ofTheJdk;
    this.jdk = jdk;
    String simple = info.name.substring(info.name.lastIndexOf('/') + 1);
    int dollar = simple.indexOf('$', 1);
    sourceFile = (dollar > 0 ? simple.substring(0, dollar) : simple) + ".class";
  }
}
