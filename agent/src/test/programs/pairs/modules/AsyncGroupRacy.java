// race: AsyncGroupRacy.bytes
import java.io.OutputStream;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.concurrent.*;

public class AsyncGroupRacy {
  static int bytes;
  static int closed;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    AsynchronousChannelGroup g = AsynchronousChannelGroup.withFixedThreadPool(1, Executors.defaultThreadFactory());
    AsynchronousServerSocketChannel ss = AsynchronousServerSocketChannel.open(g)
        .bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
    int port = ((InetSocketAddress) ss.getLocalAddress()).getPort();
    CountDownLatch end = new CountDownLatch(1);
    ss.accept(null, new CompletionHandler<AsynchronousSocketChannel, Void>() {
      @Override public void completed(AsynchronousSocketChannel c, Void v) {
        ss.accept(null, this);
        ByteBuffer buf = ByteBuffer.allocate(64);
        c.read(buf, null, new CompletionHandler<Integer, Void>() {
          @Override public void completed(Integer n, Void v) {
            if (n < 0) {
              try { c.close(); } catch (java.io.IOException e) { }
              if (++closed == 4) end.countDown();
              return;
            }
            bytes += n;
            buf.clear();
            c.read(buf, null, this);
          }
          @Override public void failed(Throwable t, Void v) { t.printStackTrace(); System.exit(1); }
        });
      }
      @Override public void failed(Throwable t, Void v) { }
    });
    Act cl = () -> {
      for (int k = 0; k < 2; k++)
        try (Socket s = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
          OutputStream o = s.getOutputStream();
          for (int i = 0; i < 10; i++) { o.write(new byte[5]); o.flush(); }
        }
    };
    Thread a = go(cl);
    Thread b = go(cl);
    for (int i = 0; i < 20; i++) { bytes++; Thread.sleep(1); }
    end.await();
    int r = bytes;
    a.join();
    b.join();
    g.shutdownNow();
    System.out.println("done");
  }
}
