// race: Svc.port
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;

class Svc implements Remote {
  int port;
}

public class RmiRegRacy {
  static final int N = 20;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.rmi.server.hostname", "127.0.0.1");
    Registry reg = LocateRegistry.createRegistry(0);
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Svc s = new Svc();
        reg.bind("s" + i, s);
        s.port = 100 + i;
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        try { sum[0] += ((Svc) reg.lookup("s" + i)).port; i++; }
        catch (NotBoundException e) { Thread.yield(); }
      }
    });
    a.join();
    b.join();
    UnicastRemoteObject.unexportObject(reg, true);
    System.out.println("done");
    System.exit(0);
  }
}
