// mechanism: MBeanServer.registerMBean / isRegistered / getAttribute (repository read-write lock) hands over an MBean
import java.util.*;
import javax.management.*;

public class MBeanRegOk {
  static final int N = 20;
  public interface CellMBean { int getV(); }
  public static class Cell implements CellMBean {
    int v;
    @Override public int getV() { return v; }
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
    MBeanServer mbs = MBeanServerFactory.newMBeanServer();
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Cell c = new Cell();
        c.v = i;
        mbs.registerMBean(c, new ObjectName("pair:type=Cell,id=" + i));
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; i++) {
        ObjectName n = new ObjectName("pair:type=Cell,id=" + i);
        while (!mbs.isRegistered(n)) Thread.yield();
        sum[0] += (Integer) mbs.getAttribute(n, "V");
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
