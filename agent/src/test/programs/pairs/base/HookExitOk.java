// mechanism: System.exit starts the shutdown hooks: order exiting thread -> hook
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class HookExitOk {
    static class D { int v; }
    static final D d = new D();
    public static void main(String[] args) throws Throwable {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook " + d.v);
        }));
        Thread t = new Thread(() -> {
            for (int i = 0; i < 50; i++) d.v += i;
        });
        t.setDaemon(true);
        t.start();
        t.join();
        System.exit(0);
    }
}
