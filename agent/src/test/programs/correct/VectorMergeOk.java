import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class VectorMergeOk {
 static final List<String> pend = new ArrayList<>(); static final Vector<String> all = new Vector<>(); static int mark;
 public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { mark = 7; synchronized (pend) { pend.add("x"); } }); t.start(); for (;;) { boolean ch; synchronized (pend) { ch = all.addAll(pend); pend.clear(); } if (ch) break; Thread.sleep(1); } System.out.println(mark); t.join(); }
}
