// mechanism: SAX handler driven by a PipedInputStream: parsing control flow + the pipe's monitor order the data
import java.io.*;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

public class SaxPipeOk {
  static final int N = 30;
  static int[] data = new int[N];
  interface Act { void run() throws Exception; }
  static Thread go(Act a) {
    Thread t = new Thread(() -> {
      try { a.run(); } catch (Throwable e) { e.printStackTrace(); System.exit(1); }
    });
    t.start();
    return t;
  }
  public static void main(String[] args) throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out, 4096);
    int[] sum = new int[2];
    Thread r = go(() -> SAXParserFactory.newInstance().newSAXParser().parse(in, new DefaultHandler() {
      @Override public void startElement(String u, String l, String q, Attributes at) {
        if (q.equals("e")) { sum[0] += data[Integer.parseInt(at.getValue("n"))]; sum[1]++; }
      }
    }));
    Thread w = go(() -> {
      out.write("<root>".getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < N; i++) {
        data[i] = i + 1;
        out.write(("<e n='" + i + "'/>").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
      out.write("</root>".getBytes(StandardCharsets.UTF_8));
      out.close();
    });
    r.join();
    w.join();
    System.out.println("sum=" + sum[0]);
  }
}
