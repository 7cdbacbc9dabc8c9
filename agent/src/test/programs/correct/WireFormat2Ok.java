import java.util.*; import java.util.function.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.stream.*; import java.io.*; import java.nio.*; import java.lang.invoke.*; import java.lang.ref.*; import java.net.*;
@SuppressWarnings({"unchecked","rawtypes","deprecation","removal"})
public class WireFormat2Ok {
 static final byte[] buf = new byte[16]; static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN); static int len;
 public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { len = 4; synchronized (buf) { I.set(buf, 4, 0x01020304); } }); t.start(); for (;;) { byte b; synchronized (buf) { b = buf[5]; } if (b == 3) break; Thread.sleep(1); } System.out.println(len); t.join(); }
}
