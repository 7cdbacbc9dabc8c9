// race: ProcExitRacy$D.v
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

@SuppressWarnings({"all", "removal", "deprecation", "synchronization"})
public class ProcExitRacy {
    static class D { int v; }
    public static void main(String[] args) throws Throwable {
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            D d = new D();
            d.v = i;
            Process p = new ProcessBuilder("/bin/true").start();
            CompletableFuture<Void> f = p.onExit().thenAccept(x -> d.v += 100 + x.exitValue());
            p.waitFor();
            sum += d.v;
        }
        System.out.println("done");
    }
}
