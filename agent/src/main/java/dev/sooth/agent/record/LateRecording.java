package dev.sooth.agent.record;

import dev.sooth.agent.instrument.EarlierClasses;
import dev.sooth.agent.instrument.ProgramTransformer;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What is different in a recording that starts in a program that runs, and what it misses. */
final class LateRecording {
  private static final int EXAMPLES = 5;
  private static final int AT_ONCE = 500;
  private static final long LOOK_NANOS = 1_000_000_000L;

  private final Instrumentation instrumentation;
  private final List<String> threads = threadsNow();
  private final List<String> hidden = new ArrayList<>();
  private final List<ClassFileTransformer> transformers = new ArrayList<>();
  private EarlierClasses earlier; // set before the recording starts
  private int classes; // loaded before
  private long nextLook; // the writer's

  LateRecording(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** The threads of the program; those of the JVM are in a group of their own. */
  private static List<String> threadsNow() {
    TreeSet<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ThreadGroup group = thread.getThreadGroup();
      if (group != null && group.getParent() != null) {
        names.add(OneLine.of(thread.getName()));
      }
    }
    return List.copyOf(names);
  }

  /** Instruments the classes that are there already. */
  void instrument(List<Class<?>> known, EarlierClasses loaded) {
    earlier = loaded;
    loaded.retransform(known);
    classes = loaded.all().size();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.isHidden() && isOfTheProgram(type) && !type.getName().contains("$$Lambda")) {
        hidden.add(type.getName());
      }
    }
  }

  private static boolean isOfTheProgram(Class<?> type) {
    return !ProgramTransformer.isOfTheJdk(type.getClassLoader())
        && type.getClassLoader() != LateRecording.class.getClassLoader();
  }

  /** What has to go when the recording ends. */
  void removeAtEnd(ClassFileTransformer transformer) {
    transformers.add(transformer);
  }

  /** A class that was being loaded while the transformers were put in has been seen by none. */
  void retransformMissed() {
    long now = System.nanoTime();
    if (now > nextLook) {
      nextLook = now + LOOK_NANOS;
      earlier.retransformMissed();
    }
  }

  /** Gives the classes that were there before their own code back. */
  void undo() {
    transformers.forEach(instrumentation::removeTransformer);
    Set<Class<?>> changed = new HashSet<>(earlier.all());
    List<Class<?>> part = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      boolean ofTheJdk = !type.isArray() && ProgramTransformer.isOfTheJdk(type.getClassLoader());
      if ((ofTheJdk || changed.contains(type)) && instrumentation.isModifiableClass(type)) {
        part.add(type);
      }
      if (part.size() == AT_ONCE) {
        giveBack(part);
        part.clear();
      }
    }
    giveBack(part);
  }

  private void giveBack(List<Class<?>> part) {
    try {
      instrumentation.retransformClasses(part.toArray(new Class<?>[0]));
    } catch (Exception | LinkageError | InternalError e) {
      // Then they keep their hooks, which do nothing any more.
    }
  }

  /** What the recording misses, a line each. */
  List<String> lines(int recorded) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "attached late: recorded are "
            + recorded
            + " threads that started since; not those that ran before: "
            + examples(threads));
    lines.add(
        "  "
            + classes
            + " classes were loaded before; what was done before the start, and between threads"
            + " that the old ones may have ordered, is not reported");
    if (!hidden.isEmpty()) {
      lines.add("  NOT OBSERVED, hidden and loaded before: " + examples(hidden));
    }
    if (recorded == 0) {
      lines.add("  no thread has started since, so nothing was recorded");
    }
    return lines;
  }

  private static String examples(List<String> names) {
    if (names.isEmpty()) {
      return "none";
    }
    String shown = String.join(", ", names.subList(0, Math.min(EXAMPLES, names.size())));
    return names.size() <= EXAMPLES ? shown : shown + ", … (" + names.size() + " in all)";
  }
}
