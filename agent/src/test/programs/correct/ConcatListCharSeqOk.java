import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class ConcatListCharSeqOk {
 static final StringBuilder sb = new StringBuilder("n"); static int res; static boolean isYes(CharSequence c) { return c.charAt(0) == 'y'; }
 public static void main(String[] a) throws Exception { ReentrantLock l = new ReentrantLock(); Thread t = new Thread(() -> { res = 9; l.lock(); try { sb.setCharAt(0, 'y'); } finally { l.unlock(); } }); t.start(); for (;;) { boolean b; l.lock(); try { b = isYes(sb); } finally { l.unlock(); } if (b) break; Thread.sleep(1); } System.out.println(res); t.join(); }
}
