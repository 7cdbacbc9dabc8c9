// mechanism: java.prefs event dispatch thread (monitor of its event queue) delivers preferenceChange in order
import java.util.concurrent.CountDownLatch;
import java.util.prefs.*;

class Mem extends AbstractPreferences {
  Mem() { super(null, ""); }
  protected void putSpi(String k, String v) { }
  protected String getSpi(String k) { return null; }
  protected void removeSpi(String k) { }
  protected void removeNodeSpi() { }
  protected String[] keysSpi() { return new String[0]; }
  protected String[] childrenNamesSpi() { return new String[0]; }
  protected AbstractPreferences childSpi(String n) { return null; }
  protected void syncSpi() { }
  protected void flushSpi() { }
}

public class PrefsEvtOk {
  static final int N = 50;
  static long[] data = new long[N];
  static long sum;
  public static void main(String[] args) throws Exception {
    Mem m = new Mem();
    CountDownLatch end = new CountDownLatch(1);
    m.addPreferenceChangeListener(e -> {
      int i = Integer.parseInt(e.getKey());
      sum += data[i];
      if (i == N - 1) end.countDown();
    });
    for (int i = 0; i < N; i++) {
      data[i] = 3 * i;
      m.put(Integer.toString(i), "x");
    }
    end.await();
    System.out.println("sum=" + sum);
  }
}
