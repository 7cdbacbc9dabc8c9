// mechanism: jdk.httpserver without executor: all handlers run in the one dispatcher thread
import com.sun.net.httpserver.*;
import java.net.*;
import java.util.concurrent.*;

class Hn implements HttpHandler {
  int count;
  @Override public void handle(HttpExchange e) throws java.io.IOException {
    try { Thread.sleep(3); } catch (InterruptedException x) { }
    count++;
    byte[] b = Integer.toString(count).getBytes();
    e.sendResponseHeaders(200, b.length);
    e.getResponseBody().write(b);
    e.close();
  }
}

public class HttpSrvOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  static String get(int port) throws Exception {
    URLConnection c = new URI("http://127.0.0.1:" + port + "/x").toURL().openConnection(Proxy.NO_PROXY);
    try (java.io.InputStream in = c.getInputStream()) { return new String(in.readAllBytes()); }
  }
  public static void main(String[] args) throws Exception {
    HttpServer s = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    s.createContext("/x", new Hn());
    ExecutorService ex = Executors.newCachedThreadPool();
    s.start();
    int port = s.getAddress().getPort();
    Thread a = go(() -> { for (int i = 0; i < 12; i++) get(port); });
    Thread b = go(() -> { for (int i = 0; i < 12; i++) get(port); });
    a.join();
    b.join();
    String last = get(port);
    s.stop(0);
    ex.shutdownNow();
    System.out.println("last=" + last);
    System.exit(0);
  }
}
