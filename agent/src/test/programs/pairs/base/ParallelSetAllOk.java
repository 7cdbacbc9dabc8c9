// mechanism: Arrays.parallelSetAll / parallelPrefix on plain arrays, caller waits
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class ParallelSetAllOk {
    static class D { int v; }
    static void nap() { try { Thread.sleep(1); } catch (InterruptedException e) { } }
    public static void main(String[] args) throws Throwable {
        int[] a = new int[64], b = new int[64];
        D d = new D();
        int sum = 0;
        for (int r = 0; r < 5; r++) {
            for (int i = 0; i < 64; i++) a[i] += i;
            Arrays.parallelSetAll(b, i -> { nap(); return a[i] * 2; });
            Arrays.parallelPrefix(b, Integer::sum);
            sum += b[63];
        }
        System.out.println("sum " + sum);
    }
}
