import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.io.*; import java.lang.invoke.*; import java.nio.*; import java.util.stream.*;
public class UnsafeOffHeapOk { static int d; 
  public static void main(String[] a) throws Exception { java.lang.reflect.Field f=sun.misc.Unsafe.class.getDeclaredField("theUnsafe"); f.setAccessible(true); sun.misc.Unsafe u=(sun.misc.Unsafe)f.get(null); long p=u.allocateMemory(64); u.setMemory(p,64,(byte)0);
    Thread t=new Thread(()->{ d=5; u.putIntVolatile(null,p+8,1); }); t.start(); while(u.getIntVolatile(null,p+8)==0) Thread.onSpinWait(); System.out.println(d); t.join(); } }
