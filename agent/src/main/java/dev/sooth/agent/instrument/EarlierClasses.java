package dev.sooth.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Classes of the program that were loaded before a recording that starts late. They can get no
 * members, so their objects are numbered like arrays, by a table. A frame that is on a stack by
 * then runs the old code until it returns: what that means is the matter of the hooks.
 */
public final class EarlierClasses extends GuardedTransformer {
  private final Instrumentation instrumentation;
  private final ProgramTransformer program;
  private final UnrecordedClasses unrecorded;

  // Kept, so that a class that another agent has transformed anew stays instrumented.
  private final Set<Class<?>> wanted =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  public EarlierClasses(
      Instrumentation instrumentation,
      ClassReport report,
      NestedLoads nested,
      ProgramTransformer program,
      UnrecordedClasses unrecorded) {
    super(report, nested);
    this.instrumentation = instrumentation;
    this.program = program;
    this.unrecorded = unrecorded;
  }

  /** Instruments all that are loaded and were not shown to the transformers. */
  public void retransform(List<Class<?>> known) {
    List<Class<?>> classes = new ArrayList<>(known);
    classes.addAll(program.unseen(instrumentation));
    while (!classes.isEmpty()) { // more may be loaded meanwhile
      classes.removeIf(type -> !instrumentation.isModifiableClass(type));
      wanted.addAll(classes);
      classes.forEach(type -> unrecorded.readHooks(type.getModule()));
      retransformParts(classes);
      classes = program.unseen(instrumentation);
    }
  }

  /** Those that were loaded when the transformers were put in, and were seen by neither. */
  public void retransformMissed() {
    List<Class<?>> missed = program.unseen(instrumentation);
    missed.forEach(
        type -> report.failed(type.getName(), "was being loaded when the recording started"));
    retransform(missed);
  }

  /** All at once if that works: to stop the program and to change code takes long. */
  private void retransformParts(List<Class<?>> classes) {
    if (classes.isEmpty()) {
      return;
    }
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (Exception | LinkageError | InternalError e) {
      if (classes.size() == 1) {
        wanted.removeAll(classes);
        report.failed(classes.get(0).getName(), e.toString());
        return;
      }
      int half = classes.size() / 2;
      retransformParts(classes.subList(0, half));
      retransformParts(classes.subList(half, classes.size()));
    }
  }

  /** The classes that have been changed. */
  public List<Class<?>> all() {
    synchronized (wanted) {
      return new ArrayList<>(wanted);
    }
  }

  @Override
  boolean concerns(ClassLoader loader, String name, Class<?> redefined) {
    return redefined != null && wanted.contains(redefined);
  }

  @Override
  byte[] instrument(ClassLoader loader, String name, byte[] classFile) {
    return program.instrumentLoaded(loader, name, classFile);
  }
}
