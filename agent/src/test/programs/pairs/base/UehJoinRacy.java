// race: UehJoinRacy.count
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class UehJoinRacy {
    static int count;
    public static void main(String[] args) throws Throwable {
        Thread.UncaughtExceptionHandler h = (t, e) -> count++;
        for (int i = 0; i < 30; i++) {
            Thread a = new Thread(() -> { throw new IllegalStateException(); }), b = new Thread(() -> { throw new IllegalStateException(); });
            a.setUncaughtExceptionHandler(h); b.setUncaughtExceptionHandler(h);
            a.start();
            b.start();
            a.join();
            b.join();
        }
        System.out.println("done");
    }
}
