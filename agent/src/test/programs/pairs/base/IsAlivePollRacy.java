// race: IsAlivePollRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class IsAlivePollRacy {
    static class D { int v; }
    public static void main(String[] args) throws Throwable {
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            D d = new D();
            final int k = i;
            Thread t = new Thread(() -> { Thread.yield(); d.v = k; });
            t.start();
            if (t.isAlive()) Thread.yield();
            sum += d.v;
        }
        System.out.println("done");
    }
}
