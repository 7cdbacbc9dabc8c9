package dev.sooth.agent.bootstrap;

import java.util.Arrays;

/**
 * The numbers of objects that are no more, until the writer takes them. Only those are known that
 * {@link Identities} has in its weak table, arrays and objects of classes that are not
 * instrumented, and they are noticed when the table is cleaned.
 */
public final class Deaths {
  private static final int MOST = 1 << 20; // more are not told, which costs a reader memory only
  private static final int LEAST = 1 << 12; // to take fewer is not worth the work

  private static long[] numbers = {}; // guarded by Deaths
  private static int count; // guarded by Deaths

  private Deaths() {}

  /** Makes room, so that {@link #add} takes no memory. */
  static void expect(int more) {
    synchronized (Deaths.class) {
      int needed = Math.min(count + more, MOST);
      if (needed > numbers.length) {
        numbers = Arrays.copyOf(numbers, needed);
      }
    }
  }

  static void add(long number) {
    synchronized (Deaths.class) {
      if (count < numbers.length) {
        numbers[count++] = number;
      }
    }
  }

  /** Those since the last call; null if there are few. */
  public static long[] take() {
    synchronized (Deaths.class) {
      if (count < LEAST) {
        return null;
      }
      long[] taken = Arrays.copyOf(numbers, count);
      numbers = new long[0];
      count = 0;
      return taken;
    }
  }
}
