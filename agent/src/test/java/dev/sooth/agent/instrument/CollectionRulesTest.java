package dev.sooth.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeSet;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every public method of the collections of the running JDK has a rule. */
class CollectionRulesTest {
  private static final List<Class<?>> KINDS =
      List.of(
          Iterable.class,
          Map.class,
          Map.Entry.class,
          Iterator.class,
          Enumeration.class,
          Spliterator.class,
          BaseStream.class,
          java.util.BitSet.class);

  /** Types of java.util that are of these kinds, public, and have no rules of their own. */
  private static final Set<String> OTHERS =
      Set.of(
          // They synchronise.
          "java.util.Vector",
          "java.util.Stack",
          "java.util.Hashtable",
          "java.util.Properties",
          // Not collections, though they can be iterated.
          "java.util.Scanner",
          "java.util.ServiceLoader",
          "java.util.StringTokenizer",
          // Never part of a map.
          "java.util.AbstractMap$SimpleEntry",
          "java.util.AbstractMap$SimpleImmutableEntry",
          // Bases for spliterators of programs.
          "java.util.Spliterators$AbstractSpliterator",
          "java.util.Spliterators$AbstractIntSpliterator",
          "java.util.Spliterators$AbstractLongSpliterator",
          "java.util.Spliterators$AbstractDoubleSpliterator");

  @Test
  void everyPublicTypeHasRules() throws Exception {
    Set<String> without = new TreeSet<>();
    for (Class<?> type : classes()) {
      if (isOfKind(type)
          && isAccessible(type)
          && !OTHERS.contains(type.getName())
          && !CollectionRules.hasRules(internalName(type))) {
        without.add(type.getName());
      }
    }
    assertThat(without).isEmpty();
  }

  /** The views, iterators and entries are called through public types, whose rules they need. */
  @Test
  void everyPublicMethodHasARule() throws Exception {
    Set<String> without = new TreeSet<>();
    int methods = 0;
    for (Class<?> type : classes()) {
      if (!isOfKind(type) || OTHERS.contains(type.getName()) || synchronises(type)) {
        continue;
      }
      for (Method method : type.getMethods()) {
        if (method.getDeclaringClass() == Object.class || method.isSynthetic()) {
          continue;
        }
        methods++;
        boolean known =
            !isCallable(type, method)
                || (Modifier.isStatic(method.getModifiers())
                    ? CollectionRules.ofStatic(internalName(type), method.getName()) != null
                    : hasRule(type, method));
        if (!known) {
          without.add(type.getName() + "." + method.getName());
        }
      }
    }
    assertThat(without).isEmpty();
    assertThat(methods).isGreaterThan(3000);
  }

  @Test
  void everyMethodOfCollectionsHasARule() {
    Set<String> without = new TreeSet<>();
    for (Method method : Collections.class.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())
          && CollectionRules.ofStatic("java/util/Collections", method.getName()) == null) {
        without.add(method.getName());
      }
    }
    assertThat(without).isEmpty();
  }

  private static boolean hasRule(Class<?> type, Method method) {
    for (Class<?> t : supertypes(type)) {
      if (CollectionRules.ofMethod(internalName(t), method.getName()) != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether a program can name the method: a type of these that it can name has it. */
  private static boolean isCallable(Class<?> type, Method method) {
    if (Modifier.isStatic(method.getModifiers())) {
      return method.getDeclaringClass() == type && isAccessible(type);
    }
    for (Class<?> t : supertypes(type)) {
      if (isAccessible(t) && isOfKind(t)) {
        for (Method declared : t.getMethods()) {
          if (declared.getName().equals(method.getName())
              && declared.getDeclaringClass() != Object.class) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static List<Class<?>> supertypes(Class<?> type) {
    List<Class<?>> result = new ArrayList<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      result.add(c);
      for (Class<?> superInterface : c.getInterfaces()) {
        result.addAll(supertypes(superInterface));
      }
    }
    return result;
  }

  private static boolean isOfKind(Class<?> type) {
    return KINDS.stream().anyMatch(kind -> kind.isAssignableFrom(type));
  }

  private static boolean synchronises(Class<?> type) {
    String name = type.getName();
    return name.startsWith("java.util.Collections$Synchronized")
        || name.startsWith("java.util.Vector$")
        || name.startsWith("java.util.Hashtable$")
        || name.startsWith("java.util.Properties$");
  }

  private static boolean isAccessible(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getDeclaringClass() == null || isAccessible(type.getDeclaringClass()));
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** The classes of java.util and java.util.stream. */
  private static List<Class<?>> classes() throws IOException, ClassNotFoundException {
    FileSystem modules = FileSystems.getFileSystem(URI.create("jrt:/"));
    List<Class<?>> result = new ArrayList<>(List.of(Iterable.class));
    for (String folder : List.of("java/util", "java/util/stream")) {
      try (Stream<Path> files = Files.list(modules.getPath("modules", "java.base", folder))) {
        for (Path file : files.sorted().toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".class")) {
            String type = folder.replace('/', '.') + "." + name.replace(".class", "");
            result.add(Class.forName(type, false, null));
          }
        }
      }
    }
    assertThat(result).hasSizeGreaterThan(500);
    return result;
  }

  /** Collection is the supertype of most, but not of maps. */
  @Test
  void argumentsOfAllKindsAreKnown() {
    assertThat(CollectionRules.hasRules(internalName(Collection.class))).isTrue();
    assertThat(CollectionRules.hasRules(internalName(Map.class))).isTrue();
    assertThat(CollectionRules.hasRules("java/util/Vector")).isFalse();
  }
}
