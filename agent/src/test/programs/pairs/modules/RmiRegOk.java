// mechanism: local RMI RegistryImpl bind/lookup (monitor of its bindings table), object passed by reference
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;

class Svc implements Remote {
  int port;
}

public class RmiRegOk {
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
        s.port = 100 + i;
        reg.bind("s" + i, s);
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
    System.out.println("sum=" + sum[0]);
    System.exit(0);
  }
}
