import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class OwnFnInterfaceOk {
 interface Size { int get(); } static final List<String> l = new ArrayList<>(); static final Size size = l::size; static int ready;
 public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { ready = 5; synchronized (l) { l.add("x"); } }); t.start(); for (;;) { int n; synchronized (l) { n = size.get(); } if (n == 1) break; Thread.sleep(1); } System.out.println(ready); t.join(); }
}
