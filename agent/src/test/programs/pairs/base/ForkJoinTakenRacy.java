// race: ForkJoinTakenRacy$Task.data
import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class ForkJoinTakenRacy {
    static class Task extends RecursiveAction { int data; @Override protected void compute() { data++; } }
    static class Pool extends ForkJoinPool {
        Pool() { super(1); }
        ForkJoinTask<?> take() { return pollSubmission(); }
        @SuppressWarnings({"unchecked", "rawtypes"}) int take(Collection<ForkJoinTask<?>> to) { return drainTasksTo((Collection) to); }
    }
    static class Taker extends RecursiveAction {
        final CountDownLatch begun = new CountDownLatch(1); // or the pool may run the task before it
        @Override protected void compute() {
            begun.countDown();
            ForkJoinTask<?> taken = pollSubmission();
            while (taken == null) { Thread.yield(); taken = pollTask(); }
            ((Task) taken).data++;
        }
    }
    static Thread gives(ForkJoinPool pool) {
        return go(() -> {
            Task task = new Task();
            task.data = 1;
            pool.execute(task);
            task.data = 2;
        });
    }
    public static void main(String[] args) throws Exception {
        Pool pool = new Pool();
        CountDownLatch busy = new CountDownLatch(1), end = new CountDownLatch(1);
        pool.execute(() -> { busy.countDown(); try { end.await(); } catch (InterruptedException e) { die(e); } });
        busy.await();
        Thread first = gives(pool);
        ForkJoinTask<?> taken = pool.take();
        for (; taken == null; taken = pool.take()) Thread.yield();
        ((Task) taken).data++;
        first.join();
        Thread second = gives(pool);
        List<ForkJoinTask<?>> drained = new ArrayList<>();
        while (pool.take(drained) == 0) Thread.yield();
        ((Task) drained.get(0)).data++;
        second.join();
        end.countDown();
        ForkJoinPool other = new ForkJoinPool(1);
        Taker taker = new Taker();
        other.execute(taker);
        taker.begun.await();
        Thread third = gives(other);
        taker.join();
        third.join();
    }
    interface Body { void run() throws Throwable; }
    static Thread go(Body b) {
        Thread t = new Thread(() -> { try { b.run(); } catch (Throwable e) { die(e); } });
        t.start();
        return t;
    }
    static void both(Body a, Body b) throws Exception { Thread x = go(a), y = go(b); x.join(); y.join(); }
    static void nap(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { die(e); } }
    static void die(Throwable e) { e.printStackTrace(System.out); Runtime.getRuntime().halt(1); }
}
