import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.io.*; import java.lang.invoke.*; import java.nio.*; import java.util.stream.*;
public class SingleThreadDeathOk { static int n; static final List<Integer> l=new ArrayList<>();
  public static void main(String[] a) throws Exception { ExecutorService e=Executors.newSingleThreadExecutor(r->{ Thread t=new Thread(r); t.setUncaughtExceptionHandler((x,y)->{}); return t; });
    for(int i=0;i<20;i++){ int k=i; e.execute(()->{ n++; l.add(k); if(k%3==0) throw new IllegalStateException(); }); }
    int r=e.submit(()->n).get(); e.shutdown(); e.awaitTermination(3,TimeUnit.SECONDS); System.out.println(n+" "+l.size()); } }
