// race: Stats.chars
import javax.swing.event.*;
import javax.swing.text.*;

class Stats {
  int chars;
  int events;
}

public class DocLockRacy {
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
    PlainDocument doc = new PlainDocument();
    Stats st = new Stats();
    doc.addDocumentListener(new DocumentListener() {
      @Override public void insertUpdate(DocumentEvent e) { }
      @Override public void removeUpdate(DocumentEvent e) { }
      @Override public void changedUpdate(DocumentEvent e) { }
    });
    int[] bad = new int[1];
    Thread a = go(() -> {
      for (int i = 0; i < 60; i++) {
        doc.insertString(0, "ab", null);
        st.chars += 2; st.events++;
      }
    });
    Thread b = go(() -> {
      for (int i = 0; i < 60; i++) {
        doc.render(() -> { });
        if (st.chars < 0) bad[0]++;
        Thread.yield();
      }
    });
    a.join();
    b.join();
    System.out.println("bad=" + bad[0] + " chars=" + doc.getLength());
  }
}
