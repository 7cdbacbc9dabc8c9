// mechanism: ConcurrentHashMap bulk parallel forEach/reduceValues on plain value objects, caller waits
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class ChmParForEachOk {
    static class D { int v; }
    static void nap() { try { Thread.sleep(1); } catch (InterruptedException e) { } }
    public static void main(String[] args) throws Throwable {
        ConcurrentHashMap<Integer, D> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 64; i++) m.put(i, new D());
        D all = new D();
        for (int r = 0; r < 5; r++) {
            for (D d : m.values()) d.v++;
            m.forEach(1, (k, d) -> { nap(); d.v += k; });
        }
        System.out.println(m.reduceValuesToInt(1, d -> d.v, 0, Integer::sum));
    }
}
