import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class ThreadRunOk {
 static final List<String> l = new ArrayList<>(List.of("q")); static int ready;
 public static void main(String[] a) throws Exception { Thread r = new Thread(l::clear); Thread t = new Thread(() -> { ready = 5; synchronized (l) { r.run(); } }); t.start(); for (;;) { boolean n; synchronized (l) { n = l.isEmpty(); } if (n) break; Thread.sleep(1); } System.out.println(ready); t.join(); }
}
