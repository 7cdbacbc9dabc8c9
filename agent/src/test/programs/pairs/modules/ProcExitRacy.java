// race: Conf.x
import java.util.concurrent.CompletableFuture;

class Conf {
  int x;
  int y;
}

public class ProcExitRacy {
  public static void main(String[] args) throws Exception {
    Conf c = new Conf();
    Process p = new ProcessBuilder("sleep", "0.2").start();
    CompletableFuture<Void> f = p.onExit().thenAccept(q -> c.y = c.x + 1 + q.exitValue());
    c.x = 3;
    f.join();
    System.out.println("done");
  }
}
