// race: JoinTimeoutRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class JoinTimeoutRacy {
    static class D { int v; }
    public static void main(String[] args) throws Throwable {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            D d = new D();
            final int k = i;
            Thread t = new Thread(() -> { try { Thread.sleep(5); } catch (InterruptedException e) { } d.v = k; });
            t.start();
            t.join(1);
            sum += d.v;
            t.join();
        }
        System.out.println("done");
    }
}
