// race: RSpi.state
import java.security.*;

@SuppressWarnings("serial")
class RSpi extends SecureRandomSpi {
  static int state;
  protected void engineSetSeed(byte[] s) { }
  protected void engineNextBytes(byte[] b) { for (int i = 0; i < b.length; i++) b[i] = (byte) state++; }
  protected byte[] engineGenerateSeed(int n) { return new byte[n]; }
}

public class SecRandomRacy {
  @SuppressWarnings({"serial", "deprecation"})
  public static class Prov extends Provider {
    public Prov() {
      super("Adv", "1.0", "pair");
      put("SecureRandom.ADV", RSpi2.class.getName());
      put("SecureRandom.ADV ThreadSafe", "true");
    }
  }
  @SuppressWarnings("serial")
  public static class RSpi2 extends RSpi {
    public RSpi2() { }
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
    SecureRandom r = SecureRandom.getInstance("ADV", new Prov());
    Act w = () -> { for (int i = 0; i < 50; i++) r.nextBytes(new byte[4]); };
    Thread a = go(w);
    Thread b = go(w);
    a.join();
    b.join();
    System.out.println("done");
  }
}
