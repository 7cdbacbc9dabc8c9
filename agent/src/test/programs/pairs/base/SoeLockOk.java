// mechanism: StackOverflowError unwinds through synchronized methods, releasing the monitors
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class SoeLockOk {
    static int depth, count;
    static synchronized void rec() { depth++; rec(); }
    static synchronized void done() { count++; depth = 0; }
    public static void main(String[] args) throws Throwable {
        Runnable r = () -> {
            for (int i = 0; i < 4; i++) {
                try { rec(); } catch (StackOverflowError e) {
                }
                done();
            }
        };
        Thread a = new Thread(null, r, "a", 200_000), b = new Thread(null, r, "b", 200_000);
        a.start(); b.start(); a.join(); b.join();
        System.out.println("count " + count);
    }
}
