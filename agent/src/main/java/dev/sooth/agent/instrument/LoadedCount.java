package dev.sooth.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * How many classes the JVM has loaded so far, at the price of reading memory: the JVM counts them
 * for its own monitoring. Where it does not, they are counted.
 */
final class LoadedCount {
  private static final String[] COUNTERS = {
    "java.cls.loadedClasses", "java.cls.sharedLoadedClasses"
  };

  // Where things stand in the JVM's counters: jdk.internal.jvmstat's PerfDataBuffer reads the same.
  private static final int FIRST_ENTRY = 24;
  private static final int ENTRIES = 28;
  private static final int NAME = 4;
  private static final int VALUE = 16;

  private final Instrumentation instrumentation;
  private final ByteBuffer counters; // null if there are none
  private final int[] places;

  private LoadedCount(Instrumentation instrumentation, ByteBuffer counters, int[] places) {
    this.instrumentation = instrumentation;
    this.counters = counters;
    this.places = places;
  }

  static LoadedCount of(Instrumentation instrumentation) {
    try {
      ByteBuffer counters = attach(instrumentation).order(ByteOrder.nativeOrder());
      int[] places = new int[COUNTERS.length];
      for (int i = 0; i < places.length; i++) {
        places[i] = find(counters, COUNTERS[i]);
      }
      return new LoadedCount(instrumentation, counters, places);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return new LoadedCount(instrumentation, null, null); // -XX:-UsePerfData, or another JVM
    }
  }

  long get() {
    if (counters == null) {
      return instrumentation.getAllLoadedClasses().length;
    }
    long sum = 0;
    for (int place : places) {
      sum += counters.getLong(place);
    }
    return sum;
  }

  /** The JVM's own counters, which it shares with tools such as jstat. */
  private static ByteBuffer attach(Instrumentation instrumentation)
      throws ReflectiveOperationException {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.perf", Set.of(LoadedCount.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
    Class<?> perf = Class.forName("jdk.internal.perf.Perf");
    Object own = perf.getMethod("getPerf").invoke(null);
    for (Method method : perf.getMethods()) {
      if (method.getName().equals("attach") && method.getParameterTypes()[0] == int.class) {
        Object[] arguments =
            method.getParameterCount() == 1 ? new Object[] {0} : new Object[] {0, "r"};
        return (ByteBuffer) method.invoke(own, arguments);
      }
    }
    throw new NoSuchMethodException("attach");
  }

  /** Where the value of the counter is. */
  private static int find(ByteBuffer counters, String name) {
    int at = counters.getInt(FIRST_ENTRY);
    for (int entries = counters.getInt(ENTRIES); entries > 0; entries--) {
      if (isAt(counters, at + counters.getInt(at + NAME), name)) {
        return at + counters.getInt(at + VALUE);
      }
      at += counters.getInt(at);
    }
    throw new IllegalArgumentException(name);
  }

  private static boolean isAt(ByteBuffer counters, int at, String name) {
    byte[] wanted = name.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < wanted.length; i++) {
      if (counters.get(at + i) != wanted[i]) {
        return false;
      }
    }
    return counters.get(at + wanted.length) == 0;
  }
}
