package dev.sooth.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Ways to share data that have no race in any execution, most of them because of the values that
 * threads read: who is not the owner, or not told that data is ready, does not touch it. What is
 * called {@code racy} may race. Each shape has two threads; numbers in it are random.
 */
final class OrderedProgram {
  /** What both threads may use; $ is the name of the program, # is a random number. */
  private static final List<String> SHAPES =
      List.of(
          // A branch that the run may not take, on data that is published by a volatile flag.
          """
          static int $data; static volatile int $flag;
          static void $a() { $data = #; pause(#); $flag = 1; }
          static void $b() { pause(#); if ($flag == 1) { use($data); } else { use(#); } }
          """,
          // The same with values that the other thread computes from what it has read.
          """
          static long $data; static volatile long $flag;
          static void $a() { $data = #L << 33; $flag = ($data >>> 33) + 1; }
          static void $b() { long seen = $flag; if ((int) seen > 0) { $data = (byte) seen; } }
          """,
          // Turns: only whose turn it is touches the data.
          """
          static int $data; static volatile int $turn;
          static void $a() { for (int i = 0; i < 2; i++) { if ($turn == 0) { $data += #; $turn = 1; } pause(#); } }
          static void $b() { for (int i = 0; i < 2; i++) { if ($turn == 1) { $data -= #; $turn = 0; } pause(#); } }
          """,
          // A lock made of an atomic variable.
          """
          static int $data; static final AtomicInteger $owner = new AtomicInteger();
          static void $a() { if ($owner.compareAndSet(0, #)) { $data += #; $owner.set(0); } }
          static void $b() { if ($owner.compareAndSet(0, #)) { $data = #; $owner.set(0); } }
          """,
          // Only one thread gets the first ticket.
          """
          static int $data; static final AtomicInteger $tickets = new AtomicInteger();
          static void $a() { if ($tickets.getAndIncrement() == 0) { $data = #; } }
          static void $b() { pause(#); if ($tickets.getAndIncrement() == 0) { $data = #; } }
          """,
          // Who waits for a condition under a lock reads outside of it what came before.
          """
          static int $data; static int $ready; static final Object $lock = new Object();
          static void $a() { $data = #; synchronized ($lock) { $ready = #; $lock.notifyAll(); } }
          static void $b() throws InterruptedException {
            synchronized ($lock) { while ($ready == 0) { $lock.wait(50); } }
            use($data); }
          """,
          // A condition that is looked at once, under a lock, and the branch not taken.
          """
          static int $data; static int $ready; static final Object $lock = new Object();
          static void $a() { pause(#); $data = #; synchronized ($lock) { $ready++; } }
          static void $b() { int seen; synchronized ($lock) { seen = $ready; }
            switch (seen) { case 0: use(#); break; case 1: $data = 7; break; default: $data = 8; } }
          """,
          // Hand over through an exception.
          """
          static int $data; static volatile int $state;
          static void $a() { $data = #; $state = 3; }
          static void $b() {
            try { check($state); use($data); } catch (IllegalStateException e) { use(#); } }
          static void check(int state) { if (state != 3) { throw new IllegalStateException("no"); } }
          """,
          // Elements of an array that belong to the threads by index, computed from shared values.
          """
          static final int[] $cells = new int[8]; static int $next; static final Object $lock = new Object();
          static void $a() { int i; synchronized ($lock) { i = $next++; } $cells[i] = #; }
          static void $b() { int i; synchronized ($lock) { i = $next++; } $cells[i & 7] += #; }
          """,
          // Two locks, one inside of the other, and data under the inner one.
          """
          static int $data; static int $mode; static final Object $lock = new Object(); static final Object $other = new Object();
          static void $a() { synchronized ($lock) { $mode = #; synchronized ($other) { $data++; } } }
          static void $b() { int m; synchronized ($lock) { m = $mode; }
            if (m > 2) { synchronized ($other) { $data = m; } } else { synchronized ($other) { use($data); } } }
          """,
          // A final field of an object that is published by a volatile one, and by a string.
          """
          static final class $Box { final int value; int more; $Box(int v) { value = v; more = v + 1; } }
          static volatile $Box $box; static volatile String $name = "";
          static void $a() { $Box made = new $Box(#); made.more = #; $box = made; $name = "set"; }
          static void $b() { $Box seen = $box; if (seen != null) { use(seen.value + seen.more); }
            if ("set".equals($name)) { use($box.more); } }
          """,
          // Static initialisation orders; the flag is racy and decides about nothing that is
          // shared.
          """
          static final class $Holder { static int held = make(); static int make() { return #; } }
          static int $racy; static int $data; static final Object $lock = new Object();
          static void $a() { use($Holder.held); $racy = #; synchronized ($lock) { $data = #; } }
          static void $b() { if ($racy > 0) { synchronized ($lock) { use($data); } } use($Holder.held); }
          """,
          // A racy value as an index and as a divisor under a lock.
          """
          static int $racy; static final int[] $cells = new int[4]; static final Object $lock = new Object();
          static void $a() { $racy = 1 + (# & 1); synchronized ($lock) { $cells[1] = #; } }
          static void $b() { int r = $racy; synchronized ($lock) { $cells[r & 3] = # / (r + 1); } }
          """,
          // A loop that ends when the other thread says so.
          """
          static int $data; static volatile boolean $stop;
          static void $a() { for (int i = 0; i < 3; i++) { pause(#); } $data = #; $stop = true; }
          static void $b() { int n = 0; while (!$stop && n < 500) { n++; pause(1); }
            if ($stop) { $data = (int) (long) (n * 1.5); } }
          """,
          // tryLock: who does not get the lock does not touch the data.
          """
          static int $data; static final ReentrantLock $lock = new ReentrantLock();
          static void $a() { $lock.lock(); try { $data += #; } finally { $lock.unlock(); } }
          static void $b() { if ($lock.tryLock()) { try { $data = #; } finally { $lock.unlock(); } } }
          """,
          // An object that is handed over by taking it out.
          """
          static final class $Item { int value; }
          static final AtomicReference<$Item> $slot = new AtomicReference<>(new $Item());
          static void $a() { $Item mine = $slot.getAndSet(null); if (mine != null) { mine.value += #; $slot.set(mine); } }
          static void $b() { $Item mine = $slot.getAndSet(null); if (mine != null) { mine.value = #; $slot.set(mine); } }
          """,
          // Two names of one lock, of which the run may use only one.
          """
          static final class $Locks { final Object one = new Object(); final Object other = one; }
          static final $Locks $locks = new $Locks(); static int $data; static volatile int $mode;
          static void $a() { $mode = #; synchronized ($locks.one) { $data++; } }
          static void $b() { pause(#);
            if ($mode > 2) { synchronized ($locks.other) { $data = #; } } else { synchronized ($locks.one) { use($data); } } }
          """,
          // A class that may be initialised first in a branch that the run does not take.
          """
          static int $data; static volatile int $mode;
          static final class $Late { static int made; static final int NUMBER; static { NUMBER = $data; made = NUMBER + #; } }
          static void $a() { $data = #; $mode = 1; if ($Late.NUMBER > 20) { $data = 3; } }
          static void $b() { pause(#); if ($mode == 1) { use(new int[] {$Late.made, $Late.NUMBER}[1]); } }
          """,
          // A new object that is published where the run may not go.
          """
          static final class $Made { int value; $Made next; $Made(int v, $Made n) { value = v; next = n; } }
          static volatile $Made $made; static volatile int $mode;
          static void $a() { pause(#); if ($mode == #) { $made = new $Made(#, $made); $made.next = $made; } else { $made = new $Made(3, null); $made.value = 4; $mode = 7; } }
          static void $b() { $mode = #; if ($mode == 7 && $made != null) { use($made.value); } }
          """,
          // States of which each has one thread that may touch the data.
          """
          static int $data; static volatile int $state;
          static void $a() { for (int i = 0; i < 2; i++) { switch ($state) { case 0: $data = #; $state = 1; break; case 2: $data++; $state = 3; break; default: pause(#); } } }
          static void $b() { for (int i = 0; i < 2; i++) { switch ($state) { case 1: $data += #; $state = 2; break; case 3: case 4: use($data); break; default: pause(#); } } }
          """,
          // A thread that is started where the run may not go.
          """
          static int $data; static volatile int $mode; static final Object $lock = new Object();
          static void $a() { $mode = #; synchronized ($lock) { $data = #; $lock.notifyAll(); } }
          static void $b() { pause(#);
            if ($mode == 0) { new Thread(() -> { synchronized ($lock) { $data++; } }, "more").start(); }
            synchronized ($lock) { use(Math.max($data, #)); $lock.notify(); } }
          """,
          // Sizes and kinds of numbers: the other thread goes on only for one value.
          """
          static int $data; static volatile short $code;
          static void $a() { $data = #; $code = (short) (65536 + #); }
          static void $b() { char c = (char) $code; if (c != 0 && (c ^ 0xff) != 0xff) { use($data); } }
          """);

  private final String name;

  /** Makes a program; its source is added to these lines. */
  OrderedProgram(Random random, String name, List<String> lines) {
    this.name = name;
    String shape = SHAPES.get(random.nextInt(SHAPES.size()));
    StringBuilder text = new StringBuilder();
    for (char c : shape.replace("check(", "$check(").toCharArray()) {
      switch (c) {
        case '$' -> text.append(name);
        case '#' -> text.append(1 + random.nextInt(9));
        default -> text.append(c);
      }
    }
    text.toString().lines().forEach(line -> lines.add("  " + line));
  }

  /** What all programs use, and a method that runs them all. */
  static List<String> frame(List<OrderedProgram> programs, Random random) {
    List<String> lines = new ArrayList<>();
    lines.add("  static long used;");
    lines.add("  static void use(long value) { if (value == Long.MIN_VALUE) { used++; } }");
    lines.add(
        "  static void pause(int n) { for (int i = 0; i < n * 20; i++) { Thread.onSpinWait(); } }");
    lines.add("  interface Work { void run() throws Exception; }");
    lines.add("  static void quiet(Work work) { try { work.run(); }");
    lines.add("    catch (Exception e) { throw new IllegalStateException(e); } }");
    lines.add("  static void both(Work a, Work b) throws InterruptedException {");
    lines.add("    Thread one = new Thread(() -> quiet(a));");
    lines.add("    Thread two = new Thread(() -> quiet(b));");
    lines.add("    one.start(); two.start(); one.join(); two.join();");
    lines.add("  }");
    lines.add("  public static void main(String[] args) throws InterruptedException {");
    for (OrderedProgram program : programs) {
      boolean swapped = random.nextBoolean();
      String a = program.name + (swapped ? "b" : "a");
      String b = program.name + (swapped ? "a" : "b");
      lines.add("    both(() -> %s(), () -> %s());".formatted(a, b));
    }
    lines.add("  }");
    return lines;
  }
}
