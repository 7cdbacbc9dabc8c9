// mechanism: PropertyEditorManager.registerEditor / findEditor (per thread group registry, synchronized)
import java.beans.*;

public class PropEditorOk {
  public static class Ed extends PropertyEditorSupport { public Ed() { } }
  static class T0 { } static class T1 { } static class T2 { } static class T3 { } static class T4 { }
  static final Class<?>[] TS = {T0.class, T1.class, T2.class, T3.class, T4.class};
  static int[] data = new int[TS.length];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    int[] sum = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < TS.length; i++) {
        data[i] = i + 1;
        PropertyEditorManager.registerEditor(TS[i], Ed.class);
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < TS.length; i++) {
        while (PropertyEditorManager.findEditor(TS[i]) == null) Thread.yield();
        sum[0] += data[i];
      }
    });
    a.join();
    b.join();
    System.out.println("sum=" + sum[0]);
  }
}
