package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * The methods that have two bodies, by number, each with a hash of its name and its code: the same
 * method of another run of the program, if nobody has changed it.
 */
public final class Methods {
  private static volatile long[] hashes = new long[64]; // replaced as a whole, guarded by Methods
  private static volatile String[] names = new String[64]; // the same
  private static int size = 1; // guarded by Methods; 0 is no method
  private static int loaded; // guarded by Methods

  private Methods() {}

  /** Gives a method its number. */
  public static int number(String name, long hash) {
    synchronized (Methods.class) {
      if (size == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * size);
        names = Arrays.copyOf(names, 2 * size);
      }
      hashes[size] = hash;
      names[size] = name;
      return size++;
    }
  }

  /** A class with so many of them was loaded: others are known of earlier runs only. */
  public static void load(int more) {
    synchronized (Methods.class) {
      loaded += more;
    }
  }

  /** How many there are in the classes that were loaded. */
  public static int loaded() {
    synchronized (Methods.class) {
      return loaded;
    }
  }

  /** How many have numbers. */
  public static int size() {
    synchronized (Methods.class) {
      return size - 1;
    }
  }

  public static long hash(int method) {
    return hashes[method];
  }

  public static String name(int method) {
    return names[method];
  }
}
