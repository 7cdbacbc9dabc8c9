// mechanism: java.awt.datatransfer.Clipboard.setContents -> ClipboardOwner.lostOwnership on the event queue
import java.awt.EventQueue;
import java.awt.datatransfer.*;

class Own implements ClipboardOwner {
  static long sum;
  int v;
  @Override public void lostOwnership(Clipboard c, Transferable t) { sum += v; }
}

public class ClipOwnerOk {
  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    EventQueue.invokeAndWait(() -> Own.sum = 0);
    Clipboard cb = new Clipboard("pair");
    Own prev = null;
    for (int i = 0; i < 40; i++) {
      Own o = new Own();
      o.v = i;
      if (prev != null) prev.v += 1000;
      cb.setContents(new StringSelection("s" + i), o);
      prev = o;
    }
    long[] r = new long[1];
    EventQueue.invokeAndWait(() -> r[0] = Own.sum);
    System.out.println("sum=" + r[0]);
    System.exit(0);
  }
}
