// mechanism: PrintStream.printf calls Formattable.formatTo under the stream's lock
import java.io.*;
import java.util.*;

class Fm implements Formattable {
  int calls;
  @Override public void formatTo(Formatter f, int flags, int w, int p) { calls++; f.format("x"); }
}

public class PrintFmtOk {
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream bo = new ByteArrayOutputStream();
    PrintStream ps = new PrintStream(bo, true, "UTF-8");
    Fm fm = new Fm();
    Act w = () -> { for (int i = 0; i < 50; i++) ps.printf("%s;", fm); };
    Thread a = go(w);
    Thread b = go(w);
    a.join();
    b.join();
    System.out.println(fm.calls + " " + bo.size());
  }
}
