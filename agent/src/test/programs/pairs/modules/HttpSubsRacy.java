// race: Sub.total
import com.sun.net.httpserver.*;
import java.net.*;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.concurrent.*;

class Sub implements HttpResponse.BodySubscriber<Sub> {
  int total;
  int chunks;
  final CompletableFuture<Sub> f = new CompletableFuture<>();
  public CompletionStage<Sub> getBody() { return f; }
  public void onSubscribe(Flow.Subscription s) { s.request(Long.MAX_VALUE); }
  public void onNext(List<ByteBuffer> l) { for (ByteBuffer b : l) { total += b.remaining(); chunks++; } }
  public void onError(Throwable t) { f.completeExceptionally(t); }
  public void onComplete() { f.complete(this); }
}

public class HttpSubsRacy {
  public static void main(String[] args) throws Exception {
    HttpServer s = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    s.createContext("/", e -> {
      byte[] b = new byte[30000];
      e.sendResponseHeaders(200, b.length);
      e.getResponseBody().write(b);
      e.close();
    });
    s.start();
    ExecutorService ex = Executors.newFixedThreadPool(2);
    HttpClient c = HttpClient.newBuilder().executor(ex).proxy(HttpClient.Builder.NO_PROXY).version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest r = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + s.getAddress().getPort() + "/")).build();
    List<CompletableFuture<HttpResponse<Sub>>> fs = new ArrayList<>();
    List<Sub> subs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Sub sub = new Sub();
      subs.add(sub);
      fs.add(c.sendAsync(r, info -> sub));
    }
    for (int k = 0; k < 50; k++) { for (Sub b : subs) b.total++; Thread.sleep(1); }
    long sum = 0;
    for (CompletableFuture<HttpResponse<Sub>> f : fs) sum += f.join().body().total;
    s.stop(0);
    ex.shutdown();
    System.out.println("done");
    System.exit(0);
  }
}
