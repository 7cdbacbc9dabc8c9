package dev.sooth.agent.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** Small numbers for the classes of locks and synchronisers, for their names in the trace. */
public final class ClassNumbers {
  private static final List<String> NAMES = new ArrayList<>(); // guarded by itself

  private static final ClassValue<Integer> NUMBERS =
      new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
          synchronized (NAMES) {
            NAMES.add(type.getName());
            return NAMES.size() - 1;
          }
        }
      };

  private ClassNumbers() {}

  static int of(Class<?> type) {
    return NUMBERS.get(type);
  }

  /** The class's name; of a number that came with an event. */
  public static String name(int number) {
    synchronized (NAMES) {
      return number < NAMES.size() ? NAMES.get(number) : "object";
    }
  }
}
