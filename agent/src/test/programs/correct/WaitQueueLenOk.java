import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class WaitQueueLenOk {
 static class RL extends ReentrantLock { boolean waits(Condition c, Thread t) { return getWaitingThreads(c).contains(t); } }
 static final RL l = new RL(); static final Condition c = l.newCondition(); static int d, e; static boolean go;
 public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { d = 3; l.lock(); try { while (!go) c.awaitUninterruptibly(); } finally { l.unlock(); } e++; }); t.start(); for (;;) { l.lock(); boolean b; try { b = l.waits(c, t); } finally { l.unlock(); } if (b) break; Thread.sleep(1); } int r = d; e = 4; l.lock(); go = true; c.signal(); l.unlock(); t.join(); System.out.println(r + e); }
}
