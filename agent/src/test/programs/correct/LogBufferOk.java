import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class LogBufferOk {
 static final StringBuilder log = new StringBuilder(); static final Object L = new Object(); static int result;
 static void note(String s) { synchronized (L) { log.append(s).append('\n'); } }
 static String dump() { synchronized (L) { return "log:" + log; } }
 public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { result = 42; note("done"); }); t.start(); while (!dump().contains("done")) Thread.sleep(1); System.out.println(result); t.join(); }
}
