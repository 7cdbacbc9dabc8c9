// race: HookExitRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class HookExitRacy {
    static class D { int v; }
    static final D d = new D();
    public static void main(String[] args) throws Throwable {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int x = d.v; System.out.println("hook");
        }));
        Thread t = new Thread(() -> {
            for (;;) { d.v++; Thread.yield(); }
        });
        t.setDaemon(true);
        t.start();
        Thread.sleep(20);
        System.exit(0);
    }
}
