// mechanism: InheritableThreadLocal.childValue copies the parent's value at thread creation
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class InheritChildOk {
    static class D { int v; }
    static final InheritableThreadLocal<D> tl = new InheritableThreadLocal<D>() {
        @Override protected D childValue(D p) { D d = new D(); d.v = p.v; return d; }
    };
    static final int[] sum = new int[1];
    public static void main(String[] args) throws Throwable {
        D mine = new D();
        tl.set(mine);
        for (int i = 0; i < 30; i++) {
            Thread t = new Thread(() -> { D d = tl.get(); d.v += 1000; sum[0] += d.v; });
            t.start();
            mine.v++;
            t.join();
        }
        System.out.println(sum[0] + " " + mine.v);
    }
}
