// race: RmiCallRacy$Impl.count
import java.rmi.*;
import java.rmi.server.UnicastRemoteObject;

public class RmiCallRacy {
  public interface Ctr extends Remote { int inc() throws RemoteException; }
  public static class Impl implements Ctr {
    int count;
    @Override public int inc() {
      try { Thread.sleep(4); } catch (InterruptedException e) { }
      return ++count;
    }
  }
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
    Impl impl = new Impl();
    Ctr stub = (Ctr) UnicastRemoteObject.exportObject(impl, 0);
    Thread a = go(() -> { for (int i = 0; i < 20; i++) stub.inc(); });
    Thread b = go(() -> { for (int i = 0; i < 20; i++) stub.inc(); });
    a.join();
    b.join();
    int r = stub.inc();
    UnicastRemoteObject.unexportObject(impl, true);
    System.out.println("done " + (r > 0));
    System.exit(0);
  }
}
