import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class SwitchPoint2Ok {
 static int d; 
 public static void main(String[] a) throws Throwable { SwitchPoint sp = new SwitchPoint(); Thread t = new Thread(() -> { d = 5; SwitchPoint.invalidateAll(new SwitchPoint[] { sp }); }); t.start(); while (!sp.hasBeenInvalidated()) Thread.sleep(1); System.out.println(d); t.join(); }
}
