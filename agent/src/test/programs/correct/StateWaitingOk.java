import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class StateWaitingOk {
 static final Object L = new Object(); static int d, e; static boolean go;
 public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { d = 3; synchronized (L) { while (!go) try { L.wait(); } catch (InterruptedException x) { } } e++; }); t.start(); for (;;) { boolean b; synchronized (L) { b = t.getState() == Thread.State.WAITING; } if (b) break; Thread.sleep(1); } int r = d; e = 4; synchronized (L) { go = true; L.notify(); } t.join(); System.out.println(r + e); }
}
