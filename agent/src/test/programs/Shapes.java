import java.util.concurrent.CyclicBarrier;
import java.util.function.IntConsumer;

/**
 * Accesses of every shape: to fields of each type, of the class itself, of another one and of a
 * superclass, static ones, elements of small and of large arrays, in constructors and in copies.
 *
 * <p>Argument: "racy": nothing orders the threads; "locked": a lock of each round; "phases": one
 * thread writes, then all read, with a barrier between, in turns; "handed": each object goes from a
 * thread to the one that it starts.
 */
public class Shapes {
  static final int ROUNDS = 50;
  static final int LARGE = 40_000;

  static class Own implements Cloneable {
    boolean flag;
    byte small;
    char letter;
    short brief;
    int number;
    long word;
    float single;
    double wide;
    Object reference;
    int untouched;

    Own() {}

    /** Something between the start and the call of the other constructor. */
    Own(int number) {
      this(new long[] {number, 2}[0] + (number > 3 ? 1 : 2), number);
    }

    Own(long word, int number) {
      this.word = word;
      this.number = number;
    }

    void write(int value) {
      flag = value > 0;
      small = (byte) value;
      letter = (char) value;
      brief = (short) value;
      number = value;
      word = value;
      single = value;
      wide = value;
      reference = this;
    }

    double read() {
      double sum = flag ? 1 : 0;
      sum += small + letter;
      sum += brief + number;
      sum += word + single + wide;
      return reference == null ? sum : sum + 1;
    }

    Own copy() {
      try {
        Own copy = (Own) clone();
        copy.write(7);
        return copy;
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static final class Sub extends Own {
    int added;
    final Own inner;

    Sub(int value) {
      super(value);
      added = value;
      inner = new Own(value, value);
    }

    void writeSub(int value) {
      added = value;
      number += value;
    }

    @Override
    double read() {
      return super.read() + added + inner.number;
    }
  }

  static final class Foreign {
    int narrow;
    long broad;
    Object any;
  }

  static int common;
  static double commonWide;

  final Own own = new Own();
  final Sub sub = new Sub(5);
  final Foreign foreign = new Foreign();
  final boolean[] flags = new boolean[3];
  final byte[] bytes = new byte[3];
  final char[] chars = new char[3];
  final short[] shorts = new short[3];
  final int[] ints = new int[LARGE];
  final long[] longs = new long[3];
  final float[] floats = new float[3];
  final double[] doubles = new double[3];
  final Object[] objects = new String[3];
  final long[][] rows = new long[3][LARGE];
  final int[] apart = new int[2 * LARGE];

  void write(int value) {
    own.write(value);
    sub.write(value);
    sub.writeSub(value);
    foreign.narrow = value;
    foreign.broad = value;
    foreign.any = this;
    common = value;
    commonWide = value;
    for (int i = 0; i < 3; i++) {
      flags[i] = value > 0;
      bytes[i] = (byte) value;
      chars[i] = (char) value;
      shorts[i] = (short) value;
      ints[i * (LARGE / 3)] = value;
      longs[i] = value;
      floats[i] = value;
      doubles[i] = value;
      objects[i] = "text";
      rows[i][LARGE - 1 - i] = value;
    }
  }

  double read() {
    double sum = own.read() + sub.read() + new Sub(3).read() + new Own(4).copy().read();
    sum += foreign.narrow + foreign.broad;
    sum += foreign.any == null ? 0 : 1;
    sum += common + commonWide;
    for (int i = 0; i < 3; i++) {
      sum += flags[i] ? 1 : 0;
      sum += bytes[i] + chars[i];
      sum += shorts[i] + ints[i * (LARGE / 3)];
      sum += longs[i] + floats[i];
      sum += doubles[i];
      sum += objects[i] == null ? 0 : 1;
      sum += rows[i][LARGE - 1 - i];
    }
    return sum;
  }

  /** Never with an index of another thread. */
  void writeApart(int thread) {
    for (int i = thread; i < apart.length; i += 1009) {
      apart[i - i % 8 + thread % 8] = thread;
    }
  }

  /** What fails as it always did, and is no access. */
  static int fail() {
    int failed = 0;
    int[] none = null;
    Own nobody = null;
    Object[] strings = new String[2];
    int[] few = new int[1];
    IntConsumer[] all = {
      i -> none[0]++,
      i -> few[i]++,
      i -> nobody.number++,
      i -> nobody.wide = 1,
      i -> strings[0] = i,
      i -> few[-i] = 2
    };
    for (IntConsumer one : all) {
      try {
        one.accept(1);
      } catch (NullPointerException | ArrayStoreException | IndexOutOfBoundsException e) {
        failed += e.getMessage().contains("$sooth") ? 100 : 1;
      }
    }
    return failed;
  }

  static void together(int threads, IntConsumer what) throws InterruptedException {
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int thread = i;
      all[i] = new Thread(() -> what.accept(thread));
      all[i].start();
    }
    for (Thread one : all) {
      one.join();
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A shape goes on to a thread that is started, again and again. */
  static void hand(Shapes shape, int left) {
    shape.write(left);
    shape.read();
    if (left > 0) {
      new Thread(() -> hand(shape, left - 1)).start();
    }
  }

  public static void main(String[] args) throws Exception {
    Shapes[] shapes = new Shapes[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      shapes[i] = new Shapes();
    }
    Object lock = new Object();
    CyclicBarrier barrier = new CyclicBarrier(4);
    switch (args[0]) {
      case "racy" ->
          together(
              3,
              thread -> {
                for (Shapes shape : shapes) {
                  shape.write(thread);
                  shape.read();
                  shape.writeApart(thread);
                }
              });
      case "locked" ->
          together(
              4,
              thread -> {
                for (Shapes shape : shapes) {
                  synchronized (lock) {
                    shape.read();
                    shape.write(thread);
                  }
                  shape.writeApart(thread);
                }
              });
      case "phases" ->
          together(
              4,
              thread -> {
                for (int i = 0; i < ROUNDS; i++) {
                  if (i % 4 == thread) {
                    shapes[i % 5].write(thread);
                  }
                  await(barrier);
                  shapes[i % 5].read();
                  shapes[i % 5].writeApart(thread);
                  await(barrier);
                }
              });
      default -> {
        common = 0;
        hand(shapes[0], ROUNDS);
      }
    }
    System.out.println(args[0] + " " + fail());
  }
}
