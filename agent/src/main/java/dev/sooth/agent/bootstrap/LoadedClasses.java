package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * Which class a name in the program's code means. For code of the application's own loader, which
 * asks its parents first, that is known when the code is instrumented. Other loaders may do as they
 * like, so there the number in the code is a guess, and the class itself, once it is loaded, tells
 * the true one.
 */
public final class LoadedClasses {
  /** What knows the numbers. */
  public interface Numbers {
    /**
     * The number of a static field.
     *
     * @param named the class that the code names; it or a supertype declares the field
     * @param guess the number of that field in a class of the same name
     */
    int staticField(Class<?> named, int guess);

    /** The index of a class, likewise. */
    int classIndex(Class<?> named, int guess);

    /** The index of a class. */
    int classIndex(Class<?> type);
  }

  private static final int NO_GUESS = -1;

  private static volatile Numbers numbers;

  private static final ClassValue<Known> FIELDS =
      new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
          return new Known();
        }
      };

  private static final ClassValue<Known> CLASSES =
      new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
          return new Known();
        }
      };

  private LoadedClasses() {}

  /** Installs the numbering. */
  public static void install(Numbers all) {
    numbers = all;
  }

  /** The number of the static field; the caller's log is busy. */
  static int staticField(Class<?> named, int guess) {
    Known known = FIELDS.get(named);
    int number = known.find(guess);
    if (number < 0) {
      number = numbers.staticField(named, guess);
      known.add(guess, number);
    }
    return number;
  }

  /** The index of the class; the caller's log is busy. */
  static int classIndex(Class<?> named, int guess) {
    Known known = CLASSES.get(named);
    int index = known.find(guess);
    if (index < 0) {
      index = numbers.classIndex(named, guess);
      known.add(guess, index);
    }
    return index;
  }

  /** The index of the class; the caller's log is busy. */
  static int classIndex(Class<?> type) {
    Known known = CLASSES.get(type);
    int index = known.find(NO_GUESS);
    if (index < 0) {
      index = numbers.classIndex(type);
      known.add(NO_GUESS, index);
    }
    return index;
  }

  /** Guesses and what they turned out to be; few for each class. */
  private static final class Known {
    private volatile int[] pairs = {}; // replaced, never changed

    int find(int guess) {
      int[] all = pairs;
      for (int i = 0; i < all.length; i += 2) {
        if (all[i] == guess) {
          return all[i + 1];
        }
      }
      return -1;
    }

    synchronized void add(int guess, int number) {
      int[] more = Arrays.copyOf(pairs, pairs.length + 2);
      more[more.length - 2] = guess;
      more[more.length - 1] = number;
      pairs = more;
    }
  }
}
