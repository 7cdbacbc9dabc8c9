package dev.sooth.agent.instrument;

import dev.sooth.agent.bootstrap.Hooks;
import dev.sooth.agent.bootstrap.ThreadLogs;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Classes that are loaded because a transformer works: to read a class file may be the first use of
 * whatever reads it, in the JDK or in a class loader of the program. {@code java.lang.instrument}
 * does not show them to the transformers, which it never calls from within one another. So they are
 * looked for afterwards.
 */
public final class NestedLoads {
  private static final long PATIENCE_MILLIS = 10_000;

  private final Instrumentation instrumentation;
  private final ClassReport report;
  private final LoadedCount count;
  private JdkTransformer jdk;
  private ProgramTransformer program;
  private UnrecordedClasses unrecorded;
  private volatile boolean started; // written after these

  public NestedLoads(Instrumentation instrumentation, ClassReport report) {
    this.instrumentation = instrumentation;
    this.report = report;
    count = LoadedCount.of(instrumentation);
  }

  /**
   * From now on the classes are treated before a transformer returns.
   *
   * @return the classes of the program that were loaded before and that nobody has treated
   */
  public List<Class<?>> start(
      JdkTransformer jdk, ProgramTransformer program, UnrecordedClasses unrecorded) {
    this.jdk = jdk;
    this.program = program;
    this.unrecorded = unrecorded;
    jdk.retransformLoaded(instrumentation);
    List<Class<?>> earlier = program.unseen(instrumentation);
    started = true;
    return earlier;
  }

  /** A transformer starts; the result is for {@link #after}. */
  long before() {
    return started ? count.get() : 0;
  }

  /** The transformer has ended. */
  void after(long before) {
    if (before == 0 || count.get() == before || !Hooks.isOn()) {
      return;
    }
    List<Class<?>> ofTheJdk = new ArrayList<>();
    List<Class<?>> ofTheProgram = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (jdk.isUnseen(instrumentation, type)) {
        ofTheJdk.add(type);
      } else if (program.isUnseen(type)) {
        ofTheProgram.add(type);
      }
    }
    if (!ofTheJdk.isEmpty() || !ofTheProgram.isEmpty()) {
      boolean done =
          inAnotherThread(
              () -> {
                jdk.retransform(instrumentation, ofTheJdk);
                unrecorded.retransform(ofTheProgram);
              });
      if (!done) {
        ofTheJdk.addAll(ofTheProgram);
        ofTheJdk.forEach(type -> report.failed(type.getName(), "was not treated in time"));
      }
    }
  }

  /**
   * Does something where this thread cannot: in another transformer, or where the stack is nearly
   * full. False if it did not end.
   */
  static boolean inAnotherThread(Runnable work) {
    Thread helper =
        new Thread(
            null,
            () -> {
              ThreadLogs.muteCurrent();
              work.run();
            },
            "sooth-helper");
    ThreadLogs.mute(helper);
    helper.setDaemon(true);
    helper.start();
    try {
      helper.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !helper.isAlive();
  }
}
