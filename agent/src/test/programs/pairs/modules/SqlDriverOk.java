// mechanism: DriverManager.registerDriver (copy-on-write driver list) publishes a Driver to getDriver's acceptsURL
import java.sql.*;
import java.util.Properties;
import java.util.logging.Logger;

class Drv implements Driver {
  final String url;
  int version;
  Drv(String u) { url = u; }
  public Connection connect(String u, Properties p) { return null; }
  public boolean acceptsURL(String u) { return u.equals(url); }
  public DriverPropertyInfo[] getPropertyInfo(String u, Properties p) { return new DriverPropertyInfo[0]; }
  public int getMajorVersion() { return version; }
  public int getMinorVersion() { return 0; }
  public boolean jdbcCompliant() { return false; }
  public Logger getParentLogger() { return null; }
}

public class SqlDriverOk {
  static final int N = 15;
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < N; i++) {
        Drv d = new Drv("pair:" + i);
        d.version = i;
        DriverManager.registerDriver(d);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < N; ) {
        try { sum[0] += DriverManager.getDriver("pair:" + i).getMajorVersion(); i++; }
        catch (SQLException e) { Thread.yield(); }
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
