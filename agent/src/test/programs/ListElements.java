import java.util.*;

/** Threads that set different elements of a list, which changes no list; "racy" sets the same one. */
public class ListElements {
  static class Box { int v; }

  public static void main(String[] args) throws Exception {
    boolean racy = args.length > 0;
    List<Box> results = new ArrayList<>(Collections.nCopies(4, null));
    Thread[] threads = new Thread[4];
    for (int i = 0; i < 4; i++) {
      int own = i;
      threads[i] = new Thread(() -> { Box b = new Box(); b.v = own; results.set(racy ? 0 : own, b); });
      threads[i].start();
    }
    for (Thread t : threads) t.join();
    int sum = 0;
    for (Box b : results) sum += b == null ? 0 : b.v;
    System.out.println(racy || sum == 6);
    // Handed over by an element under a lock: who finds it there comes after who put it there.
    List<Box> slot = new ArrayList<>();
    slot.add(null);
    Thread giver = new Thread(() -> { Box b = new Box(); b.v = 7; synchronized (slot) { slot.set(0, b); } });
    Thread taker = new Thread(() -> {
      while (true) {
        Box found = null;
        synchronized (slot) { for (Box b : slot) found = b; }
        if (found != null) { found.v++; return; }
        Thread.yield();
      }
    });
    giver.start();
    taker.start();
    giver.join();
    taker.join();
    System.out.println(slot.get(0).v);
  }
}
