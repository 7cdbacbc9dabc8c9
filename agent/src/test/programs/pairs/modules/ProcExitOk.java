// mechanism: Process.onExit future completed by the process reaper; dependents registered before
import java.util.concurrent.CompletableFuture;

class Conf {
  int x;
  int y;
}

public class ProcExitOk {
  public static void main(String[] args) throws Exception {
    Conf c = new Conf();
    Process p = new ProcessBuilder("sleep", "0.2").start();
    c.x = 3;
    CompletableFuture<Void> f = p.onExit().thenAccept(q -> c.y = c.x + 1 + q.exitValue());
    f.join();
    System.out.println("y=" + c.y);
  }
}
