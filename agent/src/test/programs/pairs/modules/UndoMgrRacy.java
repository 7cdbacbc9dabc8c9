// race: Ed.asked
import javax.swing.undo.*;

@SuppressWarnings("serial")
class Ed extends AbstractUndoableEdit {
  static int asked;
  @Override public boolean addEdit(UndoableEdit e) { asked++; return false; }
}

public class UndoMgrRacy {
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
    UndoManager m1 = new UndoManager();
    UndoManager m2 = new UndoManager();
    Thread a = go(() -> { for (int i = 0; i < 80; i++) m1.addEdit(new Ed()); });
    Thread b = go(() -> { for (int i = 0; i < 80; i++) m2.addEdit(new Ed()); });
    a.join();
    b.join();
    System.out.println("done");
  }
}
